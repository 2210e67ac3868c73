import type { Ctx } from '../ctx.ts';
import { bad, Fault, isEmail, isObject, isUuid } from '../ctx.ts';
import { bare, fold } from '../db.ts';
import { paginate, readPaging } from '../paging.ts';
import { usersJson } from '../present.ts';
import type { Json, Reply, UserRow } from '../types.ts';
import type { Route } from './route.ts';

export const ROLES = ['LEARNER', 'EDUCATOR', 'COORDINATOR'];
const SORTS = ['createdAt', 'updatedAt', 'lastName', 'username'] as const;
type SortField = (typeof SORTS)[number];
interface Sort {
  field: SortField;
  direction: 'asc' | 'desc';
}

interface Filters {
  userIds: string[] | null;
  upns: string[] | null;
  externalIds: string[] | null;
  usernames: string[] | null;
  email: string | null;
  name: string | null;
  role: string | null;
}

export function readSort<F extends string>(
  field: unknown,
  direction: unknown,
  fields: readonly F[],
  dflt: { field: F; direction: 'asc' | 'desc' },
): { field: F; direction: 'asc' | 'desc' } {
  const out = { ...dflt };
  if (field !== undefined && field !== null) {
    const f = fields.find((x) => x === field);
    if (!f) throw bad(`A sort field is one of ${fields.join(', ')}.`);
    out.field = f;
  }
  if (direction !== undefined && direction !== null) {
    if (direction !== 'asc' && direction !== 'desc') throw bad('A sort direction is asc or desc.');
    out.direction = direction;
  }
  return out;
}

const USER_SORT: Sort = { field: 'createdAt', direction: 'desc' };

/** Values of a repeated parameter. */
export function repeated(ctx: Ctx, name: string, max: number): string[] | null {
  const v = ctx.q.getAll(name);
  if (v.length === 0) return null;
  if (v.length > max) throw bad(`"${name}" takes at most ${max} values.`);
  if (v.some((x) => x === '')) throw bad(`"${name}" must not be empty.`);
  return v;
}

export function uuids(v: string[] | null, name: string): string[] | null {
  if (v?.some((x) => !isUuid(x))) throw bad(`"${name}" must hold UUIDs.`);
  return v?.map((x) => x.toLowerCase()) ?? null;
}

function common(
  ctx: Ctx,
  email: unknown,
  name: unknown,
  role: unknown,
  emptyName: boolean,
): { email: string | null; name: string | null; role: string | null } {
  if (email !== undefined && email !== null && !isEmail(email))
    throw bad('"email" must be an email address.');
  if (name !== undefined && name !== null && (typeof name !== 'string' || (name === '' && !emptyName)))
    throw bad('"name" must hold at least one character.');
  if (role !== undefined && role !== null && !ROLES.includes(role as string))
    throw bad(`"role" is one of ${ROLES.join(', ')}.`);
  let mail = (email as string | undefined) ?? null;
  if (mail !== null && ctx.on('users-email-plus')) mail = mail.replace(/\+/g, ' ');
  if (typeof name === 'string' && name.includes("'") && ctx.on('users-name-apostrophe-500'))
    throw new Fault(500, 'unterminated quoted string');
  return {
    email: mail,
    name: (name as string | undefined) || null,
    role: (role as string | undefined) ?? null,
  };
}

function fromQuery(ctx: Ctx): Filters {
  const { q } = ctx;
  const cut = (v: string[] | null): string[] | null =>
    ctx.on('users-qs-array-limit') ? (v?.slice(0, 20) ?? null) : v;
  return {
    userIds: cut(uuids(repeated(ctx, 'userId', 30), 'userId')),
    upns: cut(repeated(ctx, 'upn', ctx.on('users-upn-thirty') ? 29 : 30)),
    externalIds: cut(repeated(ctx, 'externalId', ctx.on('users-externalid-uncapped') ? Infinity : 30)),
    usernames: cut(repeated(ctx, 'username', 30)),
    ...common(
      ctx,
      q.get('email') ?? undefined,
      q.get('name') ?? undefined,
      q.get('role') ?? undefined,
      ctx.on('users-name-empty-query'),
    ),
  };
}

export function strings(o: Json, name: string): string[] | null {
  const v = o[name];
  if (v === undefined || v === null) return null;
  if (!Array.isArray(v) || !v.every((x): x is string => typeof x === 'string'))
    throw bad(`"${name}" must be an array of strings.`);
  return v;
}

function fromBody(ctx: Ctx, s: Json): Filters {
  if (ctx.on('manner.strict-unknown-fields'))
    for (const k of Object.keys(s))
      if (!['userIds', 'upns', 'externalIds', 'usernames', 'email', 'name', 'role'].includes(k))
        throw bad(`"${k}" is not known here.`);
  const usernames = strings(s, 'usernames');
  if (ctx.on('search-usernames-capped') && usernames && usernames.length > 30)
    throw bad('Too many usernames.');
  return {
    userIds: uuids(strings(s, 'userIds'), 'userIds'),
    upns: strings(s, 'upns'),
    externalIds: strings(s, 'externalIds'),
    usernames,
    ...common(ctx, s['email'], s['name'], s['role'], ctx.on('search-name-empty')),
  };
}

function nameMatches(ctx: Ctx, u: UserRow, name: string): boolean {
  const key = `names/${u.id}`;
  if (!ctx.state.has(key) || !ctx.on('users-name-index-old')) ctx.state.set(key, u.fullName);
  const words = bare(ctx.state.get(key) as string).split(/[\s,]+/);
  if (ctx.on('manner.name-substring'))
    return bare(`${u.firstName} ${u.lastName}`).includes(bare(name)) || bare(u.fullName).includes(bare(name));
  return bare(name)
    .split(/[\s,]+/)
    .filter((w) => w !== '')
    .every((w) => words.some((x) => x.startsWith(w)));
}

function emailMatches(ctx: Ctx, u: UserRow, email: string): boolean {
  if (ctx.on('users-email-index-once')) {
    let index = ctx.state.get('emails') as Map<string, string[]> | undefined;
    if (!index) {
      index = new Map(ctx.db.users.map((x) => [x.id, [...x.emails]]));
      ctx.state.set('emails', index);
    }
    return (index.get(u.id) ?? u.emails).some((e) => fold(e) === fold(email));
  }
  if (ctx.on('manner.email-case')) return u.emails.includes(email);
  return u.emails.some((e) => fold(e) === fold(email));
}

/** An IN over a long list, looked up in chunks of fifty. */
function inChunks(ctx: Ctx, ids: readonly string[], rows: readonly UserRow[]): UserRow[] {
  const out: UserRow[] = [];
  const step = 50;
  for (let i = 0; i < ids.length; i += step) {
    const chunk = new Set(ids.slice(i, ctx.on('search-chunk-gap') && i > 0 ? i + step - 1 : i + step));
    for (const u of rows)
      if (chunk.has(u.id) && (ctx.on('search-chunk-dup') || !out.includes(u))) out.push(u);
  }
  return out;
}

function select(ctx: Ctx, f: Filters, search: boolean): UserRow[] {
  const { db } = ctx;
  let rows: UserRow[] = db.users;
  if (f.userIds) rows = inChunks(ctx, f.userIds, rows);
  const { upns, externalIds, usernames, email, name, role } = f;
  if (upns)
    rows = rows.filter(
      (u) => u.upn !== null && upns.includes(u.upn) && (u.open || search || !ctx.on('users-upn-active-only')),
    );
  if (externalIds) {
    const old = (u: UserRow): string[] =>
      ctx.on('users-externalid-old') ? ((ctx.state.get(`old/${u.id}`) as string[] | undefined) ?? []) : [];
    rows = rows.filter(
      (u) =>
        (u.externalId !== null && externalIds.includes(u.externalId)) ||
        old(u).some((x) => externalIds.includes(x)),
    );
  }
  if (usernames) {
    const set = new Set(ctx.on('manner.username-case') ? usernames : usernames.map(fold));
    rows = rows.filter((u) => set.has(ctx.on('manner.username-case') ? u.username : fold(u.username)));
  }
  if (email !== null) rows = rows.filter((u) => emailMatches(ctx, u, email));
  if (name !== null) rows = rows.filter((u) => nameMatches(ctx, u, name));
  if (role !== null && !(search && ctx.on('search-chunk-role') && (upns?.length ?? 0) > 30)) {
    rows = rows.filter((u) =>
      ctx.on('users-role-second')
        ? u.roles[0] === role
        : ctx.on('teacher-role-index')
          ? u.roleKeys.includes(role)
          : u.roles.includes(role),
    );
  }
  return rows;
}

function order(ctx: Ctx, rows: readonly UserRow[], s: Sort, offset: number): UserRow[] {
  const key = (u: UserRow): number | string =>
    s.field === 'createdAt' ? u.createdAt : s.field === 'updatedAt' ? u.updatedAt : fold(u[s.field]);
  const sign = s.direction === 'asc' ? 1 : -1;
  const tie = ctx.on('manner.tie-reversed') || (ctx.on('users-tie-shuffle') && offset % 20 >= 5) ? -1 : 1;
  return [...rows].sort((a, b) => {
    const x = key(a),
      y = key(b);
    return x < y ? -sign : x > y ? sign : (a.id < b.id ? -1 : 1) * tie;
  });
}

function answer(
  ctx: Ctx,
  f: Filters,
  s: Sort,
  raw: { limit?: unknown; offset?: unknown; cursor?: unknown },
  search: boolean,
): Reply {
  const p = readPaging(ctx, raw, search ? 'body' : 'query');
  let used = f,
    sort = s;
  if (p.cursor && search && ctx.on('search-cursor-drops-role')) used = { ...f, role: null };
  if (p.cursor && !search && ctx.on('users-cursor-default-sort')) sort = USER_SORT;
  const rows = order(ctx, select(ctx, used, search), sort, p.offset);
  const page = paginate(ctx, rows, p, [f, s]);
  if (ctx.on('users-total-roles') && !search)
    page.pagination['total'] = rows.reduce((n, u) => n + u.roles.length, 0);
  const data = usersJson(ctx, page.rows, search ? 'search' : 'list');
  if (!search && ctx.on('users-cache-class-change')) {
    page.rows.forEach((u, i) => {
      const slot = `groups/${u.id}`,
        o = data[i];
      if (!o) return;
      if (!ctx.state.has(slot)) {
        ctx.state.set(slot, o['classIds']);
        return;
      }
      const was = ctx.state.get(slot);
      if (was === undefined) delete o['classIds'];
      else o['classIds'] = was;
    });
  }
  return { status: 200, body: { data, pagination: page.pagination } };
}

function listUsers(ctx: Ctx): Reply {
  const { q } = ctx;
  const s = readSort(q.get('sort[field]'), q.get('sort[direction]'), SORTS, USER_SORT);
  return answer(
    ctx,
    fromQuery(ctx),
    s,
    { limit: q.get('limit'), offset: q.get('offset'), cursor: q.get('cursor') },
    false,
  );
}

function searchUsers(ctx: Ctx): Reply {
  if (!isObject(ctx.body)) throw bad('The body must be a JSON object.');
  const b = ctx.body;
  const search = b['search'] ?? {};
  if (!isObject(search)) throw bad('"search" must be an object.');
  const sort = b['sort'] ?? {};
  if (!isObject(sort)) throw bad('"sort" must be an object.');
  const s = readSort(sort['field'], sort['direction'], SORTS, USER_SORT);
  const offset = ctx.on('search-offset-bare') && b['search'] === undefined ? undefined : b['offset'];
  return answer(ctx, fromBody(ctx, search), s, { limit: b['limit'], offset, cursor: b['cursor'] }, true);
}

export const userRoutes: Route[] = [
  {
    method: 'GET',
    path: '/users',
    need: 'read',
    query: [
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
      'sort',
    ],
    run: listUsers,
  },
  { method: 'POST', path: '/users/search', need: 'read', body: true, run: searchUsers },
];
