// Bugs of the search for users.

import { argsIf, deep, filter, isFiltered, on, plain, U, US } from './kit.ts';
import { fullName } from './present.ts';
import type { Def } from './switches.ts';
import { ApiError } from './switches.ts';
import type { FilterName, ListArgs } from './types.ts';

const MANY = 'the search is meant for more than 30 values';

const DEFAULT = 'the default order is by createdAt, descending';
const SAME = 'POST /users/search has the filters and response of GET /users';
const ONCE = 'a user is listed once';

type Arrays = 'userId' | 'upn' | 'externalId' | 'username';

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

export const searchBugs: readonly Def[] = [
  deep(
    'search.only-thirty',
    MANY,
    'only the first 30 userIds count',
    argsIf(
      US,
      (a) => many(a, 'userId', 31),
      (a) => {
        a.f.userId = a.f.userId?.slice(0, 30) ?? [];
      },
    ),
  ),
  deep('search.hundred-refused', MANY, 'more than 100 userIds are refused', refuseMany(US, 'userId', 101)),
  deep(
    'search.names-cut',
    MANY,
    'of more than 50 usernames the rest is ignored',
    argsIf(
      US,
      (a) => many(a, 'username', 51),
      (a) => {
        a.f.username = a.f.username?.slice(0, 50) ?? [];
      },
    ),
  ),
  deep(
    'search.external-ignored-among-many',
    MANY,
    'more than 30 externalIds are ignored',
    argsIf(
      US,
      (a) => many(a, 'externalId', 31),
      (a) => {
        delete a.f.externalId;
      },
    ),
  ),
  plain(
    'search.email-ignored',
    SAME,
    'email is ignored',
    argsIf(
      US,
      () => true,
      (a) => {
        delete a.f.email;
      },
    ),
  ),
  deep('search.role-ignored-with-ids', SAME, 'role is ignored beside userIds', forget(US, 'userId', 'role')),
  deep(
    'search.ids-or-external',
    SAME,
    'userIds and externalIds together find who fits either',
    on('all', US, (ok, row, a) => {
      const { userId, externalId } = a.f;
      return userId && externalId
        ? userId.includes(row.id) || externalId.includes(U(row).externalId ?? '')
        : ok;
    }),
  ),
  plain(
    'search.name-first-only',
    SAME,
    'name is compared with the first name alone',
    filter(US, 'name', (_ok, row, a) =>
      U(row)
        .first.toLowerCase()
        .includes((a.f.name ?? '').toLowerCase()),
    ),
  ),
  deep(
    'search.name-whole',
    SAME,
    'a full name of more than 20 characters is not found',
    filter(US, 'name', (ok, row, a) => ok && !((a.f.name ?? '').length > 20 && fullName(U(row)).length > 20)),
  ),
  deep(
    'search.second-role-lost',
    SAME,
    'role is compared with the last role alone',
    filter(US, 'role', (ok, row, a) => ok && U(row).roles.at(-1) === a.f.role),
  ),
  deep(
    'search.sort-ignored',
    SAME,
    'sort in the body is ignored where a search is given',
    argsIf(US, isFiltered, (a) => {
      a.field = 'createdAt';
      a.direction = 'desc';
    }),
  ),
  plain(
    'search.default-ascending',
    DEFAULT,
    'the oldest user comes first',
    argsIf(
      US,
      (a) => !a.sortGiven,
      (a) => {
        a.direction = 'asc';
      },
    ),
  ),
  deep(
    'search.order-of-ids',
    DEFAULT,
    'userIds are answered in the order in which they were given',
    on('rows', US, (rows, a) => {
      const ids = a.f.userId;
      return ids && !a.sortGiven ? [...rows].sort((x, y) => ids.indexOf(x.id) - ids.indexOf(y.id)) : rows;
    }),
  ),
  deep(
    'search.repeated-by-class',
    ONCE,
    'a user of several classes is listed once for each',
    on('rows', US, (rows, a, c) =>
      isFiltered(a)
        ? rows.flatMap((r) => Array.from({ length: Math.max(1, c.world.classIdsOf(r.id).length) }, () => r))
        : rows,
    ),
  ),
];
