import {
  bad,
  bodyOf,
  bracketed,
  compact,
  isEmail,
  isObject,
  iso,
  isUuid,
  one,
  optionalText,
  textList,
  uuid,
} from './http.ts';
import type { PageAsk } from './paging.ts';
import { pageOfBody, pageOfQuery, paginate } from './paging.ts';
import type { App, Call, Json, JsonObject, Reply, Role, UserRow } from './types.ts';
import { currentYear } from './years.ts';

export function classIdsOf(app: App, userId: string): string[] {
  return app.store.classes
    .filter((c) => c.studentIds.has(userId) || c.teacherIds.has(userId))
    .map((c) => c.classId);
}

export function cohortIdsOf(app: App, userId: string): string[] {
  return app.store.cohorts.filter((c) => c.studentIds.has(userId)).map((c) => c.cohortId);
}

/** A user as shown; withGroups for the operations named under Versioning 6. */
export function userView(app: App, user: UserRow, withGroups: boolean): JsonObject {
  const classIds = withGroups ? classIdsOf(app, user.userId) : [];
  const cohortIds = withGroups ? cohortIdsOf(app, user.userId) : [];
  if (app.on('manner.inner-lists-reversed')) {
    classIds.reverse();
    cohortIds.reverse();
  }
  const shown = compact({
    userId: user.userId,
    username: user.username,
    upn: user.upn,
    roles: [...user.roles],
    externalId: user.externalId,
    fullName: user.fullName,
    firstName: user.firstName,
    lastName: user.lastName,
    emails: [...user.emails],
    gender: user.gender,
    dateOfBirth: user.dateOfBirth,
    createdAt: iso(user.createdAt),
    updatedAt: iso(user.updatedAt),
    enabled: user.enabled,
    classIds,
    cohortIds,
  });
  if (withGroups && app.on('manner.empty-groups-shown')) {
    shown['classIds'] = classIds;
    shown['cohortIds'] = cohortIds;
  }
  if (app.on('manner.user-extra-fields')) {
    shown['displayName'] = `${user.lastName}, ${user.firstName}`;
    shown['locale'] = 'en-GB';
  }
  if (app.on('user-null-upn') && user.upn === '') shown['upn'] = null;
  if (app.on('user-empty-external-id') && user.externalId === '') shown['externalId'] = '';
  if (app.on('user-single-role-string') && user.roles.length === 1) shown['roles'] = user.roles[0] as string;
  if (app.on('user-roles-first-only') && user.roles.length > 1) shown['roles'] = [user.roles[0] as string];
  if (app.on('user-many-emails-joined') && user.emails.length > 1) shown['emails'] = [user.emails.join(';')];
  if (app.on('user-birth-date-time') && user.dateOfBirth !== '')
    shown['dateOfBirth'] = `${user.dateOfBirth}T00:00:00.000Z`;
  if (app.on('user-created-trims-zero-millis'))
    shown['createdAt'] = iso(user.createdAt).replace('.000Z', 'Z');
  if (app.on('user-updated-epoch')) shown['updatedAt'] = user.updatedAt;
  if (app.on('user-created-is-updated')) shown['createdAt'] = iso(user.updatedAt);
  return shown;
}

interface UserFilter {
  userIds?: string[];
  upns?: string[];
  externalIds?: string[];
  usernames?: string[];
  email?: string;
  name?: string;
  role?: Role;
}

interface UserSort {
  field: string;
  direction: string;
  given: boolean;
}

const SORT_FIELDS = ['createdAt', 'updatedAt', 'firstName', 'lastName', 'username'];
const ROLES: readonly string[] = ['student', 'teacher', 'admin'];

function checkedSort(
  app: App,
  call: Call,
  field: string | undefined,
  direction: string | undefined,
): UserSort {
  const sort: UserSort = {
    field: field ?? 'createdAt',
    direction: direction ?? 'desc',
    given: field !== undefined || direction !== undefined,
  };
  if (!SORT_FIELDS.includes(sort.field)) throw bad('sort[field] is not one to sort by');
  if (sort.direction !== 'asc' && sort.direction !== 'desc') throw bad('sort[direction] must be asc or desc');
  if (app.on('users-default-sort-ascending') && call.op === 'GET /users' && !sort.given)
    sort.direction = 'asc';
  if (app.on('users-search-default-sort-name') && call.op === 'POST /users/search' && !sort.given)
    sort.field = 'lastName';
  return sort;
}

function checkedFilter(app: App, raw: UserFilter, roleText: string | undefined): UserFilter {
  const filter: UserFilter = { ...raw };
  if (raw.userIds !== undefined) {
    const ids =
      app.on('users-bad-user-id-ignored') && raw.userIds.some(isUuid)
        ? raw.userIds.filter(isUuid)
        : raw.userIds;
    filter.userIds = ids.map((id) => uuid(id, 'userId'));
  }
  if (raw.email !== undefined && !isEmail(raw.email) && !app.on('users-bad-email-taken'))
    throw bad('email must be an email address');
  if (raw.name !== undefined && raw.name === '' && !app.on('users-empty-name-taken'))
    throw bad('name must hold at least one character');
  if (roleText !== undefined) {
    if (ROLES.includes(roleText)) filter.role = roleText as Role;
    else if (!app.on('users-unknown-role-ignored')) throw bad('role is not known');
  }
  return filter;
}

const lower = (s: string): string => s.toLowerCase();

function findUsers(app: App, call: Call, filter: UserFilter): UserRow[] {
  const search = call.op === 'POST /users/search';
  const { email, name, role } = filter;
  const tests: ((u: UserRow) => boolean)[] = [];
  const listTests: ((u: UserRow) => boolean)[] = [];
  if (filter.userIds !== undefined) {
    let ids = filter.userIds;
    if (app.on('users-first-user-id-only') && !search) ids = ids.slice(0, 1);
    listTests.push((u) => ids.includes(u.userId));
  }
  if (filter.upns !== undefined) {
    let upns = filter.upns;
    if (app.on('users-last-upn-only') && !search) upns = upns.slice(-1);
    listTests.push((u) => u.upn !== '' && upns.includes(u.upn));
  }
  if (filter.externalIds !== undefined) {
    let ids = filter.externalIds;
    if (app.on('users-external-id-split-at-comma')) ids = ids.flatMap((id) => id.split(','));
    listTests.push(
      (u) =>
        u.externalId !== '' &&
        (app.on('users-external-id-prefix')
          ? ids.some((id) => u.externalId.startsWith(id))
          : ids.includes(u.externalId)),
    );
  }
  if (filter.usernames !== undefined) {
    const names = filter.usernames;
    listTests.push((u) =>
      app.on('users-username-contains')
        ? names.some((n) => u.username.includes(n))
        : names.includes(u.username),
    );
  }
  if (app.on('users-lists-joined-by-or') && listTests.length > 1)
    tests.push((u) => listTests.some((t) => t(u)));
  else tests.push(...listTests);
  if (email !== undefined) {
    let wanted = lower(email);
    if (app.on('users-email-plus-lost')) wanted = wanted.replace(/\+/g, ' ');
    tests.push((u) =>
      (app.on('users-email-first-only') ? u.emails.slice(0, 1) : u.emails).some((e) => lower(e) === wanted),
    );
  }
  if (name !== undefined) {
    tests.push((u) => lower(u.fullName).includes(lower(name)));
  }
  if (role !== undefined && !(app.on('users-search-name-drops-role') && search && name !== undefined)) {
    tests.push((u) => (app.on('users-role-first-only') ? u.roles[0] === role : u.roles.includes(role)));
  }
  if (app.on('users-search-hides-disabled') && search) tests.push((u) => u.enabled);
  let found = app.store.users.filter((u) => tests.every((t) => t(u)));
  if (app.on('users-no-match-gives-all') && found.length === 0 && filter.usernames !== undefined)
    found = [...app.store.users];
  if (app.on('users-repeated-value-twice') && !search && filter.userIds !== undefined) {
    found = filter.userIds.flatMap((id) => found.filter((u) => u.userId === id));
  }
  return found;
}

function ordered(app: App, call: Call, users: readonly UserRow[], sort: UserSort): UserRow[] {
  let field = sort.field;
  if (app.on('users-sort-updated-by-created') && field === 'updatedAt') field = 'createdAt';
  if (app.on('users-search-sort-ignored') && call.op === 'POST /users/search' && sort.given)
    field = 'createdAt';
  const key = (u: UserRow): string => {
    if (field === 'createdAt') return iso(u.createdAt);
    if (field === 'updatedAt') return iso(u.updatedAt);
    if (field === 'firstName') return u.firstName;
    return field === 'lastName' ? u.lastName : u.username;
  };
  let sign = sort.direction === 'asc' ? 1 : -1;
  if (app.on('users-sort-name-always-ascending') && (field === 'lastName' || field === 'firstName')) sign = 1;
  const tie = app.on('manner.ties-the-other-way') ? -1 : 1;
  return [...users].sort((a, b) => {
    const x = key(a);
    const y = key(b);
    if (x !== y) return x < y ? -sign : sign;
    return a.userId < b.userId ? -tie : tie;
  });
}

function answer(app: App, call: Call, filter: UserFilter, sort: UserSort, ask: PageAsk): Reply {
  const search = call.op === 'POST /users/search';
  let users = findUsers(app, call, filter);
  if (app.on('users-cursor-drops-filter') && ask.viaCursor && !search) users = app.store.users;
  users = ordered(app, call, users, sort);
  if (app.on('users-sort-within-page-only') && sort.given && !search && !ask.viaCursor) {
    const base = ordered(app, call, users, { field: 'createdAt', direction: 'desc', given: false });
    const page = base.slice(ask.start, ask.start + ask.limit);
    base.splice(ask.start, page.length, ...ordered(app, call, page, sort));
    users = base;
  }
  if (app.on('users-ties-depend-on-page') && sort.given && sort.field === 'lastName' && ask.start > 0) {
    users = [...users].sort((a, b) => (a.lastName === b.lastName ? (a.userId < b.userId ? 1 : -1) : 0));
  }
  const current = currentYear(app).academicYearId;
  const body = paginate(app, call, users, ask, (u) => {
    const shown = userView(app, u, true);
    if (app.on('users-list-no-class-ids') && !search) delete shown['classIds'];
    if (app.on('users-search-no-cohort-ids') && search) delete shown['cohortIds'];
    if (app.on('users-search-class-ids-current-only') && search && shown['classIds'] !== undefined) {
      const ids = (shown['classIds'] as string[]).filter((id) =>
        app.store.classes.some((c) => c.classId === id && c.academicYearId === current),
      );
      if (ids.length > 0) shown['classIds'] = ids;
      else delete shown['classIds'];
    }
    if (app.on('users-list-teacher-classes-missing') && !search && u.roles.includes('teacher'))
      delete shown['classIds'];
    if (app.on('users-search-birth-day-before') && search && u.dateOfBirth !== '') {
      shown['dateOfBirth'] = iso(Date.parse(u.dateOfBirth) - 86400000).slice(0, 10);
    }
    if (app.on('users-search-class-objects') && search && shown['cohortIds'] !== undefined) {
      shown['cohortIds'] = (shown['cohortIds'] as string[]).join(',');
    }
    return shown;
  });
  return { status: 200, body };
}

export function listUsers(app: App, call: Call): Reply {
  const ask = pageOfQuery(app, call);
  const many = (name: string): string[] | undefined => {
    const values = call.query.getAll(name);
    if (values.length === 0) return undefined;
    let max = 30;
    if (name === 'externalId' && app.on('users-30-external-ids-refused')) max = 29;
    if (name === 'userId' && app.on('users-31-user-ids-taken')) max = 1000;
    if (name === 'username' && app.on('users-31-usernames-taken')) max = 1000;
    if (name === 'upn' && app.on('users-31-upns-cut')) return values.slice(0, 30);
    if (values.length > max) throw bad(`${name} takes at most 30 values`);
    return values;
  };
  const raw: UserFilter = {};
  const userIds = many('userId');
  const upns = many('upn');
  const externalIds = many('externalId');
  const usernames = many('username');
  const email = one(app, call, 'email');
  const name = one(app, call, 'name');
  if (userIds !== undefined) raw.userIds = userIds;
  if (upns !== undefined) raw.upns = upns;
  if (externalIds !== undefined) raw.externalIds = externalIds;
  if (usernames !== undefined) raw.usernames = usernames;
  if (email !== undefined) raw.email = email;
  if (name !== undefined) raw.name = name;
  const filter = checkedFilter(app, raw, one(app, call, 'role'));
  const given = bracketed(app, call, 'sort');
  return answer(app, call, filter, checkedSort(app, call, given.get('field'), given.get('direction')), ask);
}

/** The properties search and sort of a search body; both may be left out. */
export function part(body: JsonObject, name: string): JsonObject {
  const value: Json | undefined = body[name];
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw bad(`${name} must be an object`);
  return value;
}

export function searchUsers(app: App, call: Call): Reply {
  const body = bodyOf(call);
  const ask = pageOfBody(app, call, body);
  const search = part(body, 'search');
  const many = (name: string): string[] | undefined => {
    const values = textList(search, name);
    if (values === undefined) return undefined;
    if (values.length === 0) {
      if (app.on('manner.empty-array-filter-refused')) throw bad(`${name} must not be empty`);
      return undefined;
    }
    if (app.on('users-search-over-30-refused') && values.length > 30)
      throw bad(`${name} takes at most 30 values`);
    if (app.on('users-search-over-100-cut')) return values.slice(0, 100);
    return values;
  };
  const raw: UserFilter = {};
  const userIds = many('userIds');
  const upns = many(app.on('users-search-upns-unread') ? 'upn' : 'upns');
  const externalIds = many('externalIds');
  const usernames = many('usernames');
  const email = optionalText(search, 'email');
  const name = optionalText(search, 'name');
  if (userIds !== undefined) raw.userIds = userIds;
  if (upns !== undefined) raw.upns = upns;
  if (externalIds !== undefined) raw.externalIds = externalIds;
  if (usernames !== undefined && !(app.on('users-search-usernames-alone') && userIds !== undefined))
    raw.usernames = usernames;
  if (email !== undefined) raw.email = email;
  if (name !== undefined) raw.name = name;
  const filter = checkedFilter(app, raw, optionalText(search, 'role'));
  const sort = part(body, 'sort');
  return answer(
    app,
    call,
    filter,
    checkedSort(app, call, optionalText(sort, 'field'), optionalText(sort, 'direction')),
    ask,
  );
}
