/** Bugs of how users are shown. */

import { alter, at, bugsOf, drop, fill, op, put } from './bugs-kit.ts';
import type { User } from './types.ts';

const TABLE = `
search-birth-day-before | d | a user has one dateOfBirth | the date passes through a zone and is the day before
users-role-text | p | roles is an array | a single role is a string
users-emails-text | d | emails is an array of strings | several emails are joined with commas
search-upn-null | d | empty fields are omitted | a user without upn shows null
users-external-empty | d | empty fields are omitted | a user without externalId shows an empty text
search-without-class-ids | p | users of POST /users/search have classIds | classIds is left out
users-teachers-without-classes | d | classIds are the classes of the user | the classes of teachers are not joined
users-ids-swapped | d | classIds are classes, cohortIds are cohorts | for users with both the two are swapped
search-class-ids-first | d | classIds are the classes of the user | one class only is shown
search-escaped | d | a user has one lastName | apostrophes in last names are escaped for HTML
search-mangled | d | a user has one fullName | the full name is decoded as Latin-1
users-last-page-short | d | the pages have every result | the last page lacks its last item
users-primary-twice | d | a list has each user once | a join on emails repeats users with several
new-student-not-searched | d | username finds the user who has it | the index of user names is built at the start
users-stale-name | d | a user is shown as last updated | the search shows names as they were at the start
users-membership-cache | d | classIds are the classes of the user | classIds come from a cache that a removal does not clear
`;

export const peopleBugs = bugsOf(TABLE, {
  'search-birth-day-before': at(op.search, {
    view: (_c, v) =>
      alter(v, 'dateOfBirth', (text) => new Date(Date.parse(text) - 3_600_000).toISOString().slice(0, 10)),
  }),
  'users-role-text': at(op.users, {
    view: (_c, v) => {
      const roles = v['roles'];
      if (Array.isArray(roles) && roles.length === 1) put(v, 'roles', roles[0] ?? '');
    },
  }),
  'users-emails-text': at(op.users, {
    view: (_c, v) => {
      const emails = v['emails'];
      if (Array.isArray(emails) && emails.length > 1) put(v, 'emails', emails.join(','));
    },
  }),
  'search-upn-null': at(op.search, {
    view: (_c, v) => fill(v, 'upn', null),
  }),
  'users-external-empty': at(op.users, {
    view: (_c, v) => fill(v, 'externalId', ''),
  }),
  'search-without-class-ids': at(op.search, {
    view: (_c, v) => drop(v, 'classIds'),
  }),
  'users-teachers-without-classes': at(op.users, {
    view: (_c, v, row) => {
      if ((row as User).roles.includes('teacher')) drop(v, 'classIds');
    },
  }),
  'users-ids-swapped': at(op.users, {
    view: (_c, v) => {
      const { classIds, cohortIds } = v;
      if (!Array.isArray(classIds) || !Array.isArray(cohortIds) || classIds.length * cohortIds.length === 0)
        return;
      put(v, 'classIds', cohortIds);
      put(v, 'cohortIds', classIds);
    },
  }),
  'search-class-ids-first': at(op.search, {
    view: (_c, v) => {
      const ids = v['classIds'];
      if (Array.isArray(ids)) put(v, 'classIds', ids.slice(0, 1));
    },
  }),
  'search-escaped': at(op.search, {
    view: (_c, v) => alter(v, 'lastName', (text) => text.replaceAll("'", '&#39;')),
  }),
  'search-mangled': at(op.search, {
    view: (_c, v) => alter(v, 'fullName', (text) => Buffer.from(text, 'utf8').toString('latin1')),
  }),
  'users-last-page-short': at(op.users, {
    page: (_c, page, asked) => {
      if (page.pagination['nextCursor'] === null && asked.cursor !== undefined && page.data.length > 1)
        page.data.pop();
    },
  }),
  'users-primary-twice': at(op.users, {
    rows: (_c, rows, asked) =>
      asked.filters.has('name')
        ? rows.flatMap((row) => ((row as User).emails.length > 1 ? [row, row] : [row]))
        : rows,
  }),
  'new-student-not-searched': at(op.users, {
    rows: (c, rows, asked) => {
      if (!asked.filters.has('username')) return rows;
      const old = new Set(
        [...c.world.users.keys()].slice(0, c.s.data.students + c.s.data.teachers + c.s.data.admins),
      );
      return rows.filter((row) => old.has(row.id));
    },
  }),
  'users-stale-name': at(op.search, {
    view: (c, v, row) => {
      const names = `names ${row.id}`;
      const now = (row as User).firstName;
      if (!c.world.notes.has(names)) c.world.notes.set(names, now);
      put(v, 'firstName', c.world.notes.get(names) ?? now);
    },
  }),
  'users-membership-cache': at(op.search, {
    view: (c, v, row) => {
      const name = `classes ${row.id}`;
      const old = c.world.notes.get(name);
      const ids = Array.isArray(v['classIds']) ? v['classIds'] : [];
      const all = [...new Set([...(Array.isArray(old) ? old : []), ...ids])];
      c.world.notes.set(name, all);
      put(v, 'classIds', all);
    },
  }),
});
