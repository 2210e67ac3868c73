import { HttpError } from '../errors.ts';
import { foldAccents, isEmail, isObject, isUuid, singleValue } from '../params.ts';
import { fullNameOf } from '../render.ts';
import type { Context } from '../router.ts';
import type { Json, JsonObject, Role, UserRow } from '../types.ts';
import { ROLES } from '../types.ts';

/** What a list of users is asked for. The parts are joined by "and". */
export type UserFilter = {
  userIds?: string[];
  upns?: string[];
  externalIds?: string[];
  usernames?: string[];
  email?: string;
  name?: string;
  role?: Role;
};

export type UserSortField = 'createdAt' | 'updatedAt' | 'username' | 'lastName';
export type UserSort = { field: UserSortField; descending: boolean };

const FIELDS: readonly UserSortField[] = ['createdAt', 'updatedAt', 'username', 'lastName'];

export function roleOf(text: string): Role {
  const role = ROLES.find((r) => r === text.toLowerCase());
  if (role === undefined) throw new HttpError(400, `role must be one of ${ROLES.join(', ')}`);
  return role;
}

function checkedEmail(text: string): string {
  if (!isEmail(text)) throw new HttpError(400, 'email must be an e-mail address');
  return text.toLowerCase();
}

function checkedUuids(label: string, values: readonly string[]): string[] {
  for (const value of values) if (!isUuid(value)) throw new HttpError(400, `${label} must hold UUIDs`);
  return values.map((v) => v.toLowerCase());
}

// ---- from the query string of GET /users

function repeated(query: URLSearchParams, name: string, max: number): string[] | undefined {
  const values = query.getAll(name);
  if (values.length === 0) return undefined;
  if (values.length > max) throw new HttpError(400, `${name} takes at most 30 values`);
  if (values.some((v) => v === '')) throw new HttpError(400, `${name} must not be empty`);
  return values;
}

export function filterFromQuery({ query, flags }: Context): UserFilter {
  const filter: UserFilter = {};
  const userIds = repeated(query, 'userId', 30);
  if (userIds !== undefined) {
    filter.userIds = checkedUuids('userId', userIds);
    if (flags.on('users-userid-last-only')) filter.userIds = filter.userIds.slice(-1);
  }
  const upns = repeated(query, 'upn', 30);
  if (upns !== undefined) filter.upns = upns;
  const externalIds = repeated(query, 'externalId', 30);
  if (externalIds !== undefined) filter.externalIds = externalIds;
  const usernames = repeated(query, 'username', flags.on('users-username-30-refused') ? 29 : 30);
  if (usernames !== undefined) filter.usernames = usernames.map((u) => u.toLowerCase());
  const email = singleValue(query, 'email');
  if (email !== undefined) filter.email = checkedEmail(email);
  const name = singleValue(query, 'name');
  if (name !== undefined) {
    if (name === '' && !flags.on('users-empty-name-accepted'))
      throw new HttpError(400, 'name must hold at least one character');
    filter.name = name;
  }
  const role = singleValue(query, 'role');
  if (role !== undefined) filter.role = roleOf(role);
  return filter;
}

export function sortFromQuery({ query }: Context): UserSort | undefined {
  const field = singleValue(query, 'sort[field]');
  const direction = singleValue(query, 'sort[direction]');
  if (query.has('sort')) throw new HttpError(400, 'sort takes sort[field] and sort[direction]');
  if (field === undefined && direction === undefined) return undefined;
  const sort = sortOf(field, direction);
  return sort;
}

export function sortOf(field: string | undefined, direction: string | undefined): UserSort {
  const known = FIELDS.find((f) => f === (field ?? 'createdAt'));
  if (known === undefined) throw new HttpError(400, `sort field must be one of ${FIELDS.join(', ')}`);
  if (direction !== undefined && direction !== 'asc' && direction !== 'desc') {
    throw new HttpError(400, 'sort direction must be asc or desc');
  }
  return { field: known, descending: direction !== 'asc' };
}

// ---- from the body of POST /users/search

function strings(label: string, value: Json): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw new HttpError(400, `${label} must be an array`);
  const found = value.map((item) => {
    if (typeof item !== 'string') throw new HttpError(400, `${label} must hold strings`);
    return item;
  });
  return found.length === 0 ? undefined : found;
}

function text(label: string, value: Json): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new HttpError(400, `${label} must be a string`);
  return value;
}

export function filterFromBody(search: Json, { flags }: Context): UserFilter {
  if (search === undefined || search === null) return {};
  if (!isObject(search)) throw new HttpError(400, 'search must be an object');
  const filter: UserFilter = {};
  let userIds = strings('userIds', search['userIds']);
  if (userIds !== undefined) {
    if (flags.on('search-userids-cut-at-30')) userIds = userIds.slice(0, 30);
    filter.userIds = checkedUuids('userIds', userIds);
  }
  const upns = strings('upns', search['upns']);
  if (upns !== undefined) filter.upns = upns;
  const externalIds = strings('externalIds', search['externalIds']);
  if (externalIds !== undefined) filter.externalIds = externalIds;
  const usernames = strings('usernames', search['usernames']);
  if (usernames !== undefined) {
    if (flags.on('search-usernames-31-refused') && usernames.length > 30)
      throw new HttpError(400, 'usernames takes at most 30 values');
    filter.usernames = usernames.map((u) => u.toLowerCase());
  }
  const email = text('email', search['email']);
  if (email !== undefined) filter.email = checkedEmail(email);
  const name = text('name', search['name']);
  if (name !== undefined) {
    if (name === '') throw new HttpError(400, 'name must hold at least one character');
    filter.name = name;
  }
  const role = text('role', search['role']);
  if (role !== undefined) filter.role = roleOf(role);
  return filter;
}

export function sortFromBody(body: JsonObject): UserSort | undefined {
  const sort = body['sort'];
  if (sort === undefined || sort === null) return undefined;
  if (!isObject(sort)) throw new HttpError(400, 'sort must be an object');
  return sortOf(text('sort.field', sort['field']), text('sort.direction', sort['direction']));
}

// ---- running the query

/** The cheapest set of candidates: an index where one of the identifying filters is given. */
function candidates({ store }: Context, filter: UserFilter): UserRow[] {
  const from = (keysOf: readonly string[], find: (key: string) => UserRow | undefined): UserRow[] => {
    const found = new Map<string, UserRow>();
    for (const key of keysOf) {
      const row = find(key);
      if (row !== undefined) found.set(row.id, row);
    }
    return [...found.values()];
  };
  if (filter.userIds !== undefined) return from(filter.userIds, (id) => store.users.get(id));
  if (filter.usernames !== undefined) return from(filter.usernames, (u) => store.userByUsername(u));
  if (filter.upns !== undefined) return from(filter.upns, (u) => store.userByUpn(u));
  if (filter.externalIds !== undefined) return from(filter.externalIds, (e) => store.userByExternalId(e));
  return [...store.users.values()];
}

function nameMatches(row: UserRow, name: string, { flags }: Context): boolean {
  if (flags.on('users-name-pattern-500'))
    return new RegExp(foldAccents(name)).test(foldAccents(fullNameOf(row)));
  return foldAccents(fullNameOf(row)).includes(foldAccents(name));
}

export function runFilter(context: Context, filter: UserFilter): UserRow[] {
  const { flags } = context;
  const f: UserFilter = { ...filter };
  if (flags.on('users-email-ignored-with-role') && f.role !== undefined) delete f.email;
  if (flags.on('users-externalid-ignored-with-username') && f.usernames !== undefined) delete f.externalIds;
  let rows = candidates(context, f);
  if (f.userIds !== undefined) {
    const wanted = new Set(f.userIds);
    rows = rows.filter((u) => wanted.has(u.id));
  }
  if (f.usernames !== undefined) {
    const wanted = new Set(f.usernames);
    rows = rows.filter((u) => wanted.has(u.username.toLowerCase()));
  }
  if (f.upns !== undefined) {
    const wanted = new Set(f.upns);
    rows = rows.filter((u) => u.upn !== undefined && wanted.has(u.upn));
  }
  if (f.externalIds !== undefined) {
    const wanted = new Set(f.externalIds);
    rows = rows.filter((u) => u.externalId !== undefined && wanted.has(u.externalId));
  }
  const email = f.email;
  if (email !== undefined) {
    rows = rows.filter((u) => u.emails.some((e) => e.toLowerCase() === email));
  }
  const name = f.name;
  if (name !== undefined && name !== '') {
    rows = rows.filter((u) => nameMatches(u, name, context));
  }
  const role = f.role;
  if (role !== undefined) {
    rows = rows.filter((u) =>
      flags.on('users-role-first-only') ? u.roles[0] === role : u.roles.includes(role),
    );
  }
  return rows;
}

export function sortValue(row: UserRow, field: UserSortField): string {
  // Instants have one length, so that they compare as text as well.
  if (field === 'createdAt') return new Date(row.createdAt).toISOString();
  if (field === 'updatedAt') return new Date(row.updatedAt).toISOString();
  if (field === 'username') return row.username;
  return row.lastName ?? '';
}
