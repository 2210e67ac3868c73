import type { Context, Handler, PageQuirks, SortValue } from './core.ts';
import {
  answerPage,
  bad,
  fold,
  isEmail,
  isObject,
  iso,
  isUuid,
  merged,
  objectParameter,
  one,
  paging,
  sorted,
  sortOf,
} from './core.ts';
import type { Json, Row, User } from './types.ts';
import { currentYear } from './years.ts';

export const roles = ['Student', 'Teacher', 'Administrator'];
export const genders = ['Female', 'Male', 'Non-binary', 'Undisclosed'];
export const userSorts = ['createdAt', 'updatedAt', 'username', 'firstName', 'lastName'];

export function classIdsOf(c: Context, user: User): string[] {
  return [...c.db.classes.values()]
    .filter((x) => x.students.has(user.userId) || x.teachers.has(user.userId))
    .map((x) => x.classId);
}
export function cohortIdsOf(c: Context, user: User): string[] {
  return [...c.db.cohorts.values()].filter((x) => x.students.has(user.userId)).map((x) => x.cohortId);
}

export function showUser(c: Context, user: User, memberships = true): Row {
  const row: Row = { userId: user.userId };
  if (user.username !== undefined) row['username'] = user.username;
  if (user.upn !== undefined) row['upn'] = user.upn;
  row['roles'] = [...user.roles];
  if (user.externalId !== undefined) row['externalId'] = user.externalId;
  row['fullName'] = user.fullName;
  row['firstName'] = user.firstName;
  row['lastName'] = user.lastName;
  if (user.emails.length) row['emails'] = [...user.emails];
  if (user.gender !== undefined) row['gender'] = user.gender;
  if (user.dateOfBirth !== undefined) row['dateOfBirth'] = user.dateOfBirth;
  row['createdAt'] = iso(user.createdAt);
  row['updatedAt'] = iso(user.updatedAt);
  row['isActive'] = user.isActive;
  if (memberships) {
    row['classIds'] = classIdsOf(c, user);
    row['cohortIds'] = cohortIdsOf(c, user);
  }
  if (c.on('m-users-have-initials'))
    row['initials'] = `${[...user.firstName][0] ?? ''}${[...user.lastName][0] ?? ''}`;
  return row;
}

function texts(value: unknown, name: string, uuid: boolean): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) return bad(`${name} is not an array.`);
  for (const item of value as unknown[]) {
    if (typeof item !== 'string') bad(`${name} holds what is not a string.`);
    if (uuid && !isUuid(item)) bad(`${name} holds what is not a UUID.`);
  }
  const list = uuid ? (value as string[]).map((x) => x.toLowerCase()) : (value as string[]);
  return [...new Set(list)].sort();
}
export const textList = texts;

/** The values of a parameter that may be repeated. */
export function repeated(
  c: Context,
  name: string,
  uuid: boolean,
  most: number,
  unchecked = false,
): string[] | undefined {
  const all = c.query.getAll(name);
  if (all.length === 0) return undefined;
  if (all.length > most) bad(`${name} has ${all.length} values; ${most} are allowed.`);
  return texts(all, name, uuid && !unchecked);
}

function single(given: Record<string, unknown>, out: Row): void {
  const email = given['email'] ?? undefined,
    name = given['name'] ?? undefined,
    role = given['role'] ?? undefined;
  if (email !== undefined) {
    if (!isEmail(email)) bad('email is not an email address.');
    out['email'] = email as string;
  }
  if (name !== undefined) {
    if (typeof name !== 'string' || name.length < 1) bad('name is not a string of at least one character.');
    out['name'] = name as string;
  }
  if (role !== undefined) {
    if (typeof role !== 'string' || !roles.includes(role)) bad(`role is none of ${roles.join(', ')}.`);
    out['role'] = role as string;
  }
}

interface Found {
  filters: Row;
  users: User[];
}
type Test = (user: User, filters: Row) => boolean;
const has = (list: Json | undefined, value: string | undefined): boolean =>
  list === undefined || (value !== undefined && (list as string[]).includes(value));

export const matchers: Record<string, Test> = {
  userIds: (u, f) => has(f['userIds'], u.userId),
  upns: (u, f) => has(f['upns'], u.upn),
  externalIds: (u, f) => has(f['externalIds'], u.externalId),
  usernames: (u, f) => has(f['usernames'], u.username),
  email: (u, f) => f['email'] === undefined || u.emails.some((e) => fold(e) === fold(f['email'] as string)),
  name: (u, f) => f['name'] === undefined || fold(u.fullName).includes(fold(f['name'] as string)),
  role: (u, f) => f['role'] === undefined || u.roles.includes(f['role'] as string),
};

export const keyIn =
  (field: string): ((u: User) => SortValue) =>
  (u) =>
    u[field as 'createdAt'];

function found(
  c: Context,
  filters: Row,
  tests: Record<string, Test>,
  order: (u: User) => SortValue,
  direction: string,
): Found {
  const users = [...c.db.users.values()].filter((u) =>
    Object.values(tests).every((test) => test(u, filters)),
  );
  return { filters, users: sorted(c, users, order, direction, (u) => u.userId) };
}

const listUsers: Handler = (c) => {
  const quirks: PageQuirks = {
    offsetWithCursor: c.on('users-offset-beside-cursor'),
    limitShowsDefault: c.on('users-limit-shows-default'),
    tieFlip: c.on('users-ties-lost-on-later-pages'),
    previousOnFirst: c.on('users-previous-after-walking-back'),
    silentCap: c.on('users-capped-at-25-in-silence') ? 25 : undefined,
    nextCountsFromZero: c.on('users-next-forgets-offset'),
    totalRest: c.on('users-total-shrinks'),
    firstPageAgain: c.on('users-third-page-is-the-second'),
    limitString: c.on('users-limit-string'),
  } as PageQuirks;
  if (c.on('users-total-capped')) quirks.totalCap = 100;
  if (c.on('users-next-repeats-one')) quirks.nextSkips = -1;
  if (c.on('users-offset-ignored-with-sort') && [...c.query.keys()].some((k) => k.startsWith('sort[')))
    quirks.offsetIgnored = true;
  const page = paging(c, 'listUsers', 'query', quirks);
  const given: Row = {};
  const most = c.on('users-31-values-accepted') ? 31 : c.on('users-30-values-refused') ? 29 : 30;
  const put = (key: string, value: Json | undefined): void => {
    if (value !== undefined) given[key] = value;
  };
  put('userIds', repeated(c, 'userId', true, most, c.on('users-malformed-id-accepted')));
  put('upns', repeated(c, 'upn', false, c.on('users-upn-unbounded') ? 1000 : most));
  put('externalIds', repeated(c, 'externalId', false, most));
  put('usernames', repeated(c, 'username', false, c.on('users-username-20-values') ? 20 : most));
  if (c.on('users-empty-name-accepted') && c.query.get('name') === '') c.query.delete('name');
  single({ email: one(c.query, 'email'), name: one(c.query, 'name'), role: one(c.query, 'role') }, given);
  if (c.on('users-first-id-only') && c.query.has('userId'))
    given['userIds'] = [(c.query.get('userId') as string).toLowerCase()];
  if (c.on('users-last-external-id-only') && c.query.has('externalId'))
    given['externalIds'] = [c.query.getAll('externalId').at(-1) as string];
  const standard = { field: 'createdAt', direction: 'desc' };
  const sort = sortOf(objectParameter(c.query, 'sort'), userSorts, standard);
  if (sort) given['sort'] = sort;
  else if (!page.cursor) given['sort'] = standard;
  const forget = c.on('users-cursor-forgets-role')
    ? ['role']
    : c.on('users-cursor-forgets-name')
      ? ['name', 'email']
      : c.on('users-cursor-forgets-sort')
        ? ['sort']
        : [];
  const filters = merged(c, page, given, forget);
  const { field, direction } = (filters['sort'] ?? standard) as { field: string; direction: string };
  const tests = { ...matchers };
  const f = filters;
  if (c.on('users-upn-prefix'))
    tests['upns'] = (u) =>
      f['upns'] === undefined || (f['upns'] as string[]).some((x) => u.upn?.startsWith(x));
  if (c.on('users-external-id-matches-username'))
    tests['externalIds'] = (u) => has(f['externalIds'], u.externalId) || has(f['externalIds'], u.username);
  if (c.on('users-external-id-matches-upn'))
    tests['externalIds'] = (u) => has(f['externalIds'], u.externalId) || has(f['externalIds'], u.upn);
  if (c.on('users-username-contains'))
    tests['usernames'] = (u) =>
      f['usernames'] === undefined || (f['usernames'] as string[]).some((x) => u.username?.includes(x));
  if (c.on('users-email-contains'))
    tests['email'] = (u) =>
      f['email'] === undefined || u.emails.some((e) => fold(e).includes(fold(f['email'] as string)));
  if (c.on('users-email-local-part'))
    tests['email'] = (u) =>
      f['email'] === undefined ||
      u.emails.some((e) => fold(e).split('@')[0] === fold(f['email'] as string).split('@')[0]);
  if (c.on('users-email-ignored')) tests['email'] = () => true;
  if (c.on('users-name-ignored')) tests['name'] = () => true;
  if (c.on('users-role-ignored')) tests['role'] = () => true;
  if (c.on('users-role-first-only'))
    tests['role'] = (u) => f['role'] === undefined || u.roles[0] === f['role'];
  if (c.on('users-role-ignored-with-name') && f['name'] !== undefined) tests['role'] = () => true;
  if (c.on('users-name-ignored-with-role') && f['role'] !== undefined) tests['name'] = () => true;
  if (c.on('users-ids-drop-other-filters') && f['userIds'] !== undefined) {
    for (const key of ['upns', 'externalIds', 'usernames', 'email', 'name', 'role']) tests[key] = () => true;
  }
  if (c.on('users-filters-or') && f['upns'] !== undefined && f['usernames'] !== undefined) {
    tests['upns'] = (u) => has(f['upns'], u.upn) || has(f['usernames'], u.username);
    tests['usernames'] = () => true;
  }
  let order = keyIn(field);
  if (c.on('users-sort-created-is-updated') && field === 'createdAt') order = (u) => u.updatedAt;
  if (c.on('users-sort-by-second') && field === 'createdAt') order = (u) => Math.floor(u.createdAt / 1000);
  if (c.on('users-sort-field-ignored')) order = keyIn('createdAt');
  const way = c.on('users-direction-ignored')
    ? 'desc'
    : c.on('users-default-ascending') && !sort && !page.cursor
      ? 'asc'
      : direction;
  let { users } = found(c, filters, tests, order, way);
  if (c.on('users-sort-page-only') && sort) {
    const plain = sorted(c, users, keyIn('createdAt'), 'desc', (u) => u.userId);
    const from = page.cursor ? page.cursor.i : page.offset;
    users = [
      ...plain.slice(0, from),
      ...sorted(c, plain.slice(from, from + page.limit), order, way, (u) => u.userId),
      ...plain.slice(from + page.limit),
    ];
  }
  if (c.on('users-total-of-all')) quirks.totalOf = c.db.users.size;
  if (c.on('users-list-cached')) {
    const key = `users ${c.query.toString()}`;
    const held = c.memory.get(key) as Row[] | undefined;
    const rows = held ?? users.map((u) => showUser(c, u));
    c.memory.set(key, rows);
    return answerPage(c, {
      operation: 'listUsers',
      items: rows,
      filters,
      page,
      quirks,
      id: (r) => r['userId'] as string,
      show: (r) => r,
    });
  }
  const current = currentYear(c)?.academicYearId;
  return answerPage(c, {
    operation: 'listUsers',
    items: users,
    filters,
    page,
    quirks,
    id: (u) => u.userId,
    tie: (u) => order(u) ?? null,
    show: (u) => {
      const row = showUser(c, u);
      if (c.on('users-classes-of-current-year'))
        row['classIds'] = classIdsOf(c, u).filter((id) => c.db.classes.get(id)?.academicYearId === current);
      if (c.on('users-three-cohorts')) row['cohortIds'] = cohortIdsOf(c, u).slice(0, 3);
      if (c.on('users-taught-classes-left-out') && u.roles.includes('Teacher')) row['classIds'] = [];
      if (c.on('users-birth-date-time') && u.dateOfBirth !== undefined)
        row['dateOfBirth'] = `${u.dateOfBirth}T00:00:00.000Z`;
      if (c.on('users-birth-date-british') && u.dateOfBirth !== undefined)
        row['dateOfBirth'] = u.dateOfBirth.split('-').reverse().join('/');
      if (c.on('users-upn-null') && u.upn === undefined) row['upn'] = null;
      if (c.on('users-gender-empty') && u.gender === undefined) row['gender'] = '';
      if (c.on('users-single-email-as-text') && u.emails.length === 1) row['emails'] = u.emails[0] as string;
      if (c.on('users-emails-as-objects') && u.emails.length)
        row['emails'] = u.emails.map((address) => ({ address }));
      if (c.on('users-emails-joined') && u.emails.length > 1) row['emails'] = [u.emails.join(',')];
      if (c.on('users-whole-seconds-cut') && u.createdAt % 1000 === 0)
        row['createdAt'] = iso(u.createdAt).replace('.000', '');
      if (c.on('users-numeric-external-ids') && u.externalId !== undefined && /^\d+$/.test(u.externalId))
        row['externalId'] = Number(u.externalId);
      if (c.on('users-single-role-as-text') && u.roles.length === 1) row['roles'] = u.roles[0] as string;
      if (c.on('users-names-swapped')) [row['firstName'], row['lastName']] = [u.lastName, u.firstName];
      if (c.on('users-upn-is-external-id') && u.upn === undefined && u.externalId !== undefined)
        row['upn'] = u.externalId;
      return row;
    },
  });
};

const searchUsers: Handler = (c) => {
  const body = isObject(c.body) ? c.body : bad('The body is not a JSON object.');
  const search = body['search'] ?? {};
  if (!isObject(search)) bad('search is not an object.');
  const s = search as Record<string, unknown>;
  const quirks: PageQuirks = {
    offsetIgnored: c.on('search-offset-ignored'),
    cursorNullRefused: c.on('search-null-cursor-refused'),
    previousNullOnSecond: c.on('search-previous-missing'),
    offsetWithCursor: c.on('search-offset-beside-cursor'),
    offsetShown: c.on('search-offset-shown-with-cursor'),
    nextOnLastFull: c.on('search-next-on-full-last-page'),
    hundredOnly: c.on('search-never-over-100'),
  };
  if (c.on('search-default-limit-25')) quirks.defaultLimit = 25;
  if (c.on('search-previous-overlaps')) quirks.previousOff = 1;
  const source = c.on('search-limit-ignored') ? { ...body, limit: undefined } : body;
  const page = paging(c, 'searchUsers', source, quirks);
  const given: Row = {};
  for (const [key, uuid] of [
    ['userIds', true],
    ['upns', false],
    ['externalIds', false],
    ['usernames', false],
  ] as const) {
    const raw = s[key];
    if (Array.isArray(raw)) {
      if (raw.length > 30 && c.on('search-over-30-refused')) bad(`${key} has more than 30 values.`);
      if (raw.length === 0 && c.on('m-empty-lists-refused')) bad(`${key} is empty.`);
    }
    let list = texts(raw, key, uuid);
    if (list && c.on('search-first-30-values')) list = texts((raw as string[]).slice(0, 30), key, uuid);
    if (list && c.on('search-first-100-values')) list = texts((raw as string[]).slice(0, 100), key, uuid);
    if (list && key === 'externalIds' && c.on('search-external-ids-split'))
      list = list.flatMap((x) => x.split(/,\s*/));
    // an empty list names nobody to look for, and filters nothing
    if (list?.length) given[key] = list;
    else if (list && c.on('m-empty-lists-match-none')) given[key] = [];
  }
  const empty = s['name'] === '' && c.on('search-empty-name-accepted');
  single(empty ? { ...s, name: undefined } : s, given);
  const standard = { field: 'createdAt', direction: 'desc' };
  const sort = sortOf(body['sort'], userSorts, standard);
  if (sort) given['sort'] = sort;
  else if (!page.cursor) given['sort'] = standard;
  const filters = merged(
    c,
    page,
    given,
    c.on('search-cursor-forgets-user-ids')
      ? ['userIds']
      : c.on('search-cursor-forgets-direction')
        ? ['sort']
        : c.on('search-cursor-forgets-role')
          ? ['role']
          : [],
  );
  const { field, direction } = (filters['sort'] ?? standard) as { field: string; direction: string };
  const tests = { ...matchers };
  const f = filters;
  if (c.on('search-usernames-ignored')) tests['usernames'] = () => true;
  if (c.on('search-role-ignored')) tests['role'] = () => true;
  if (c.on('search-email-ignored-with-name') && f['name'] !== undefined) tests['email'] = () => true;
  if (c.on('search-name-ignored-with-ids') && f['userIds'] !== undefined) tests['name'] = () => true;
  if (c.on('search-external-ids-are-upns'))
    tests['externalIds'] = (u) => has(f['externalIds'], u.externalId) || has(f['externalIds'], u.upn);
  if (c.on('search-upns-or-external-ids') && f['upns'] !== undefined && f['externalIds'] !== undefined) {
    tests['upns'] = (u) => has(f['upns'], u.upn) || has(f['externalIds'], u.externalId);
    tests['externalIds'] = () => true;
  }
  if (c.on('search-teachers-are-students') && f['role'] === 'Student')
    tests['role'] = (u) => !u.roles.includes('Administrator');
  let order = keyIn(field);
  if (c.on('search-sort-field-ignored')) order = keyIn('createdAt');
  const way = c.on('search-sort-ignored')
    ? 'desc'
    : c.on('search-default-ascending') && !sort
      ? 'asc'
      : direction;
  if (c.on('search-sort-ignored')) order = keyIn('createdAt');
  let { users } = found(c, filters, tests, order, way);
  if (c.on('search-duplicates') && Array.isArray(s['userIds'])) {
    const twice = (s['userIds'] as string[]).filter((x, i, all) => all.indexOf(x) !== i);
    users = users.flatMap((u) => (twice.includes(u.userId) ? [u, u] : [u]));
  }
  if (c.on('search-total-of-role') && f['role'] !== undefined)
    quirks.totalOf = [...c.db.users.values()].filter((u) => u.roles.includes(f['role'] as string)).length;
  return answerPage(c, {
    operation: 'searchUsers',
    items: users,
    filters,
    page,
    quirks,
    id: (u) => u.userId,
    status: c.on('search-201') ? 201 : 200,
    show: (u) => {
      const row = showUser(c, u, !c.on('search-memberships-left-out'));
      if (c.on('search-cohorts-are-classes')) row['cohortIds'] = classIdsOf(c, u);
      if (c.on('search-first-role-only')) row['roles'] = u.roles.slice(0, 1);
      if (c.on('search-roles-left-out')) delete row['roles'];
      if (c.on('search-birth-day-early') && u.dateOfBirth !== undefined && /-0[4-9]-/.test(u.dateOfBirth))
        row['dateOfBirth'] = iso(Date.parse(u.dateOfBirth) - 3_600_000).slice(0, 10);
      if (c.on('search-created-in-seconds')) row['createdAt'] = Math.floor(u.createdAt / 1000);
      if (c.on('search-external-id-null') && u.externalId === undefined) row['externalId'] = null;
      if (c.on('search-second-email-lost') && u.emails.length > 1) row['emails'] = [u.emails[0] as string];
      return row;
    },
  });
};

export const users: Record<string, Handler> = { listUsers, searchUsers };
