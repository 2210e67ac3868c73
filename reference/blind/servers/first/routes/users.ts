import { type App, badRequest, type Context, type Reply, type Route } from '../app.ts';
import { ROLES, type UserRow } from '../db/tables.ts';
import { isEmail, type Json, many, objectOf, single, stringList, uuid, uuidList } from '../http/input.ts';
import {
  bodyPage,
  bodySort,
  type Order,
  type Page,
  type PageRequest,
  paginate,
  queryPage,
  querySort,
  type SortRequest,
} from '../http/pages.ts';
import { type Groups, groupsOf, roleNames, toUser } from '../mappers.ts';

interface UserFilter {
  ids?: string[] | undefined;
  upns?: string[] | undefined;
  externalIds?: string[] | undefined;
  usernames?: string[] | undefined;
  email?: string | undefined;
  name?: string | undefined;
  role?: string | undefined;
}

const FIELDS = ['createdAt', 'updatedAt', 'firstName', 'lastName', 'username'];
const DEFAULT: SortRequest = { field: 'createdAt', direction: 'desc' };

function orderOf(sort: SortRequest): Order<UserRow> {
  const keys: Record<string, (row: UserRow) => string | number> = {
    createdAt: (row) => row.created,
    updatedAt: (row) => row.updated,
    firstName: (row) => row.first_name,
    lastName: (row) => row.last_name,
    username: (row) => row.username,
  };
  return {
    name: sort.field,
    direction: sort.direction,
    key: keys[sort.field] as (row: UserRow) => string | number,
    id: (row) => row.id,
  };
}

function words(text: string): string[] {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLocaleLowerCase('en')
    .split(/[\s'’-]+/u)
    .filter((word) => word !== '');
}

/** Every word asked for begins a word of the user's name. */
function nameMatches(app: App, row: UserRow, name: string): boolean {
  const full = `${row.first_name} ${row.last_name}`;
  if (app.bugs.has('manner.name-contains'))
    return full.toLocaleLowerCase('en').includes(name.toLocaleLowerCase('en'));
  const have = words(full);
  return words(name).every((word) => have.some((other) => other.startsWith(word)));
}

function checkFilter(app: App, filter: UserFilter): UserFilter {
  if (filter.email !== undefined && !isEmail(filter.email))
    throw badRequest('email must be an e-mail address');
  if (filter.name === '') throw badRequest('name must not be empty');
  if (filter.role !== undefined && !roleNames(app, ROLES).includes(filter.role))
    throw badRequest('role is not known');
  return filter;
}

function predicates(app: App, filter: UserFilter): ((row: UserRow) => boolean)[] {
  const { bugs, db } = app;
  const tests: ((row: UserRow) => boolean)[] = [];
  const { ids, upns, externalIds, usernames, email, name, role } = filter;
  if (ids !== undefined) tests.push((row) => ids.includes(row.id));
  if (upns !== undefined) tests.push((row) => row.upn !== null && upns.includes(row.upn));
  if (externalIds !== undefined) {
    const found = new Set(externalIds.flatMap((id) => db.byExternalId.get(id) ?? []));
    tests.push((row) => found.has(row.id));
  }
  if (usernames !== undefined) {
    const lower = new Set(usernames.map((username) => username.toLowerCase()));
    tests.push((row) => lower.has(row.username.toLowerCase()));
  }
  if (email !== undefined)
    tests.push((row) => row.emails.some((address) => address.toLowerCase() === email.toLowerCase()));
  if (name !== undefined) tests.push((row) => nameMatches(app, row, name));
  if (role !== undefined) {
    tests.push((row) =>
      roleNames(app, bugs.has('role-first-only') ? row.roles.slice(0, 1) : row.roles).includes(role),
    );
  }
  return tests;
}

function select(app: App, filter: UserFilter): UserRow[] {
  const tests = predicates(app, filter);
  return [...app.db.users.values()].filter((row) => tests.every((test) => test(row)));
}

function answer(
  app: App,
  { rows, pagination }: Page<UserRow>,
  groups: (row: UserRow, index: number) => Groups,
): Reply {
  return {
    status: 200,
    body: { data: rows.map((row, index) => toUser(app, row, groups(row, index))), pagination },
  };
}

function readFilter({ app, bugs, query }: Context): UserFilter {
  let usernames = many(query, 'username', 30);
  // The query parser makes an object of arrays with more than 20 items, and the filter then is not an array.
  if (bugs.has('qs-array-limit') && (usernames?.length ?? 0) > 20) usernames = undefined;
  const filter = checkFilter(app, {
    ids: many(query, 'userId', 30)?.map((id) => uuid(id, 'userId')),
    upns: many(query, 'upn', bugs.has('upn-30-rejected') ? 29 : 30),
    externalIds: many(query, 'externalId', 30),
    usernames,
    email: single(query, 'email'),
    name: single(query, 'name'),
    role: single(query, 'role'),
  });
  if (bugs.has('users-leak-role')) {
    // The filter is kept on the handler, and only reset by a request that ends well.
    const leaked = app.memo.get('role') as string | undefined;
    if (filter.role !== undefined) app.memo.set('role', filter.role);
    else filter.role = leaked;
  }
  return filter;
}

function list(context: Context): Reply {
  const { app, bugs, query } = context;
  const filter = readFilter(context);
  const page: PageRequest = queryPage(query, bugs, 'users');
  const sort = querySort(
    query,
    FIELDS,
    bugs.has('users-sort-asc') ? { field: 'createdAt', direction: 'asc' } : DEFAULT,
  );
  app.memo.delete('role');
  if (page.cursor !== null && bugs.has('users-cursor-drops-role')) filter.role = undefined;
  const cut = paginate(select(app, filter), orderOf(sort), page, bugs, 'users');
  if (bugs.has('users-total-cache')) {
    const key = `total:${filter.role ?? ''}:${filter.name === undefined ? '' : 'name'}`;
    const total = app.memo.get(key) as number | undefined;
    app.memo.set(key, total ?? cut.pagination.total);
    cut.pagination.total = total ?? cut.pagination.total;
  }
  return answer(app, cut, (row) => {
    if (!bugs.has('users-stale-groups')) return groupsOf(app, row.id);
    const key = `groups:${row.id}`;
    const groups = (app.memo.get(key) as Groups | undefined) ?? groupsOf(app, row.id);
    app.memo.set(key, groups);
    return groups;
  });
}

function bodyFilter(app: App, search: Json): UserFilter {
  const text = (name: string): string | undefined => {
    const value = search[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string') throw badRequest(`${name} must be a string`);
    return value;
  };
  return checkFilter(app, {
    ids: uuidList(search['userIds'], 'userIds'),
    upns: stringList(search['upns'], 'upns'),
    externalIds: stringList(search['externalIds'], 'externalIds'),
    usernames: stringList(search['usernames'], 'usernames'),
    email: text('email'),
    name: text('name'),
    role: text('role'),
  });
}

function search(context: Context): Reply {
  const { app, bugs } = context;
  const body = objectOf(context.body, 'body');
  const filter = bodyFilter(app, objectOf(body['search'] ?? {}, 'search'));
  const page = bodyPage(body, bugs, 'users/search');
  const sort = bodySort(body['sort'], FIELDS, DEFAULT);
  if (bugs.has('search-chunk') && filter.ids !== undefined && filter.ids.length > 100) {
    filter.ids = filter.ids.slice(Math.floor((filter.ids.length - 1) / 100) * 100);
  }
  const cut = paginate(select(app, filter), orderOf(sort), page, bugs, 'users/search');
  return answer(app, cut, (row, index) => {
    if (!bugs.has('search-batch-loader') || index < 50) return groupsOf(app, row.id);
    // The loader's batch holds 50 keys; what follows gets the answer of the same place in the first batch.
    return groupsOf(app, (cut.rows[index % 50] as UserRow).id);
  });
}

const base = { permission: 'read', style: 'problem', experimental: false } as const;

export const userRoutes: readonly Route[] = [
  { ...base, method: 'GET', path: '/users', hasBody: false, handle: list },
  { ...base, method: 'POST', path: '/users/search', hasBody: true, handle: search },
];
