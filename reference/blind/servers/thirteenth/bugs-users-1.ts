import { arr, bug, keep, plain, searchOf, sortOf, U, UL, US } from './tools.ts';
import type { Switch, User } from './types.ts';

const filters = [
  ['userId', 'userIds'],
  ['upn', 'upns'],
  ['externalId', 'externalIds'],
  ['username', 'usernames'],
] as const;
const values = 'Array filters of GET /users take 1 to 30 values, and each value counts.';
const same = 'POST /users/search has the same filters and response as GET /users.';
function by(rows: User[], f: (u: User) => string | number): User[] {
  return [...rows].sort((a, b) => (f(a) < f(b) ? -1 : f(a) > f(b) ? 1 : 0));
}

export const userBugs1: readonly Switch[] = [
  ...filters.map(([one]) =>
    bug(`u-${one}-30-refused`, UL, values, `30 values of ${one} are refused`, {
      before: (c) => {
        if (c.query.getAll(one).length === 30) for (let i = 0; i < 3; i++) c.query.append(one, 'x');
        return undefined;
      },
    }),
  ),
  ...filters.map(([one]) =>
    bug(`u-${one}-31-taken`, UL, values, `31 values or more of ${one} are cut to 30 instead of refused`, {
      before: (c) => {
        keep(c.query, one, (all) => all.slice(0, 30));
        return undefined;
      },
    }),
  ),
  bug('u-upn-last-lost', UL, values, 'the last of several upn is dropped', {
    before: (c) => {
      keep(c.query, 'upn', (all) => (all.length > 1 ? all.slice(0, -1) : all));
      return undefined;
    },
  }),
  bug('u-username-first-only', UL, values, 'only the first username counts', {
    before: (c) => {
      keep(c.query, 'username', (all) => all.slice(0, 1));
      return undefined;
    },
  }),
  bug(
    'u-search-30-cut',
    US,
    'POST /users/search is meant for more than 30 values in a filter.',
    'values after the 30th userIds are ignored',
    {
      before: (c) => {
        const s = searchOf(c);
        if (s['userIds']) s['userIds'] = arr(s['userIds']).slice(0, 30);
        return undefined;
      },
    },
  ),
  bug(
    'u-search-externalids-30-refused',
    US,
    'POST /users/search is meant for more than 30 values in a filter.',
    'more than 30 externalIds are refused',
    {
      before: (c) => {
        const s = searchOf(c);
        if (arr(s['externalIds']).length > 30) s['externalIds'] = 'x';
        return undefined;
      },
    },
  ),
  bug(
    'u-search-usernames-50',
    US,
    'POST /users/search is meant for more than 30 values in a filter.',
    'more than 50 usernames are looked up in the last 50 only',
    {
      before: (c) => {
        const s = searchOf(c);
        if (arr(s['usernames']).length > 50) s['usernames'] = arr(s['usernames']).slice(-50);
        return undefined;
      },
    },
  ),
  bug('u-upns-ignored', US, same, 'the upns of a search are ignored where userIds are given', {
    before: (c) => {
      const s = searchOf(c);
      if (s['userIds']) delete s['upns'];
      return undefined;
    },
  }),
  bug(
    'u-role-and-name',
    UL,
    'name and role are filters of GET /users, each optional.',
    'role is ignored beside name',
    {
      before: (c) => {
        if (c.query.has('name')) c.query.delete('role');
        return undefined;
      },
    },
  ),
  bug('u-email-and-role', US, same, 'role is ignored beside email in a search', {
    before: (c) => {
      const s = searchOf(c);
      if (s['email'] !== undefined) delete s['role'];
      return undefined;
    },
  }),
  plain('u-role-ignored', US, 'role is a filter of POST /users/search.', 'role is ignored', {
    before: (c) => {
      delete searchOf(c)['role'];
      return undefined;
    },
  }),
  plain('u-externalid-ignored', UL, 'externalId is a filter of GET /users.', 'externalId is ignored', {
    before: (c) => {
      if (c.query.getAll('externalId').length <= 30) c.query.delete('externalId');
      return undefined;
    },
  }),
  bug('u-name-empty', UL, 'name has a minimum length of 1.', 'an empty name is taken for none', {
    before: (c) => {
      if (c.query.get('name') === '') c.query.delete('name');
      return undefined;
    },
  }),
  bug(
    'u-name-empty-search',
    US,
    'name has a minimum length of 1; same as GET /users.',
    'an empty name of a search is taken for none',
    {
      before: (c) => {
        if (searchOf(c)['name'] === '') delete searchOf(c)['name'];
        return undefined;
      },
    },
  ),
  bug('u-name-one-refused', UL, 'name has a minimum length of 1.', 'a name of one character is refused', {
    before: (c) => {
      if ([...(c.query.get('name') ?? '')].length === 1) c.query.set('name', '');
      return undefined;
    },
  }),
  bug(
    'u-userid-form',
    UL,
    'userId is an array of UUID; 400 for an invalid request.',
    'what is not a UUID among several userId is passed over',
    {
      before: (c) => {
        keep(c.query, 'userId', (all) => (all.length > 1 ? all.filter((v) => v.length === 36) : all));
        return undefined;
      },
    },
  ),
  bug(
    'u-upn-or-userid',
    UL,
    'Filters of GET /users narrow together.',
    'externalId is ignored where upn is given',
    {
      before: (c) => {
        if (c.query.has('upn')) c.query.delete('externalId');
        return undefined;
      },
    },
  ),
  plain('u-default-order', UL, 'Default sort of users is createdAt desc.', 'the default is ascending', {
    before: (c) => {
      if (!c.query.has('sort[field]'))
        c.query.set('sort[direction]', c.query.get('sort[direction]') ?? 'asc');
      return undefined;
    },
  }),
  bug(
    'u-search-default-order',
    US,
    'Default sort is createdAt desc, in the search as well.',
    'without sort a search is in order of updatedAt',
    {
      users: (rows, c) =>
        sortOf(c).field || sortOf(c).down !== undefined ? rows : by(rows, (u) => -u.updatedAt),
    },
  ),
  bug(
    'u-search-role-order',
    US,
    'Default sort is createdAt desc.',
    'a search by role comes in order of creation ascending',
    {
      users: (rows, c) => (searchOf(c)['role'] && !c.body?.['sort'] ? [...rows].reverse() : rows),
    },
  ),
  bug('u-lastname-desc', U, 'sort[direction] gives the direction.', 'desc by lastName comes ascending', {
    users: (rows, c) => (sortOf(c).field === 'lastName' && sortOf(c).down ? [...rows].reverse() : rows),
  }),
  bug('u-sort-firstname', UL, 'sort[field] gives the field.', 'firstName sorts by lastName', {
    before: (c) => {
      if (c.query.get('sort[field]') === 'firstName') c.query.set('sort[field]', 'lastName');
      return undefined;
    },
  }),
  bug('u-sort-updated', U, 'sort[field] gives the field.', 'updatedAt sorts by createdAt', {
    users: (rows, c) =>
      sortOf(c).field === 'updatedAt'
        ? by(rows, (u) => (sortOf(c).down === false ? 1 : -1) * u.createdAt)
        : rows,
  }),
  bug('u-sort-day', UL, 'Default sort of users is createdAt desc.', 'within a month the order is ascending', {
    users: (rows, c) =>
      sortOf(c).field
        ? rows
        : by(rows, (u) => -Math.floor(u.createdAt / 2_592_000_000) * 1e12 + u.createdAt / 10_000),
  }),
  bug(
    'u-sort-page',
    UL,
    'Default sort of users is createdAt desc, over all pages.',
    'rows are sorted within a page only when an offset is given',
    {
      users: (rows, c) =>
        Number(c.query.get('offset') ?? 0) > 0 && !sortOf(c).field ? by(rows, (u) => u.id) : rows,
    },
  ),
  bug('u-twice', U, 'A list has each result once.', 'a user with two roles is listed twice', {
    users: (rows) => rows.flatMap((u) => (u.roles.length > 1 ? [u, u] : [u])),
  }),
  bug(
    'u-emails-join',
    UL,
    'A list has each result once.',
    'by name, a user with three emails comes three times',
    {
      users: (rows, c) =>
        c.query.has('name') ? rows.flatMap((u) => (u.emails.length > 2 ? [u, u, u] : [u])) : rows,
    },
  ),
];
