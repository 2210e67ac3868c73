import { bodyOf, isObject, isUuid, object, oneOf, refuse, strings } from './checks.ts';
import type { Hooks } from './hooks.ts';
import { pageOut, readSort, readWindow, type Sort, sorted, sortOfQuery, windowOfQuery } from './lists.ts';
import { roles } from './names.ts';
import type { Ctx, Json, Out, State, User } from './types.ts';
import { userView } from './views.ts';

interface Filters {
  ids?: Set<string> | undefined;
  upns?: Set<string> | undefined;
  externalIds?: Set<string> | undefined;
  usernames?: Set<string> | undefined;
  email?: string | undefined;
  name?: string | undefined;
  role?: string | undefined;
}

const fields = ['createdAt', 'updatedAt', 'username', 'firstName', 'lastName'] as const;

function worthOf(field: string): (u: User) => string | number | undefined {
  const known = fields.find((f) => f === field) ?? 'createdAt';
  return (u) => u[known];
}

function emailFilter(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !/^[^@\s]+@[^@\s]+$/.test(value)) refuse('email is not an email address.');
  return value.toLowerCase();
}

function nameFilter(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value.length < 1) refuse('name must have one character or more.');
  return value.toLowerCase();
}

function uuids(list: string[], name: string): string[] {
  return list.map((v) =>
    isUuid(v) ? v.toLowerCase() : refuse(`${name} holds something that is not a UUID.`),
  );
}

/** The values of a parameter that is repeated: at most 30. */
export function repeated(c: Ctx, name: string): string[] | undefined {
  const all = c.query.getAll(name);
  if (all.length === 0) return undefined;
  if (all.length > 30) refuse(`${name} has more than 30 values.`);
  return all;
}

export function single(c: Ctx, name: string): string | undefined {
  const all = c.query.getAll(name);
  if (all.length > 1) refuse(`${name} is given twice.`);
  return all[0];
}

function setOf(list: string[] | undefined): Set<string> | undefined {
  return list ? new Set(list) : undefined;
}

const cached = new WeakMap<State, { size: number; orders: Map<string, User[]> }>();

function order(state: State, from: 'directory' | 'finder', sort: Sort): User[] {
  let memo = cached.get(state);
  if (!memo || memo.size !== state.log.length) {
    memo = { size: state.log.length, orders: new Map() };
    cached.set(state, memo);
  }
  const key = `${from} ${sort.field} ${sort.down}`;
  let list = memo.orders.get(key);
  if (!list) {
    list = sorted([...state[from].values()], worthOf(sort.field), sort.down);
    memo.orders.set(key, list);
  }
  return list;
}

function matches(u: User, f: Filters): boolean {
  if (f.ids && !f.ids.has(u.id)) return false;
  if (f.upns && !(u.upn !== undefined && f.upns.has(u.upn))) return false;
  if (f.externalIds && !(u.externalId !== undefined && f.externalIds.has(u.externalId))) return false;
  if (f.usernames && !f.usernames.has(u.username)) return false;
  if (f.role !== undefined && !u.roles.includes(f.role)) return false;
  if (f.name !== undefined && !u.fullName.toLowerCase().includes(f.name)) return false;
  if (f.email !== undefined && !u.emails.some((e) => e.toLowerCase() === f.email)) return false;
  return true;
}

function answer(
  h: Hooks,
  c: Ctx,
  from: 'directory' | 'finder',
  f: Filters,
  sort: Sort,
  w: Parameters<typeof pageOut>[4],
): Out {
  let rows = order(c.state, from, sort).filter((u) => matches(u, f));
  for (const fn of h.at('users', c)) rows = fn(rows, c);
  return pageOut(h, c, 'users', rows, w, (u) => userView(h, c, u, true));
}

export function listUsers(h: Hooks, c: Ctx): Out {
  const ids = repeated(c, 'userId');
  const role = single(c, 'role');
  const f: Filters = {
    ids: setOf(ids ? uuids(ids, 'userId') : undefined),
    upns: setOf(repeated(c, 'upn')),
    externalIds: setOf(repeated(c, 'externalId')),
    usernames: setOf(repeated(c, 'username')),
    email: emailFilter(single(c, 'email')),
    name: nameFilter(single(c, 'name')),
    role: role === undefined ? undefined : oneOf(roles)(role, 'role'),
  };
  const sort = readSort(sortOfQuery(c), fields, 'createdAt', true);
  return answer(h, c, 'directory', f, sort, windowOfQuery('users', c));
}

export function searchUsers(h: Hooks, c: Ctx): Out {
  const body = bodyOf(c);
  const s: Json = body['search'] === undefined ? {} : object(body['search'], 'search');
  const many = (name: string): string[] | undefined =>
    s[name] === undefined ? undefined : strings(s[name], name);
  const ids = many('userIds');
  const f: Filters = {
    ids: setOf(ids ? uuids(ids, 'userIds') : undefined),
    upns: setOf(many('upns')),
    externalIds: setOf(many('externalIds')),
    usernames: setOf(many('usernames')),
    email: emailFilter(s['email']),
    name: nameFilter(s['name']),
    role: s['role'] === undefined ? undefined : oneOf(roles)(s['role'], 'role'),
  };
  const from = body['sort'] === undefined ? {} : body['sort'];
  if (!isObject(from)) refuse('sort must be an object.');
  const sort = readSort(from, fields, 'createdAt', true);
  return answer(h, c, 'finder', f, sort, readWindow('users', body));
}
