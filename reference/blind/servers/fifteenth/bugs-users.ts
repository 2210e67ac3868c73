/** Bugs of finding users. */

import {
  alter,
  at,
  body,
  bugsOf,
  crash,
  drop,
  first,
  good,
  has,
  inner,
  keep,
  kept,
  op,
  put,
  reset,
  turn,
  values,
  without,
} from './bugs-kit.ts';
import { isObject, writeCursor } from './reading.ts';
import type { User } from './types.ts';

const filterOf = (asked: { filters: Map<string, unknown> }, name: string): unknown[] => {
  const found = asked.filters.get(name);
  return Array.isArray(found) ? found : [];
};

const TABLE = `
users-first-id | d | userId may be repeated: users of every value are found | the first value only is looked at
users-last-username | d | username may be repeated: users of every value are found | the last value only is looked at
users-id-hides-username | d | every filter that is given filters | with userId, username is not looked at
users-id-hides-role | d | role filters users | with userId, role is not looked at
users-upn-or-none | d | upn finds the users of these numbers | several values also find all who have no number (OR upn IS NULL)
users-external-or-none | d | externalIds finds the users of these identifiers | it also finds all who have none
users-external-escaped | d | externalId finds the user who has it | values with a slash are not found
users-username-ascii | d | username finds the user who has it | letters beyond ASCII are lost before the search
users-email-domain | d | email finds users of this address | what stands behind the at sign is not looked at
users-email-hidden-by-role | d | email filters users | with role, email is not looked at
users-name-empty | p | name has at least one character; an invalid request is 400 | an empty name is no filter
users-name-quote | d | name filters users | an apostrophe in the name is 500
users-role-first | d | roles are all the roles of a user, and role filters by them | the first role of a user only is compared
users-31-ids | d | userId has at most 30 values; more is 400 | more than 30 values are taken
users-31-upns | d | upn has at most 30 values; more is 400 | more than 30 values are taken
users-31-externals | d | externalId has at most 30 values; more is 400 | more than 30 values are taken
users-31-usernames | d | username has at most 30 values; more is 400 | more than 30 values are taken
users-30-ids-refused | d | userId may have 30 values | exactly 30 values are refused
search-31-refused | d | the search is for more than 30 values | more than 30 user names are refused as in the list
search-30-of-ids | d | the search is for more than 30 values | of more than 30 ids the first 30 are looked at
users-default-oldest-first | p | users come by createdAt, the newest first | the oldest come first
users-direction-ignored | d | sort[direction] tells the direction | createdAt is always sorted from the newest
search-default-by-name | d | the sort defaults to createdAt, the newest first, as in GET /users | without sort the order is by last name
users-pages-by-id | d | the pages of one list follow one order | pages reached by cursor are sorted by id
users-same-instant-lost | d | every user is in the list | of users created at one instant the list has one
users-cursor-limit | d | limit defaults to 100, on pages by cursor as well | a page by cursor without limit has 20 items
users-first-has-previous | d | previousCursor is null on the first page | the first page, reached by a cursor, has a previousCursor
users-next-missing | d | nextCursor is null on the last page | nextCursor is left out on the last page
users-total-with-role | d | total is the number of results | with role the total is that of all users
users-total-capped | d | total is the number of results | the count stops at 200
users-offset-with-cursor | d | offset cannot be combined with cursor | with both the cursor is ignored
search-offset-with-cursor | d | offset cannot be combined with cursor | beside a cursor the offset is ignored
search-cursor-null | d | cursor may be null | a cursor of null is refused
search-limit-ignored | d | limit is the maximum of items per page | limit is shown, and 100 items are given
search-offset-of-page | d | offset is the start index | offset counts pages
search-updated-local | p | a date-time is in UTC and ends in Z | updatedAt is without zone
`;

export const userBugs = bugsOf(TABLE, {
  'users-first-id': at(op.users, {
    before: (c) => {
      if (values(c, 'userId').length <= 30) first(c, 'userId', 1);
    },
  }),
  'users-last-username': at(op.users, {
    before: (c) => {
      const all = values(c, 'username');
      if (all.length > 1 && all.length <= 30) reset(c, 'username', () => all.at(-1) ?? '');
    },
  }),
  'users-id-hides-username': at(op.users, {
    asked: (_c, asked) => {
      if (asked.filters.has('userId')) asked.filters.delete('username');
    },
  }),
  'users-id-hides-role': at(op.users, {
    asked: (_c, asked) => {
      if (asked.filters.has('userId')) asked.filters.delete('role');
    },
  }),
  'users-upn-or-none': at(op.users, {
    rows: (_c, rows, asked, all) =>
      filterOf(asked, 'upn').length > 1
        ? all.filter((row) => (row as User).upn === '' || rows.includes(row))
        : rows,
  }),
  'users-external-or-none': at(op.search, {
    rows: (_c, rows, asked, all) =>
      asked.filters.has('externalId')
        ? all.filter((row) => (row as User).externalId === '' || rows.includes(row))
        : rows,
  }),
  'users-external-escaped': at(op.users, {
    asked: (_c, asked) => {
      const found = filterOf(asked, 'externalId').map(String);
      if (found.some((text) => text.includes('/')))
        asked.filters.set(
          'externalId',
          found.map((text) => text.replace('/', '%2F')),
        );
    },
  }),
  'users-username-ascii': at(op.users, {
    asked: (_c, asked) => {
      const found = filterOf(asked, 'username').map((text) => String(text).replace(/[^ -~]/g, '?'));
      if (found.length > 0) asked.filters.set('username', found);
    },
  }),
  'users-email-domain': at(op.users, {
    rows: (_c, rows, asked, all) => {
      const email = asked.filters.get('email');
      if (typeof email !== 'string' || asked.filters.size > 1) return rows;
      const local = email.split('@')[0]?.toLowerCase();
      return all.filter((row) =>
        (row as User).emails.some((one) => one.split('@')[0]?.toLowerCase() === local),
      );
    },
  }),
  'users-email-hidden-by-role': at(op.search, {
    asked: (_c, asked) => {
      if (asked.filters.has('role')) asked.filters.delete('email');
    },
  }),
  'users-name-empty': at(op.users, {
    before: (c) => {
      if (values(c, 'name').includes('')) without(c, 'name');
    },
  }),
  'users-name-quote': at(op.users, {
    after: (c, a) => {
      if (good(a) && values(c, 'name').some((text) => text.includes("'"))) crash(a);
    },
  }),
  'users-role-first': at(op.users, {
    rows: (c, rows, asked) =>
      asked.filters.has('role')
        ? rows.filter(
            (row) => c.s.users.roles[(row as User).roles[0] ?? 'student'] === asked.filters.get('role'),
          )
        : rows,
  }),
  'users-31-ids': at(op.users, {
    before: (c) => first(c, 'userId', 30),
  }),
  'users-31-upns': at(op.users, {
    before: (c) => first(c, 'upn', 30),
  }),
  'users-31-externals': at(op.users, {
    before: (c) => first(c, 'externalId', 30),
  }),
  'users-31-usernames': at(op.users, {
    before: (c) => first(c, 'username', 30),
  }),
  'users-30-ids-refused': at(op.users, {
    after: (c, a) => {
      if (good(a) && values(c, 'userId').length === 30)
        turn(a, 400, { status: 400, message: 'Too many values.' });
    },
  }),
  'search-31-refused': at(op.search, {
    after: (c, a) => {
      const many = inner(c, 'search')['usernames'];
      if (good(a) && Array.isArray(many) && many.length > 30)
        turn(a, 400, { status: 400, message: 'Too many values.' });
    },
  }),
  'search-30-of-ids': at(op.search, {
    asked: (_c, asked) => {
      const found = asked.filters.get('userId');
      if (Array.isArray(found)) asked.filters.set('userId', found.slice(0, 30));
    },
  }),
  'users-default-oldest-first': at(op.users, {
    rows: (_c, rows, asked) =>
      asked.sortField === 'createdAt' && asked.sortDirection === 'desc' ? [...rows].reverse() : rows,
  }),
  'users-direction-ignored': at(op.users, {
    before: (c) => {
      if (values(c, 'sort[field]').includes('createdAt')) without(c, 'sort[direction]');
    },
  }),
  'search-default-by-name': at(op.search, {
    rows: (c, rows) => {
      if (isObject(c.body) && 'sort' in c.body) return rows;
      return [...rows].sort((a, b) => ((a as User).lastName < (b as User).lastName ? -1 : 1));
    },
  }),
  'users-pages-by-id': at(op.users, {
    rows: (_c, rows, asked) =>
      asked.cursor === undefined ? rows : [...rows].sort((a, b) => (a.id < b.id ? -1 : 1)),
  }),
  'users-same-instant-lost': at(op.users, {
    rows: (_c, rows, asked) => {
      if (asked.filters.size > 0) return rows;
      const seen = new Set<number>();
      return rows.filter((row) => {
        const { created } = row as User;
        if (seen.has(created)) return false;
        seen.add(created);
        return true;
      });
    },
  }),
  'users-cursor-limit': at(op.users, {
    asked: (c, asked) => {
      if (!has(c, 'limit') && asked.cursor !== undefined) asked.limit = 20;
    },
  }),
  'users-first-has-previous': at(op.users, {
    page: (c, page, asked) => {
      if (asked.cursor?.direction === 'previous' && page.pagination['previousCursor'] === null) {
        put(
          page.pagination,
          'previousCursor',
          writeCursor(c, { direction: 'previous', index: 0, key: '', filters: '' }),
        );
      }
    },
  }),
  'users-next-missing': at(op.users, {
    page: (_c, page) => {
      if (page.pagination['nextCursor'] === null) drop(page.pagination, 'nextCursor');
    },
  }),
  'users-total-with-role': at(op.users, {
    page: (c, page, asked) => {
      if (asked.filters.has('role')) put(page.pagination, 'total', c.world.users.size);
    },
  }),
  'users-total-capped': at(op.users, {
    page: (_c, page) => put(page.pagination, 'total', Math.min(200, Number(page.pagination['total']))),
  }),
  'users-offset-with-cursor': at(op.users, {
    before: (c) => {
      if (has(c, 'offset')) without(c, 'cursor');
    },
  }),
  'search-offset-with-cursor': at(op.search, {
    before: (c) => {
      if (typeof body(c)['cursor'] === 'string') drop(body(c), 'offset');
    },
  }),
  'search-cursor-null': at(op.search, {
    after: (c, a) => {
      if (good(a) && body(c)['cursor'] === null)
        turn(a, 400, { status: 400, message: 'cursor is no string.' });
    },
  }),
  'search-limit-ignored': at(op.search, {
    asked: (c, asked) => {
      if (asked.limit >= 100) return;
      keep(c, 'limit', asked.limit);
      asked.limit = 100;
    },
    page: (c, page) =>
      put(page.pagination, 'limit', kept<number>(c, 'limit') ?? page.pagination['limit'] ?? 100),
  }),
  'search-offset-of-page': at(op.search, {
    asked: (c, asked) => {
      if (asked.offset === 0) return;
      keep(c, 'offset', asked.offset);
      asked.offset *= asked.limit;
    },
    page: (c, page) =>
      put(page.pagination, 'offset', kept<number>(c, 'offset') ?? page.pagination['offset'] ?? 0),
  }),
  'search-updated-local': at(op.search, {
    view: (_c, v) => alter(v, 'updatedAt', (text) => text.slice(0, -1)),
  }),
});
