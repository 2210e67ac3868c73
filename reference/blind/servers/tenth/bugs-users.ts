// Bugs of finding and ordering users.

import { argsIf, deep, filter, isFiltered, lax, on, plain, U, UL } from './kit.ts';
import type { Def } from './switches.ts';
import { ApiError } from './switches.ts';
import type { FilterName, ListArgs } from './types.ts';

const SOME = 'a filter of several values finds who has one of them';
const ALL = 'filters hold together';
const MOST = 'an array filter has 1 to 30 values';

const SORT = 'sort orders the list';
const DEFAULT = 'the default order is by createdAt, descending';

const ONCE = 'a user is listed once';

type Arrays = 'userId' | 'upn' | 'externalId' | 'username';
const first =
  (name: Arrays) =>
  (a: ListArgs): void => {
    const values = a.f[name];
    if (values) a.f[name] = values.slice(0, 1);
  };
const many = (a: ListArgs, name: Arrays, n: number): boolean => (a.f[name]?.length ?? 0) >= n;
const refuseMany = (ops: string, name: Arrays, n: number) =>
  on('args', ops, (a) => {
    if (many(a, name, n)) throw new ApiError(400, 'many', 'Too many values');
  });
const forget = (ops: string, beside: FilterName, name: FilterName) =>
  argsIf(
    ops,
    (a) => a.f[beside] !== undefined,
    (a) => {
      delete a.f[name];
    },
  );
const cut = (a: ListArgs, name: Arrays, fn: (text: string) => string): void => {
  const values = a.f[name];
  if (values) a.f[name] = values.map(fn);
};
const unnamed = (ops: string, when: (text: string) => boolean) =>
  filter(ops, 'name', (ok, _row, a) => ok && !when(a.f.name ?? ''));

export const userBugs: readonly Def[] = [
  deep(
    'users.id-first-only',
    SOME,
    'only the first userId counts',
    argsIf(UL, () => true, first('userId')),
  ),
  deep(
    'users.username-joined',
    SOME,
    'several usernames find nobody',
    filter(UL, 'username', (ok, _r, a) => ok && (a.f.username?.length ?? 0) < 2),
  ),
  deep(
    'users.external-last-lost',
    SOME,
    'of several externalIds the last is lost',
    argsIf(
      UL,
      (a) => many(a, 'externalId', 2),
      (a) => {
        a.f.externalId = a.f.externalId?.slice(0, -1) ?? [];
      },
    ),
  ),
  deep(
    'users.id-or-upn',
    ALL,
    'userId and upn together find who fits either',
    on('all', UL, (ok, row, a) => {
      const { userId, upn } = a.f;
      if (!userId || !upn) return ok;
      return userId.includes(row.id) || upn.includes(U(row).upn ?? '');
    }),
  ),
  deep('users.role-ignored-with-id', ALL, 'role is ignored beside userId', forget(UL, 'userId', 'role')),
  deep('users.name-ignored-with-role', ALL, 'name is ignored beside role', forget(UL, 'role', 'name')),
  deep('users.email-ignored-with-name', ALL, 'email is ignored beside name', forget(UL, 'name', 'email')),
  deep(
    'users.external-prefix',
    'externalId filters users',
    'an externalId finds those that begin with it as well',
    filter(
      UL,
      'externalId',
      (ok, row, a) => ok || (a.f.externalId ?? []).some((v) => U(row).externalId?.startsWith(v)),
    ),
  ),
  deep(
    'users.external-decoded-twice',
    'externalId filters users',
    'a plus in an externalId becomes a space',
    argsIf(
      UL,
      () => true,
      (a) => cut(a, 'externalId', (v) => v.replaceAll('+', ' ')),
    ),
  ),
  deep(
    'users.external-cut-at-ampersand',
    'externalId filters users',
    'an externalId is cut at an ampersand',
    argsIf(
      UL,
      () => true,
      (a) => cut(a, 'externalId', (v) => v.split('&')[0] ?? v),
    ),
  ),
  deep(
    'users.external-ascii',
    'externalId filters users',
    'an externalId with other letters than a to z is not found',
    filter(UL, 'externalId', (ok, row) => ok && !/[^ -~]/.test(U(row).externalId ?? '')),
  ),
  deep(
    'users.username-plus',
    'username filters users',
    'a username with a plus is not found',
    filter(UL, 'username', (ok, row) => ok && !U(row).username?.includes('+')),
  ),
  deep(
    'users.username-capitals',
    'username filters users',
    'a username with capitals is not found',
    filter(UL, 'username', (ok, row) => ok && U(row).username === U(row).username?.toLowerCase()),
  ),
  deep(
    'users.upn-of-external',
    'upn filters users',
    'upn is compared with externalId for who has no UPN',
    filter(
      UL,
      'upn',
      (ok, row, a) => ok || (U(row).upn === undefined && (a.f.upn ?? []).includes(U(row).externalId ?? '-')),
    ),
  ),
  deep(
    'users.email-local-part',
    'email filters users',
    'an email is compared up to the at sign',
    filter(
      UL,
      'email',
      (ok, row, a) =>
        ok ||
        U(row).emails.some((e) => e.split('@')[0]?.toLowerCase() === a.f.email?.split('@')[0]?.toLowerCase()),
    ),
  ),
  deep(
    'users.email-plus',
    'email filters users',
    'an email with a plus is not found',
    filter(UL, 'email', (ok, _row, a) => ok && !a.f.email?.includes('+')),
  ),
  deep(
    'users.email-unknown-finds-all',
    'email filters users',
    'an email that nobody has finds everybody',
    on('args', UL, (a, c) => {
      const email = a.f.email?.toLowerCase();
      if (email && !c.world.users.rows.some((u) => u.emails.some((e) => e.toLowerCase() === email)))
        delete a.f.email;
    }),
  ),
  plain(
    'users.name-empty',
    'name has at least one character',
    'an empty name is let through',
    lax(UL, 'name'),
  ),
  deep(
    'users.name-one-letter',
    'the minimum length of name is 1',
    'a name of one letter is refused',
    on('args', UL, (a, c) => {
      if (a.f.name?.length === 1) c.fail(400, 'short', 'name is too short');
    }),
  ),
  deep(
    'users.name-apostrophe',
    'name filters users',
    'a name with an apostrophe finds nobody',
    unnamed(UL, (v) => v.includes("'")),
  ),
  deep(
    'users.name-diacritics',
    'name filters users',
    'a name with diacritics finds nobody',
    unnamed(UL, (v) => /[À-ɏ]/.test(v)),
  ),
  deep(
    'users.name-in-first-hundred',
    'name filters users',
    'a name is looked for among the 100 newest users',
    on('rows', UL, (rows, a, c) => {
      if (a.f.name === undefined) return rows;
      const newest = new Set(
        [...c.world.users.rows]
          .sort((x, y) => y.createdAt - x.createdAt)
          .slice(0, 100)
          .map((u) => u.id),
      );
      return rows.filter((row) => newest.has(row.id));
    }),
  ),
  deep(
    'users.role-of-first',
    'roles are all roles of the user',
    'role is compared with the first role alone',
    filter(UL, 'role', (ok, row, a) => ok && U(row).roles[0] === a.f.role),
  ),
  plain(
    'users.role-administrators-lost',
    'role filters users',
    'role administrator finds nobody',
    filter(UL, 'role', (ok, _r, a) => ok && a.f.role !== 'administrator'),
  ),
  deep(
    'users.role-teachers-too-many',
    'role filters users',
    'role teacher finds every administrator as well',
    filter(
      UL,
      'role',
      (ok, row, a) => ok || (a.f.role === 'teacher' && U(row).roles.includes('administrator')),
    ),
  ),
  deep(
    'users.disabled-lost',
    'role filters users',
    'disabled users are left out where role is given',
    filter(UL, 'role', (ok, row) => ok && !U(row).disabled),
  ),
  plain('users.31-ids', MOST, '31 userIds are let through', lax(UL, 'count.userId')),
  deep(
    'users.31-external',
    MOST,
    '31 externalIds are let through',
    lax(UL, 'count.externalId', (c) => c.req.query.filter(([n]) => n === 'externalId').length < 40),
  ),
  deep(
    'users.31-usernames',
    MOST,
    'more than 30 usernames are let through beside a role',
    lax(UL, 'count.username', (c) => c.req.query.some(([n]) => n === 'role')),
  ),
  deep('users.30-ids-refused', MOST, '30 userIds are refused', refuseMany(UL, 'userId', 30)),
  deep('users.30-upns-refused', MOST, '30 upns are refused', refuseMany(UL, 'upn', 30)),
  deep(
    'users.21-external-refused',
    MOST,
    'more than 20 externalIds are refused',
    refuseMany(UL, 'externalId', 21),
  ),
  plain(
    'users.id-any-text',
    'userId is an array of UUIDs',
    'a userId that is no UUID finds nobody',
    lax(UL, 'uuid.userId'),
  ),
  deep(
    'users.repeated-by-email',
    ONCE,
    'a user with two emails is listed twice where name is given',
    on('rows', UL, (rows, a) =>
      a.f.name === undefined
        ? rows
        : rows.flatMap((r) => Array.from({ length: Math.max(1, U(r).emails.length) }, () => r)),
    ),
  ),
  deep(
    'users.repeated-by-id',
    ONCE,
    'a userId that is given twice finds the user twice',
    on('rows', UL, (rows, a) => {
      const ids = a.f.userId;
      return ids ? rows.flatMap((r) => ids.filter((id) => id === r.id).map(() => r)) : rows;
    }),
  ),
  deep(
    'users.classless-lost',
    'role filters users',
    'students without a class are left out where role is given',
    filter(
      UL,
      'role',
      (ok, row, _a, c) =>
        ok && !(U(row).roles.includes('student') && c.world.classIdsOf(row.id).length === 0),
    ),
  ),
  // Order
  plain(
    'users.default-ascending',
    DEFAULT,
    'the oldest user comes first',
    argsIf(
      UL,
      (a) => !a.sortGiven,
      (a) => {
        a.direction = 'asc';
      },
    ),
  ),
  deep(
    'users.default-lost-when-filtered',
    DEFAULT,
    'with a filter users stand as in the table',
    on('compare', UL, (n, x, y, a) => (isFiltered(a) && !a.sortGiven ? x.seq - y.seq : n)),
  ),
  deep(
    'users.by-updated-by-created',
    SORT,
    'the order by updatedAt is that by createdAt',
    argsIf(
      UL,
      (a) => a.field === 'updatedAt',
      (a) => {
        a.field = 'createdAt';
      },
    ),
  ),
  deep(
    'users.by-first-by-last',
    SORT,
    'the order by firstName is that by lastName',
    argsIf(
      UL,
      (a) => a.field === 'firstName',
      (a) => {
        a.field = 'lastName';
      },
    ),
  ),
  deep(
    'users.created-by-day',
    SORT,
    'within one day users stand as in the table',
    on('compare', UL, (n, x, y, a) =>
      a.field === 'createdAt' &&
      Math.floor(U(x).createdAt / 86_400_000) === Math.floor(U(y).createdAt / 86_400_000)
        ? x.seq - y.seq
        : n,
    ),
  ),
  deep(
    'users.by-username-nameless-lost',
    SORT,
    'in the order by username who has none is left out',
    on('all', UL, (ok, row, a) => ok && !(a.field === 'username' && U(row).username === undefined)),
  ),
];
