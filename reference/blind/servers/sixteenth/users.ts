// GET /users and POST /users/search: one set of filters, two ways of giving them.

import { page } from './paging.ts';
import {
  all,
  bodySource,
  isUuid,
  one,
  pageAsk,
  querySource,
  refuse,
  type Source,
  sortAsk,
} from './params.ts';
import {
  type Asked,
  type Ctx,
  type Filter,
  type Json,
  Refusal,
  type Reply,
  type Row,
  type SortAsk,
  type UserRow,
} from './types.ts';
import { fullName, viewUser } from './views.ts';

const lists = ['userId', 'upn', 'externalId', 'username'] as const;
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);

// What holds for the values of filters wherever they stand.
function judge(c: Ctx, asked: Asked, status: number): void {
  for (const id of asked.userId ?? [])
    refuse(c, 'userId.uuid', !isUuid(id), status, 'userId must be a UUID', id);
  if (asked.email !== undefined)
    refuse(
      c,
      'email.form',
      !isEmail(asked.email) && c.s.emailGrammar === 'refused',
      status,
      'email must be an address',
      asked.email,
    );
  if (asked.name !== undefined)
    refuse(c, 'name.short', asked.name.length < 1, status, 'name must not be empty', asked.name);
  if (asked.role !== undefined)
    refuse(
      c,
      'role.known',
      !c.s.roles.includes(asked.role) && c.s.badRole === 'refuse',
      status,
      'unknown role',
      asked.role,
    );
}

function sameText(c: Ctx, a: string | undefined, b: string): boolean {
  if (a === undefined) return false;
  return c.s.textCase === 'any' ? a.toLowerCase() === b.toLowerCase() : a === b;
}

function nameFits(c: Ctx, row: UserRow, wanted: string): boolean {
  const want = wanted.toLowerCase();
  const names = [fullName(c, row), row.firstName, row.lastName]
    .filter((part): part is string => part !== undefined)
    .map((part) => part.toLowerCase());
  if (c.s.nameMatch === 'full') return names.includes(want);
  if (c.s.nameMatch === 'prefix') return names.some((part) => part.startsWith(want));
  if (c.s.nameMatch === 'words')
    return want
      .split(/\s+/)
      .filter(Boolean)
      .every((word) => names.some((part) => part.includes(word)));
  return names.some((part) => part.includes(want));
}

function filtersOf(c: Ctx, asked: Asked): Filter<UserRow>[] {
  const filters: Filter<UserRow>[] = [];
  const low = (text: string) => text.toLowerCase();
  if (asked.userId) {
    const ids = asked.userId.map(low);
    filters.push({ name: 'userId', values: asked.userId, keep: (row) => ids.includes(low(row.userId)) });
  }
  for (const name of ['upn', 'externalId', 'username'] as const) {
    const values = asked[name];
    if (values)
      filters.push({ name, values, keep: (row) => values.some((value) => sameText(c, row[name], value)) });
  }
  if (asked.email !== undefined) {
    const email = low(asked.email);
    filters.push({
      name: 'email',
      values: [asked.email],
      keep: (row) =>
        (c.s.emailMatch === 'primary' ? row.emails.slice(0, 1) : row.emails).some(
          (one) => low(one) === email,
        ),
    });
  }
  const { name, role } = asked;
  if (name !== undefined)
    filters.push({ name: 'name', values: [name], keep: (row) => nameFits(c, row, name) });
  if (role !== undefined)
    filters.push({ name: 'role', values: [role], keep: (row) => row.roles.includes(role) });
  return filters;
}

export const userOrders = {
  createdAt: (row: UserRow) => row.createdAt,
  updatedAt: (row: UserRow) => row.updatedAt,
  username: (row: UserRow) => row.username,
  lastName: (row: UserRow) => row.lastName?.toLowerCase(),
  firstName: (row: UserRow) => row.firstName?.toLowerCase(),
  externalId: (row: UserRow) => row.externalId,
};

// Filter, order, cut.
export function listing<T extends Row>(
  c: Ctx,
  rows: T[],
  filters: Filter<T>[],
  order: SortAsk | null,
  ask: ReturnType<typeof pageAsk>,
  view: (row: T) => Json,
): Reply {
  let found = c.step('source', rows) as T[];
  for (const filter of filters) {
    const step = c.step('filter', filter);
    found = found.filter((row) => step.keep(row));
  }
  found = c.step('rows', found) as T[];
  if (order) found = [...found].sort((a, b) => order.compare(a, b));
  return page(c, c.step('sorted', found), ask, (row) => view(row as T));
}

function answer(c: Ctx, asked: Asked, source: Source): Reply {
  const ask = pageAsk(c, source);
  const order = sortAsk(c, source, c.s.userSorts, userOrders, ['createdAt', 'desc']);
  c.bag.asked = asked;
  c.bag.order = order;
  return listing(c, c.w.users, filtersOf(c, asked), order, ask, (row) => viewUser(c, row, true));
}

export function checkParams(c: Ctx, known: string[]): void {
  for (const [name] of c.query) {
    const fine = known.includes(name) || known.includes(name.replace(/\[.*$/, '[]'));
    refuse(
      c,
      'param.unknown',
      c.s.unknownParam === 'refuse' && !fine,
      400,
      `unknown parameter ${name}`,
      name,
    );
  }
}

export function listUsers(c: Ctx): Reply {
  checkParams(c, [...lists, 'email', 'name', 'role', 'limit', 'offset', 'cursor', 'sort[]']);
  const asked: Asked = {};
  for (const name of lists) {
    const values = all(c, name);
    if (!values.length) continue;
    refuse(c, `${name}.most`, values.length > 30, 400, `at most 30 values of ${name}`, values);
    if (name === 'userId' || c.s.emptyParam !== 'ignore') {
      asked[name] = values;
      continue;
    }
    const full = values.filter((value) => value !== '');
    if (full.length) asked[name] = full;
  }
  const email = one(c, 'email');
  const name = one(c, 'name');
  const role = one(c, 'role');
  if (email !== undefined && !(email === '' && c.s.emptyParam === 'ignore')) asked.email = email;
  if (name !== undefined) asked.name = name;
  if (role !== undefined && !(role === '' && c.s.emptyParam === 'ignore')) asked.role = role;
  judge(c, asked, 400);
  return answer(c, asked, querySource(c));
}

// The filters of a search body, with the forms that they must have.
export function bodyTexts(c: Ctx, search: Json, name: string): string[] | undefined {
  let value = search[name];
  if (value === undefined || (value === null && c.s.nullFilters)) return undefined;
  const texts = Array.isArray(value) && value.every((one) => typeof one === 'string');
  refuse(c, `body.${name}`, !texts, c.s.searchStatus, `${name} must be a list of texts`, value);
  if (!Array.isArray(value)) value = [value];
  if ((value as string[]).length === 0) {
    refuse(
      c,
      'body.emptyIds',
      c.s.emptyIds === 'refuse',
      c.s.searchStatus,
      `${name} must not be empty`,
      value,
    );
    if (c.s.emptyIds === 'all') return undefined;
  }
  return value as string[];
}

export function searchBody(c: Ctx): { body: Json; search: Json } {
  const status = c.s.searchStatus;
  refuse(
    c,
    'body.object',
    typeof c.body !== 'object' || c.body === null || Array.isArray(c.body),
    status,
    'a JSON object is required as body',
    c.body,
  );
  const body = (c.body ?? {}) as Json;
  const search = body['search'];
  refuse(
    c,
    'body.search',
    search === undefined
      ? c.s.searchRequired
      : typeof search !== 'object' || search === null || Array.isArray(search),
    status,
    'search must be an object',
    search,
  );
  return { body, search: (search ?? {}) as Json };
}

export function searchUsers(c: Ctx): Reply {
  const { body, search } = searchBody(c);
  const asked: Asked = {};
  const pairs = [
    ['userIds', 'userId'],
    ['upns', 'upn'],
    ['externalIds', 'externalId'],
    ['usernames', 'username'],
  ] as const;
  for (const [name, filter] of pairs) {
    const values = bodyTexts(c, search, name);
    if (values) asked[filter] = values;
  }
  for (const name of ['email', 'name', 'role'] as const) {
    const value = search[name];
    if (value === undefined || (value === null && c.s.nullFilters)) continue;
    refuse(c, `body.${name}`, typeof value !== 'string', c.s.searchStatus, `${name} must be a text`, value);
    if (typeof value === 'string') asked[name] = value;
  }
  judge(c, asked, c.s.searchStatus);
  return answer(c, asked, bodySource(body));
}

export function findUser(c: Ctx, id: string): UserRow {
  const key = c.s.uuidCase ? id.toLowerCase() : id;
  const user = c.w.users.find((row) => (c.s.uuidCase ? row.userId.toLowerCase() : row.userId) === key);
  const rule = c.step('rule', { code: 'user.there', fails: !user, status: c.s.noUser, value: id });
  if (!user || rule.fails) throw new Refusal(rule.status, 'no-user', 'no such user');
  return user;
}
