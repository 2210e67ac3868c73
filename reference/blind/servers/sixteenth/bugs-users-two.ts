// Bugs of reading people: filters, order, the search by body, and how a person is shown – part two.
import { asked, BOTH, count, empty, type Keep, only, SU, same, US } from './bugs-users-kit.ts';
import { answer, type Bug, D, edit, fail, has, M, match, memo, P, recall } from './hooks.ts';
import { at, listOf, objectOf, type UserRow } from './types.ts';

export const search: Bug[] = [
  P('us-search-usernames-ignored', 'r', SU, same, 'usernames is not read', {
    filter: match('username', () => true),
  }),
  P('us-search-upns-ignored', 'r', SU, same, 'upns is not read', { filter: match('upn', () => true) }),
  M(
    'us-search-externalids-first',
    'r',
    SU,
    same,
    'only the first of externalIds counts',
    only('externalId', (x) => x.slice(0, 1)),
  ),
  M(
    'us-search-31',
    'r',
    SU,
    'the search is meant for more than 30 values',
    'the bound of the query holds here too',
    { filter: (v) => (v.values.length > 30 ? fail(400, 'at most 30 values') : v) },
  ),
  D(
    'us-search-31-cut',
    'r',
    SU,
    'the search is meant for more than 30 values',
    'the values after the thirtieth are cut off silently',
    { filter: match('userId', (row: UserRow, v) => v.values.slice(0, 30).includes(row.userId)) },
  ),
  D(
    'us-search-chunk',
    'r',
    SU,
    'the search is meant for more than 30 values',
    'values are asked in lots of 50, and the second lot overwrites the first',
    {
      filter: match('username', (row: UserRow, v) =>
        (v.values.length > 50 ? v.values.slice(50) : v.values).includes(row.username),
      ),
    },
  ),
  M('us-search-role-ignored', 'r', SU, same, 'role is not read', { filter: match('role', () => true) }),
  M('us-search-name-ignored', 'r', SU, same, 'name is not read', { filter: match('name', () => true) }),
  P('us-search-201', 'r', SU, 'a search answers 200', "the framework's default for POST", {
    reply: (r) => (r.status === 200 ? { ...r, status: 201 } : r),
  }),
  P('us-search-wrapper', 'r', SU, 'list responses use data', 'the list is called users', {
    reply: answer((b) => ({ users: b['data'], pagination: b['pagination'] })),
  }),
  D('us-search-leak', 'r', SU, same, 'the filters of one search hold for the next one', {
    filter: (v, c) => {
      c.bag.some = true;
      const last = memo<Keep[]>(c, 'fs', () => []);
      if (last.length < 5) last.push((row) => v.keep(row));
      return v;
    },
    rows: (v, c) => {
      const last = recall<Keep[]>(c, 'old-fs');
      c.memory.set('old-fs', c.memory.get('fs') ?? []);
      c.memory.delete('fs');
      return c.bag.some || !last?.length ? v : v.filter((row) => last.every((keep) => keep(row)));
    },
  }),
  P(
    'us-search-500',
    'r',
    SU,
    'every request gets an answer, not a server error',
    'a body without search throws',
    {
      incoming: (v) => {
        let b: unknown;
        try {
          b = JSON.parse(v.text);
        } catch {
          return v;
        }
        if (b && typeof b === 'object' && !('search' in b)) fail(500);
        return v;
      },
    },
    'whether `search` may be left out is not shown; a 500 is none of the statuses either way',
  ),
  M(
    'us-search-cut-100',
    'r',
    SU,
    'limit is the most items of a page',
    'a limit above 100 is shown but not kept',
    { slice: (v) => ({ ...v, end: Math.min(v.end, v.start + 100) }), pagination: (p) => p },
  ),
];

export const fields: Bug[] = [
  P('us-classids-absent', 'r', US, 'classIds is in the answers of GET /users', 'the join is missing', {
    item: edit((o) => {
      delete o['classIds'];
    }),
  }),
  P(
    'us-cohortids-absent-search',
    'r',
    SU,
    'cohortIds is in the answers of POST /users/search',
    'the join is missing',
    {
      item: edit((o) => {
        delete o['cohortIds'];
      }),
    },
  ),
  P('us-classids-text', 'r', US, 'classIds is an array', 'a text with commas', {
    item: edit((o) => {
      o['classIds'] = listOf(o['classIds']).join(',');
    }),
  }),
  M('us-classids-cohorts', 'r', US, 'classIds are the classes of the user', 'the join takes cohorts', {
    item: edit((o) => {
      o['classIds'] = o['cohortIds'];
    }),
  }),
  M(
    'us-cohortids-classes-search',
    'r',
    SU,
    'cohortIds are the cohorts of the user',
    'the join takes classes',
    {
      item: edit((o) => {
        o['cohortIds'] = o['classIds'];
      }),
    },
  ),
  D(
    'us-classids-next-user',
    'r',
    US,
    'classIds are the classes of the user',
    'on lists, memberships are joined by position and are those of the neighbour on later pages',
    {
      item: edit((o, row: UserRow, c) => {
        if (has(c, 'offset') || has(c, 'cursor')) {
          const n = (c.w.users.indexOf(row) + 1) % c.w.users.length;
          const id = at(c.w.users, n).userId;
          o['classIds'] = [...c.w.students, ...c.w.teachers].filter(([, s]) => s.has(id)).map(([k]) => k);
        }
      }),
    },
  ),
  M(
    'us-classids-students',
    'w',
    US,
    'classIds are the classes of the user',
    'classes of teachers are not joined',
    {
      item: edit((o, row: UserRow, c) => {
        o['classIds'] = [...c.w.students].filter(([, s]) => s.has(row.userId)).map(([k]) => k);
      }),
    },
  ),
  D(
    'us-classids-filter',
    'r',
    SU,
    'classIds are the classes of the user',
    'only the first class, when role is asked',
    {
      item: edit((o, _r, c) => {
        if (asked(c).role) o['classIds'] = listOf(o['classIds']).slice(0, 1);
      }),
    },
  ),
  P('us-created-no-ms', 'r', US, 'a date-time has milliseconds', 'milliseconds are cut off', {
    item: edit((o) => {
      o['createdAt'] = String(o['createdAt']).replace(/\.\d+Z/, 'Z');
    }),
  }),
  P('us-created-number-search', 'r', SU, 'createdAt is a date-time', 'a Unix timestamp', {
    item: edit((o, row: UserRow) => {
      o['createdAt'] = Math.floor(row.createdAt / 1000);
    }),
  }),
  M('us-updated-offset', 'r', US, 'dates are in UTC with Z', '+00:00 for Z', {
    item: edit((o) => {
      o['updatedAt'] = String(o['updatedAt']).replace('Z', '+00:00');
    }),
  }),
  M(
    'us-updated-created',
    'r',
    US,
    'updatedAt is when the user was last updated',
    'createdAt and updatedAt are swapped',
    {
      item: edit((o) => {
        [o['createdAt'], o['updatedAt']] = [o['updatedAt'], o['createdAt']];
      }),
    },
  ),
  M('us-birth-time', 'r', BOTH, 'a date is YYYY-MM-DD', 'dateOfBirth has a time', {
    item: edit((o) => {
      if (o['dateOfBirth']) o['dateOfBirth'] = `${o['dateOfBirth']}T00:00:00.000Z`;
    }),
  }),
  P('us-birth-slashes', 'r', US, 'a date is YYYY-MM-DD', 'DD/MM/YYYY', {
    item: edit((o) => {
      if (o['dateOfBirth']) o['dateOfBirth'] = String(o['dateOfBirth']).split('-').reverse().join('/');
    }),
  }),
  M('us-birth-leap', 'r', US, 'a date is YYYY-MM-DD', '29 February becomes 30 (month arithmetic)', {
    item: edit((o) => {
      if (String(o['dateOfBirth']).endsWith('-02-29'))
        o['dateOfBirth'] = String(o['dateOfBirth']).replace('-29', '-30');
    }),
  }),
  P('us-emails-text', 'r', US, 'emails is an array', 'one text', {
    item: edit((o) => {
      if (o['emails']) o['emails'] = listOf(o['emails'])[0];
    }),
  }),
  M('us-emails-null-search', 'r', SU, empty, 'null for no emails', {
    item: edit((o) => {
      o['emails'] ??= null;
    }),
  }),
  P('us-upn-null', 'r', US, empty, 'null for no UPN', {
    item: edit((o) => {
      o['upn'] ??= null;
    }),
  }),
  M('us-external-blank-search', 'r', SU, empty, 'an empty text for none', {
    item: edit((o) => {
      o['externalId'] ??= '';
    }),
  }),
  M('us-gender-null', 'r', US, empty, 'null for none', {
    item: edit((o) => {
      o['gender'] ??= null;
    }),
  }),
  P('us-roles-text', 'r', US, 'roles is an array', 'one text', {
    item: edit((o, row: UserRow) => {
      o['roles'] = row.roles[0];
    }),
  }),
  M('us-roles-first', 'r', US, 'roles are all platform roles of the user', 'the first one alone', {
    item: edit((o, row: UserRow) => {
      o['roles'] = row.roles.slice(0, 1);
    }),
  }),
  D(
    'us-roles-asked',
    'r',
    US,
    'roles are all platform roles of the user',
    'with the filter role, the role asked alone (condition in the join)',
    {
      item: edit((o, _r, c) => {
        if (asked(c).role) o['roles'] = [asked(c).role];
      }),
    },
  ),
  D(
    'us-emails-asked',
    'r',
    US,
    'emails are those of the user',
    'with the filter email, the address asked alone',
    {
      item: edit((o, _r, c) => {
        if (asked(c).email) o['emails'] = [asked(c).email];
      }),
    },
  ),
  M('us-id-short', 'r', SU, 'userId is a UUID', 'without hyphens', {
    item: edit((o) => {
      o['userId'] = String(o['userId']).replaceAll('-', '');
    }),
  }),
  D(
    'us-many-fields-lost',
    'r',
    US,
    'fields of a user are the same wherever it is read',
    'with more than one filter, dateOfBirth, gender and classIds are not selected',
    {
      item: edit((o, _r, c) => {
        if (count(c) > 1) {
          delete o['classIds'];
          delete o['gender'];
          delete o['dateOfBirth'];
        }
      }),
    },
  ),
  M('us-data-strings', 'r', US, 'data is an array of users', 'ids instead of users when limit is 1', {
    reply: answer((b, _r, c) =>
      c.bag.ask?.limit === 1 ? { ...b, data: listOf(b['data']).map((u) => objectOf(u)['userId']) } : b,
    ),
  }),
];
