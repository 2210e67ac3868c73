// Users: the list with its filters.

import { askOfQuery, seal, unseal } from './cursor.ts';
import { bare, byText, count, instant, isEmail, isUuid } from './notation.ts';
import { answer, refuse } from './replies.ts';
import type { Ctx, JsonObject, Role, UserRow } from './types.ts';
import { roleValues } from './types.ts';

export const userSortFields = ['createdAt', 'updatedAt', 'lastName', 'firstName', 'username'] as const;
export type UserSortField = (typeof userSortFields)[number];

export const classIdsOf = (ctx: Ctx, userId: string): string[] => [
  ...new Set(ctx.db.classMembers.filter((m) => m.userId === userId).map((m) => m.classId)),
];

export const cohortIdsOf = (ctx: Ctx, userId: string): string[] =>
  ctx.db.cohortMembers.filter((m) => m.userId === userId).map((m) => m.cohortId);

export const fullNameOf = (user: UserRow): string => `${user.firstName} ${user.lastName}`;

/** A list is left out when it is empty (manner: the two lists of links are always there). */
export const linkList = (ctx: Ctx, ids: string[]): string[] | undefined =>
  ids.length > 0 || ctx.on('manner.empty-links-shown') ? ids : undefined;

export const accountField = (ctx: Ctx, user: UserRow): JsonObject =>
  ctx.on('manner.enabled-flag')
    ? { enabled: user.active }
    : { accountStatus: user.active ? 'active' : 'disabled' };

const showListedUser = (ctx: Ctx, user: UserRow): JsonObject => ({
  userId: user.userId,
  username: user.username,
  upn: user.upn !== '' ? user.upn : ctx.on('users-null-upn') ? null : undefined,
  roles: ctx.on('users-roles-first-only') ? user.roles.slice(0, 1) : user.roles,
  externalId: user.externalId || undefined,
  fullName: fullNameOf(user),
  firstName: user.firstName,
  lastName: user.lastName,
  emails: user.emails.length > 0 ? user.emails : undefined,
  gender: user.gender || undefined,
  dateOfBirth: user.dateOfBirth || undefined,
  createdAt: instant(user.createdAt),
  updatedAt: instant(user.updatedAt),
  classIds: linkList(ctx, classIdsOf(ctx, user.userId)),
  cohortIds: linkList(ctx, cohortIdsOf(ctx, user.userId)),
  ...accountField(ctx, user),
});

type UsersFilter = {
  userId: string[];
  upn: string[];
  externalId: string[];
  username: string[];
  email: string | null;
  name: string | null;
  role: Role | null;
  sortField: UserSortField;
  descending: boolean;
};

const upTo30 = (q: URLSearchParams, name: string, most: number): string[] => {
  const values = q.getAll(name);
  return values.length > most ? refuse(400, `${name} may be given at most 30 times`) : values;
};

const readUsersFilter = (ctx: Ctx, q: URLSearchParams): UsersFilter => {
  const userId = upTo30(q, 'userId', ctx.on('users-userid-31-accepted') ? 1000 : 30).map((id) =>
    id.toLowerCase(),
  );
  if (userId.some((id) => !isUuid(id))) return refuse(400, 'userId must be a UUID');
  const upn = upTo30(q, 'upn', ctx.on('users-upn-30-refused') ? 29 : 30);
  const externalId = upTo30(q, 'externalId', 30);
  const username = upTo30(q, 'username', 30).map((name) => name.toLowerCase());
  const email = q.get('email');
  if (email !== null && !isEmail(email)) return refuse(400, 'email must be an e-mail address');
  const name = q.get('name');
  if (name === '') return refuse(400, 'name must not be empty');
  const roleText = q.get('role');
  const role = roleValues.find((r) => r === roleText) ?? null;
  if (roleText !== null && role === null) return refuse(400, `role must be one of ${roleValues.join(', ')}`);
  const fieldText = q.get('sort[field]') ?? 'createdAt';
  const sortField =
    userSortFields.find((f) => f === fieldText) ??
    refuse(400, `sort[field] must be one of ${userSortFields.join(', ')}`);
  const direction =
    q.get('sort[direction]') ?? (ctx.on('users-default-asc') && !q.has('sort[field]') ? 'asc' : 'desc');
  if (direction !== 'asc' && direction !== 'desc') return refuse(400, 'sort[direction] must be asc or desc');
  return {
    userId,
    upn,
    username,
    email,
    name,
    role,
    sortField,
    externalId: ctx.on('users-external-last-only') ? externalId.slice(-1) : externalId,
    descending: direction === 'desc',
  };
};

export const nameFits = (ctx: Ctx, user: UserRow, wanted: string): boolean => {
  if (ctx.on('manner.name-anywhere')) return bare(fullNameOf(user)).includes(bare(wanted));
  const words = bare(fullNameOf(user)).split(/[\s-]+/);
  return bare(wanted)
    .split(/[\s-]+/)
    .filter((w) => w !== '')
    .every((w) => words.some((word) => word.startsWith(w)));
};

const selectUsers = (ctx: Ctx, f: UsersFilter): UserRow[] => {
  let rows = ctx.db.users;
  if (f.userId.length > 0) rows = rows.filter((u) => f.userId.includes(u.userId));
  if (f.upn.length > 0) rows = rows.filter((u) => f.upn.includes(u.upn));
  if (f.externalId.length > 0)
    rows = rows.filter((u) => u.externalId !== '' && f.externalId.includes(u.externalId));
  if (f.username.length > 0) rows = rows.filter((u) => f.username.includes(u.username.toLowerCase()));
  const email = f.email?.toLowerCase();
  if (email !== undefined) rows = rows.filter((u) => u.emails.some((e) => e.toLowerCase() === email));
  const name = f.name;
  if (name !== null) rows = rows.filter((u) => nameFits(ctx, u, name));
  const role = f.role;
  if (role !== null && !(ctx.on('users-role-lost-with-name') && name !== null))
    rows = rows.filter((u) => u.roles.includes(role));
  if (role === null && ctx.on('users-two-roles-twice')) rows = rows.flatMap((u) => u.roles.map(() => u));
  return rows;
};

const compareUsers = (a: UserRow, b: UserRow, field: UserSortField): number =>
  field === 'createdAt' || field === 'updatedAt'
    ? a[field] - b[field]
    : byText(bare(a[field]), bare(b[field]));

const orderUsers = (ctx: Ctx, rows: UserRow[], f: UsersFilter): UserRow[] => {
  const sign = f.descending ? -1 : 1;
  const tie = ctx.on('manner.ties-backwards') ? -1 : 1;
  return [...rows].sort((a, b) => sign * compareUsers(a, b, f.sortField) || tie * byText(a.userId, b.userId));
};

const usersParameters = [
  'userId',
  'upn',
  'externalId',
  'username',
  'email',
  'name',
  'role',
  'limit',
  'offset',
  'cursor',
  'sort[field]',
  'sort[direction]',
];

const readUsersPage = (ctx: Ctx): { limit: number; offset: number | undefined; cursor: string } => {
  const q = ctx.query;
  if (ctx.on('manner.unknown-parameter-400') && [...q.keys()].some((k) => !usersParameters.includes(k)))
    return refuse(400, 'unknown parameter');
  if (['limit', 'offset', 'cursor'].some((n) => q.getAll(n).length > 1))
    return refuse(400, 'limit, offset and cursor may be given once');
  const limitText = q.get('limit');
  const limit = limitText === null ? 100 : count(limitText);
  if (limit === null || limit < 1) return refuse(400, 'limit must be a positive whole number');
  const most = ctx.on('manner.limit-at-most-200') ? 200 : 500;
  if (limit > most && !ctx.on('manner.limit-clamped')) return refuse(400, `limit must not exceed ${most}`);
  const offsetText = q.get('offset');
  const offset =
    offsetText === null ? undefined : (count(offsetText) ?? refuse(400, 'offset must be a whole number'));
  const cursor = q.get('cursor') ?? '';
  if (cursor !== '' && offset !== undefined) return refuse(400, 'offset cannot be used with cursor');
  return { limit: Math.min(limit, most), offset, cursor };
};

export const listUsers = async (ctx: Ctx): Promise<Response> => {
  const page = readUsersPage(ctx);
  let filter = readUsersFilter(ctx, ctx.query);
  let { limit } = page;
  if (ctx.on('users-concurrent-limit')) {
    ctx.db.memo.set('users limit', limit);
    await new Promise((resolve) => setTimeout(resolve, 3));
    limit = Number(ctx.db.memo.get('users limit'));
  }
  let ask = askOfQuery(ctx.query);
  let first = page.offset ?? 0;
  let last = first + limit;
  if (page.cursor !== '') {
    const mark = unseal(page.cursor, 'users');
    if (!ctx.on('manner.cursor-is-position-only')) {
      ask = mark.ask;
      filter = readUsersFilter(ctx, new URLSearchParams(ask));
    }
    if (ctx.on('users-cursor-forgets-sort')) filter = { ...filter, sortField: 'createdAt', descending: true };
    first = mark.way === 'before' ? Math.max(mark.at - limit, 0) : mark.at;
    last = mark.way === 'before' ? mark.at : mark.at + limit;
  }
  const rows = orderUsers(ctx, selectUsers(ctx, filter), filter);
  const data = rows.slice(first, last).map((user) => showListedUser(ctx, user));
  if (ctx.on('users-pagination-missing-when-empty') && rows.length === 0) return answer(200, { data });
  const seenBefore = Math.min(first, rows.length);
  const hasPrevious = seenBefore > 0 || (ctx.on('users-previous-on-first') && rows.length > 0);
  return answer(200, {
    data,
    pagination: {
      total: ctx.on('users-total-capped') ? Math.min(rows.length, 250) : rows.length,
      limit,
      offset: page.cursor === '' || ctx.on('users-offset-shown-with-cursor') ? first : 0,
      previousCursor: hasPrevious ? seal({ list: 'users', way: 'before', at: seenBefore, limit, ask }) : null,
      nextCursor: last < rows.length ? seal({ list: 'users', way: 'after', at: last, limit, ask }) : null,
    },
  });
};
