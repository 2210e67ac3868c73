// Searching users: what both searches have in common.

import { fold } from './ground.ts';
import { bad, type Ctx, type Doc, Refusal } from './kernel.ts';
import { ROLES } from './names.ts';
import { answerList, mark, objectOfBody, readPaging } from './paging.ts';
import { forget, readSeveral, type Several } from './query-lists.ts';
import { showUsers } from './show-users.ts';
import type { User } from './world.ts';

/** A search as it came in, before anything of it is judged. */
export interface RawSearch {
  userId?: unknown[] | undefined;
  upn?: unknown[] | undefined;
  externalId?: unknown[] | undefined;
  username?: unknown[] | undefined;
  email?: unknown;
  name?: unknown;
  role?: unknown;
  sort?: unknown;
  paging: Doc;
  most: number;
}

interface Filters {
  userId?: Several | undefined;
  upn?: Several | undefined;
  externalId?: Several | undefined;
  username?: Several | undefined;
  email?: string | undefined;
  name?: string | undefined;
  role?: string | undefined;
}

function readEmail(ctx: Ctx, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !/^[^@\s]+@[^@\s]+$/.test(value.replace(/ /g, '+')))
    throw bad('email must be an address');
  if (ctx.f('email-ignored')) return undefined;
  let email = ctx.on('m-email-case') ? value : fold(value);
  if (ctx.f('email-plus')) email = email.replace(/\+/g, ' ');
  if (ctx.f('email-tag')) email = email.replace(/\+[^@]*/, '');
  return email;
}

function readName(ctx: Ctx, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw bad('name must be a string');
  if (value === '') {
    if (ctx.f('name-empty')) return undefined;
    if (ctx.f('name-crash')) throw new Refusal(500, 'Internal server error');
    throw bad('name must not be empty');
  }
  if (value.length === 1 && ctx.f('name-one')) throw bad('name is too short');
  if (value.includes("'") && ctx.f('name-quote')) throw new Refusal(500, 'Syntax error near "\'"');
  if (/[^\u0020-\u024f]/u.test(value) && ctx.f('name-script'))
    throw bad('name holds characters that are not allowed');
  if (value.includes('-') && ctx.f('name-hyphen')) throw bad('name must be made of letters');
  if (ctx.f('name-ignored')) return undefined;
  return value;
}

function readRole(ctx: Ctx, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw bad('role must be a string');
  if (!(ROLES as readonly string[]).includes(value)) {
    if (ctx.f('role-unknown')) return undefined;
    if (ctx.on('m-unknown-values-empty')) return value;
    throw bad(`role must be one of ${ROLES.join(', ')}`);
  }
  if (ctx.f('role-ignored')) return undefined;
  if (ctx.f('role-students') && value === 'SCHOOL_ADMIN') return undefined;
  return value;
}

const SORT_FIELDS = ['createdAt', 'updatedAt', 'lastName', 'firstName', 'username'];

interface Sort {
  field: string;
  down: boolean;
  given: boolean;
}

function readSort(ctx: Ctx, value: unknown, filtered: boolean): Sort {
  const object = objectOfBody(value, 'sort');
  const sort: Sort = { field: 'createdAt', down: true, given: object !== undefined };
  if (!object) {
    if (ctx.f('default-asc')) sort.down = false;
    if (ctx.f('default-updated')) sort.field = 'updatedAt';
    if (ctx.f('default-filter-asc') && filtered) sort.down = false;
    return sort;
  }
  const { field, direction } = object;
  if (field !== undefined) {
    if (typeof field !== 'string' || !SORT_FIELDS.includes(field)) {
      if (ctx.on('m-unknown-sort-ignored')) return { field: 'createdAt', down: true, given: false };
      throw bad(`sort[field] must be one of ${SORT_FIELDS.join(', ')}`);
    }
    sort.field = field;
  }
  if (direction !== undefined) {
    if (direction !== 'asc' && direction !== 'desc') throw bad('sort[direction] must be asc or desc');
    sort.down = direction === 'desc';
  }
  if (ctx.f('sort-direction')) sort.down = true;
  if (ctx.f('sort-ignored')) return { field: 'createdAt', down: true, given: true };
  if (ctx.f('sort-updated') && sort.field === 'updatedAt') sort.field = 'createdAt';
  if (ctx.f('sort-last-asc') && sort.field === 'lastName' && !sort.down) sort.field = 'firstName';
  if (ctx.f('sort-username-desc') && sort.field === 'username') sort.down = false;
  if (ctx.f('sort-filter') && filtered) return { field: 'createdAt', down: true, given: true };
  if (ctx.f('sort-first-desc') && sort.field === 'firstName' && sort.down) sort.down = false;
  if (ctx.f('sort-created-asc') && sort.field === 'createdAt' && !sort.down) sort.field = 'updatedAt';
  return sort;
}

type Key = number | string | undefined;

const coarseness = (ctx: Ctx): number =>
  ctx.f('sort-day') ? 86_400_000 : ctx.f('sort-month') ? 2_592_000_000 : 1;

function keyOf(ctx: Ctx, field: string, coarse = coarseness(ctx)): (user: User) => Key {
  if (field === 'createdAt') return (user) => Math.floor(user.created / coarse);
  if (field === 'updatedAt') return (user) => Math.floor(user.updated / coarse);
  const exact = ctx.on('m-collation-binary');
  const name = field as 'lastName' | 'firstName' | 'username';
  return (user) => {
    const value = user[name];
    return value === undefined ? undefined : exact ? value : fold(value);
  };
}

const collator = new Intl.Collator('en-GB', { sensitivity: 'base' });

/** All users in an order; kept until a write. */
function ordered(ctx: Ctx, sort: Sort): readonly User[] {
  const reversed = ctx.on('m-ties-reversed');
  const missingFirst = ctx.on('m-missing-first');
  const locale = ctx.on('m-collation-locale');
  const coarse = coarseness(ctx);
  const key = keyOf(ctx, sort.field, coarse);
  const name = `${sort.field} ${sort.down} ${coarse}`;
  const kept = ctx.views.orders.get(name);
  if (kept) return kept;
  const { userOrder } = ctx.views;
  const sign = sort.down ? -1 : 1;
  const compare = (a: User, b: User): number => {
    const x = key(a);
    const y = key(b);
    if (x !== y) {
      if (x === undefined) return missingFirst ? -1 : 1;
      if (y === undefined) return missingFirst ? 1 : -1;
      const order =
        locale && typeof x === 'string' && typeof y === 'string' ? collator.compare(x, y) : x < y ? -1 : 1;
      if (order !== 0) return sign * order;
    }
    const tie = (userOrder.get(a.id) ?? 0) - (userOrder.get(b.id) ?? 0);
    return reversed ? -tie : tie;
  };
  const list = [...ctx.world.users].sort(compare);
  ctx.views.orders.set(name, list);
  return list;
}

function nameTest(ctx: Ctx, name: string): (user: User) => boolean {
  const { names } = ctx.views;
  const loose = (value: string): string => fold(value).normalize('NFD').replace(/\p{M}/gu, '');
  if (ctx.on('m-name-marks')) {
    const wanted = loose(name);
    return (user) => (names.get(user.id) ?? []).some((text) => loose(text).includes(wanted));
  }
  const wanted = fold(name);
  if (ctx.on('m-name-whole')) return (user) => (names.get(user.id) ?? []).includes(wanted);
  if (ctx.on('m-name-start'))
    return (user) => (names.get(user.id) ?? []).some((text) => text.startsWith(wanted));
  if (ctx.on('m-name-words')) {
    const words = wanted.split(/\s+/).filter((word) => word !== '');
    return (user) =>
      words.every((word) => (names.get(user.id)?.[0] ?? '').split(/\s+/).some((one) => one.startsWith(word)));
  }
  const userName = ctx.on('m-name-username');
  return (user) =>
    (names.get(user.id) ?? []).some((text) => text.includes(wanted)) ||
    (userName && user.username?.includes(wanted) === true);
}

function matcher(ctx: Ctx, filters: Filters): (user: User) => boolean {
  const { views } = ctx;
  const tests: ((user: User) => boolean)[] = [];
  const anyCase = ctx.on('m-identifiers-any-case');
  const { userId, upn, externalId, username, email, name, role } = filters;
  if (userId) tests.push((user) => userId.has(user.id));
  const indexed = (
    filter: Several,
    index: Map<string, Set<string>>,
    own: (user: User) => string | undefined,
  ): void => {
    if (anyCase) {
      const wanted = new Set(filter.values.map(fold));
      tests.push((user) => wanted.has(fold(own(user) ?? '\u0000')));
      return;
    }
    const ids = new Set<string>();
    for (const value of filter.values)
      if (filter.has(value)) for (const id of index.get(value) ?? []) ids.add(id);
    const part = ctx.f(`${filter.name}-part`);
    tests.push((user) => ids.has(user.id) || (part && filter.has(own(user))));
  };
  if (upn) indexed(upn, views.byUpn, (user) => user.upn);
  if (externalId) indexed(externalId, views.byExternalId, (user) => user.externalId);
  if (username) indexed(username, views.byUsername, (user) => user.username);
  if (email !== undefined) {
    let ids = views.byEmail.get(fold(email)) ?? new Set<string>();
    if (ctx.on('m-email-case'))
      ids = new Set([...ids].filter((id) => views.userById.get(id)?.emails.includes(email)));
    if (ctx.f('email-one')) ids = new Set([...ids].slice(0, 1));
    const part = ctx.f('email-part');
    tests.push(
      (user) => ids.has(user.id) || (part && user.emails.some((one) => fold(one).endsWith(email.slice(1)))),
    );
  }
  if (name !== undefined) tests.push(nameTest(ctx, name));
  if (role !== undefined) {
    const ids = views.byRole.get(role);
    const firstOnly = ctx.f('role-first');
    const lastOnly = ctx.f('role-last');
    tests.push((user) => {
      if (firstOnly) return user.roles[0] === role;
      if (lastOnly) return user.roles[user.roles.length - 1] === role;
      return ids?.has(user.id) === true;
    });
  }
  const enabledOnly = tests.length > 0 && ctx.f('filter-enabled');
  if (tests.length > 1 && ctx.f('any-of')) return (user) => tests.some((test) => test(user));
  return (user) => !(enabledOnly && user.disabled) && tests.every((test) => test(user));
}

function twiceOf(filters: Filters): (user: User) => boolean {
  const { userId, upn, externalId, username } = filters;
  return (user) =>
    userId?.twice.has(user.id) === true ||
    upn?.twice.has(user.upn ?? '\u0000') === true ||
    externalId?.twice.has(user.externalId ?? '\u0000') === true ||
    username?.twice.has(user.username ?? '\u0000') === true;
}

export function searchUsers(ctx: Ctx, raw: RawSearch) {
  const { most } = raw;
  const filters: Filters = {
    userId: readSeveral(ctx, { name: 'userId', uuid: true, most }, raw.userId),
    upn: readSeveral(ctx, { name: 'upn', uuid: false, most }, raw.upn),
    externalId: readSeveral(ctx, { name: 'externalId', uuid: false, most }, raw.externalId),
    username: readSeveral(ctx, { name: 'username', uuid: false, most }, raw.username),
    email: readEmail(ctx, raw.email),
    name: readName(ctx, raw.name),
    role: readRole(ctx, raw.role),
  };
  const beside = ['limit', 'offset', 'cursor'].filter((name) => raw.paging[name] !== undefined);
  if (raw.sort !== undefined) beside.push('sort');
  forget(ctx, filters, beside);
  const filtered = Object.values(filters).some((one) => one !== undefined);
  const asked = mark(ctx, raw);
  const paging = readPaging(ctx, raw.paging, 'users', asked, filtered);
  const sort = readSort(ctx, raw.sort, filtered);
  const noneFor = ['userId', 'upn', 'externalId', 'username'] as const;
  const result = answerList<User>(ctx, paging, {
    all: () => ctx.world.users,
    filtered,
    filter: (rows) => {
      let found = rows.filter(matcher(ctx, filters));
      for (const name of noneFor) {
        if (found.length > 0 || filters[name] === undefined) continue;
        if (ctx.f(`${name}-unknown-404`)) throw new Refusal(404, 'User not found.');
        if (ctx.f(`${name}-unknown-all`)) found = [...rows];
      }
      if (!noneFor.some((name) => (filters[name]?.twice.size ?? 0) > 0)) return found;
      const twice = twiceOf(filters);
      return found.flatMap((user) => (twice(user) ? [user, user] : [user]));
    },
    sorted: sort.given,
    sort: (rows, plain) => {
      const order = ordered(ctx, plain ? { field: 'createdAt', down: true, given: false } : sort);
      if (rows === ctx.world.users) return order;
      const wanted = new Set(rows);
      const list = order.filter((user) => wanted.has(user));
      if (wanted.size === rows.length) return list;
      return list.flatMap((user) => rows.filter((one) => one === user));
    },
    key: keyOf(ctx, sort.field),
    show: (rows) => showUsers(ctx, rows, true),
    family: 'users',
    asked,
  });
  return result;
}
