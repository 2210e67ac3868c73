// Users: the list and the search.
import {
  bad,
  bodyOf,
  type Ctx,
  isObject,
  isUuid,
  type Json,
  knownMembers,
  one,
  onlyKnown,
  type Reply,
} from './core.ts';
import { type Ask, askBody, askQuery, page } from './paging.ts';
import { fullName, userView } from './views.ts';
import { type Kind, key, type Person } from './world.ts';

interface Wanted {
  userIds?: string[] | undefined;
  upns?: string[] | undefined;
  externalIds?: string[] | undefined;
  usernames?: string[] | undefined;
  email?: string | undefined;
  name?: string | undefined;
  role?: Kind | 'none' | undefined;
  sort: { field: string; down: boolean };
}

function roleOf(c: Ctx, asked: unknown): Kind | 'none' | undefined {
  if (asked === undefined) return undefined;
  for (const [kind, word] of Object.entries(c.s.roles)) if (word === asked) return kind as Kind;
  const known = typeof asked === 'string' && c.s.moreRoles.includes(asked);
  if (typeof asked !== 'string' || (!known && c.s.unknownRole === 'refused'))
    throw bad(c, 'There is no such role.');
  return 'none';
}

function emailOf(c: Ctx, asked: unknown): string | undefined {
  if (asked === undefined) return undefined;
  if (typeof asked !== 'string') throw bad(c, 'email is no address.');
  if (
    !/^[^\s@]+@[^\s@]+$/.test(asked) &&
    c.s.emailGrammar === 'refused' &&
    !c.on('email-without-at-accepted')
  ) {
    throw bad(c, 'email is no address.');
  }
  if (c.on('email-plus-refused') && asked.includes('+')) throw bad(c, 'email is no address.');
  return asked;
}

function nameOf(c: Ctx, asked: unknown): string | undefined {
  if (asked === undefined) return undefined;
  if (typeof asked !== 'string') throw bad(c, 'name is no text.');
  if (asked === '') {
    if (c.op === 'listUsers' && c.on('name-empty-accepted')) return undefined;
    throw bad(c, 'name has one character at least.');
  }
  if (asked.length === 1 && c.on('name-one-refused')) throw bad(c, 'name has two characters at least.');
  return asked;
}

function sortOf(c: Ctx, field: unknown, direction: unknown): Wanted['sort'] {
  if (field !== undefined && !c.s.userSorts.includes(String(field))) throw bad(c, 'sort has no such field.');
  const word = typeof direction === 'string' && c.s.directionsAnyCase ? direction.toLowerCase() : direction;
  if (word !== undefined && word !== 'asc' && word !== 'desc') throw bad(c, 'sort goes asc or desc.');
  const search = c.op === 'searchUsers';
  let by = String(field ?? 'createdAt');
  if (c.on('search-sort-field-ignored') && search) by = 'createdAt';
  let down = word !== 'asc';
  if (field === undefined && word === undefined && !search && c.on('users-default-asc')) down = false;
  if (c.on('users-direction-ignored') && field === 'lastName') down = true;
  return { field: by, down };
}

const limits: Readonly<Record<string, string>> = {
  upn: 'users-31-upn',
  username: 'users-31-username',
};

function listOf(c: Ctx, name: string): string[] | undefined {
  let all = c.query.getAll(name);
  if (all.length === 0) return undefined;
  const max = c.on('users-30-refused') && name === 'upn' ? 29 : 30;
  if (all.length > max && !c.on(limits[name] ?? 'none')) throw bad(c, `${name} takes 30 values at most.`);
  if (c.on('users-values-last') && name === 'upn') all = all.slice(-1);
  if (c.on('users-values-split') && name === 'externalId') all = all.flatMap((x) => x.split(','));
  return all;
}

function checkIds(c: Ctx, ids: string[] | undefined): string[] | undefined {
  if (ids?.some((id) => !isUuid(id))) {
    if (c.on('users-bad-id-ignored')) return ids.filter(isUuid);
    throw bad(c, 'userId holds UUIDs.');
  }
  return ids;
}

function wantedOfQuery(c: Ctx): Wanted {
  const w: Wanted = {
    userIds: checkIds(c, listOf(c, 'userId')),
    upns: listOf(c, 'upn'),
    externalIds: listOf(c, 'externalId'),
    usernames: listOf(c, 'username'),
    email: emailOf(c, one(c, 'email')),
    name: nameOf(c, one(c, 'name')),
    role: roleOf(c, one(c, 'role')),
    sort: sortOf(c, one(c, 'sort[field]'), one(c, 'sort[direction]')),
  };
  onlyKnown(
    c,
    ['userId', 'upn', 'externalId', 'username', 'email', 'name', 'role', 'limit', 'offset', 'cursor'],
    ['sort'],
  );
  return w;
}

function texts(c: Ctx, search: Json, name: string): string[] | undefined {
  const value = search[name];
  if (value === undefined) return undefined;
  if (name === 'upns' && c.on('search-upns-ignored')) return undefined;
  if (name === 'externalIds' && c.on('search-externalids-ignored')) return undefined;
  if (!Array.isArray(value) || !value.every((x) => typeof x === 'string'))
    throw bad(c, `${name} is no array of texts.`);
  if (value.length === 0 && c.s.emptyArray === 'refused') throw bad(c, `${name} is empty.`);
  if (value.length > 100 && c.on('search-cut-at-100')) return value.slice(0, 100) as string[];
  return value as string[];
}

function wantedOfBody(c: Ctx, body: Json): Wanted {
  const search = body['search'] ?? {};
  const sort = body['sort'] ?? {};
  if (!isObject(search) || !isObject(sort)) throw bad(c, 'search and sort are objects.');
  knownMembers(c, search, ['userIds', 'upns', 'externalIds', 'usernames', 'email', 'name', 'role']);
  return {
    userIds: checkIds(c, texts(c, search, 'userIds')),
    upns: texts(c, search, 'upns'),
    externalIds: texts(c, search, 'externalIds'),
    usernames: texts(c, search, 'usernames'),
    email: emailOf(c, search['email']),
    name: nameOf(c, search['name']),
    role: roleOf(c, search['role']),
    sort: sortOf(c, sort['field'], sort['direction']),
  };
}

function byName(c: Ctx, p: Person, asked: string): boolean {
  const a = asked.toLowerCase();
  const name = [p.first, p.last]
    .filter((x) => x !== undefined)
    .join(' ')
    .toLowerCase();
  const whole = fullName(c, p)?.toLowerCase();
  switch (c.s.nameMatch) {
    case 'contains':
      return name.includes(a) || (whole?.includes(a) ?? false);
    case 'prefix':
      return name.startsWith(a) || (p.last?.toLowerCase().startsWith(a) ?? false) || whole === a;
    case 'words':
      return a.split(/[\s,]+/).every((word) => word === '' || name.includes(word));
    default:
      return [p.first?.toLowerCase(), p.last?.toLowerCase(), whole, name].includes(a);
  }
}

function byEmail(c: Ctx, p: Person, asked: string): boolean {
  const fold = (t: string): string => (c.s.emailCase === 'any' ? t.toLowerCase() : t);
  const a = fold(asked);
  let own = c.s.emailMatch === 'primary' ? p.emails.slice(0, 1) : p.emails;
  if (c.on('email-only-primary')) own = own.slice(0, 1);
  if (c.on('email-lower-cased') && own.some((e) => /[A-Z]/.test(e))) return own.some((e) => e === a);
  if (c.on('email-plus-lost')) return own.some((e) => fold(e) === a.replaceAll('+', ' '));
  if (c.on('email-tag-dropped'))
    return own.some((e) => fold(e).replace(/\+[^@]*/, '') === a.replace(/\+[^@]*/, ''));
  return own.some((e) => fold(e) === a);
}

type Test = (p: Person) => boolean;

function testsOf(c: Ctx, w: Wanted): Test[] {
  const fold = (t: string): string => (c.s.filterCase === 'any' ? t.toLowerCase() : t);
  const tests: Test[] = [];
  const among = (values: string[] | undefined, of: (p: Person) => string | undefined): void => {
    if (values === undefined) return;
    if (values.length === 0 && c.s.emptyArray === 'ignored') return;
    const set = new Set(values.map(fold));
    tests.push((p) => {
      const v = of(p);
      return v !== undefined && set.has(fold(v));
    });
  };
  const ids = w.userIds && new Set(w.userIds.map(key));
  if (ids && !(ids.size === 0 && c.s.emptyArray === 'ignored')) tests.push((p) => ids.has(key(p.id)));
  among(w.upns, (p) => p.upn);
  if (!(c.on('external-ignored-with-role') && w.role)) among(w.externalIds, (p) => p.externalId);
  among(w.usernames, (p) => p.username);
  const { email, name, role } = w;
  if (email !== undefined) tests.push((p) => byEmail(c, p, email));
  if (name !== undefined) tests.push((p) => byName(c, p, name));
  if (role !== undefined && !(c.on('role-ignored-with-user-id') && ids)) {
    const alone = c.on('role-alone');
    const staff = c.on('role-teacher-is-staff') && role === 'teacher';
    tests.push((p) => {
      if (alone) return p.kinds.length === 1 && p.kinds[0] === role;
      if (staff) return !p.kinds.includes('student');
      return role !== 'none' && p.kinds.includes(role);
    });
  }
  return tests;
}

function inOrder(c: Ctx, found: Person[], sort: Wanted['sort']): Person[] {
  const asText = c.on('users-created-by-day');
  const keyOf = (p: Person): string | number | undefined => {
    switch (sort.field) {
      case 'createdAt':
        return asText ? Math.floor(p.created / 86_400_000) : p.created;
      case 'updatedAt':
        return c.s.updatedAtOnCreate || p.updated > p.created ? p.updated : undefined;
      case 'username':
        return p.username;
      case 'firstName':
        return p.first;
      case 'lastName':
        return p.last;
      case 'fullName':
        return fullName(c, p);
      case 'upn':
        return p.upn;
      case 'externalId':
        return p.externalId;
      default:
        return p.born;
    }
  };
  const sign = sort.down ? -1 : 1;
  const missing = c.s.missing === 'last' ? 1 : -1;
  const compare = (a: string | number, b: string | number): number => {
    if (c.s.collate === 'locale' && typeof a === 'string') return a.localeCompare(String(b), 'en');
    return a < b ? -1 : a > b ? 1 : 0;
  };
  const keyed = found.map((p, i) => ({ p, v: keyOf(p), i }));
  keyed.sort((a, b) => {
    if (a.v === undefined && b.v === undefined) return a.i - b.i;
    if (a.v === undefined) return missing;
    if (b.v === undefined) return -missing;
    return sign * compare(a.v, b.v) || a.i - b.i;
  });
  return keyed.map((k) => k.p);
}

function answer(c: Ctx, w: Wanted, ask: Ask): Reply {
  const tests = testsOf(c, w);
  let people = [...c.w.people.values()];
  if (!c.s.disabledShown) people = people.filter((p) => p.enabled);
  if (c.on('users-new-username-unindexed'))
    people = people.filter((p) => !c.app.stale.has(p.id) || w.usernames === undefined);
  if (c.on('users-without-classes-lost') && w.role === 'teacher')
    people = people.filter((p) => p.classes.size > 0);
  if (c.on('users-doubled-by-classes') && w.name !== undefined) {
    people = people.flatMap((p) => (p.classes.size > 2 ? [p, p] : [p]));
  }
  if (c.on('users-same-name-merged')) {
    const seen = new Set<string>();
    people = people.filter((p) => {
      const name = w.name === undefined ? p.id : `${p.first} ${p.last}`;
      if (seen.has(name)) return false;
      seen.add(name);
      return true;
    });
  }
  const either = c.on('users-filters-or') && tests.length > 1;
  let found = people.filter((p) => (either ? tests.some((t) => t(p)) : tests.every((t) => t(p))));
  if (found.length === 0 && c.on('users-none-is-all') && w.userIds) found = people;
  if (c.on('search-ids-in-order') && w.userIds && c.op === 'searchUsers') {
    const ids = w.userIds.map(key);
    found.sort((a, b) => ids.indexOf(key(a.id)) - ids.indexOf(key(b.id)));
  } else found = inOrder(c, found, w.sort);
  return page(
    c,
    found,
    (p) => p.id,
    (p) => userView(c, p),
    ask,
  );
}

export function listUsers(c: Ctx): Reply {
  const ask = askQuery(c);
  return answer(c, wantedOfQuery(c), ask);
}

export function searchUsers(c: Ctx): Reply {
  const whole = bodyOf(c);
  knownMembers(c, whole, ['search', 'limit', 'offset', 'cursor', 'sort']);
  const { ask, body } = askBody(c, whole);
  return answer(c, wantedOfBody(c, body), ask);
}
