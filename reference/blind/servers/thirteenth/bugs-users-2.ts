import { arr, bug, keep, obj, rename, searchOf, str, U, UL, US } from './tools.ts';
import type { Switch } from './types.ts';

const same = 'POST /users/search has the same filters and response as GET /users.';
const empties = 'Empty fields are omitted from a response.';

export const userBugs2: readonly Switch[] = [
  bug('u-inner-join', US, same, 'a search loses who has no class', {
    users: (rows) => rows.filter((u) => u.classIds.length > 0),
  }),
  bug(
    'u-suspended-lost',
    UL,
    'GET /users lists users by the filters given.',
    'suspended users are lost when role is given',
    {
      users: (rows, c) => (c.query.has('role') ? rows.filter((u) => u.active) : rows),
    },
  ),
  bug(
    'u-second-role',
    U,
    'role filters by the roles of a user.',
    'only the first role of a user is compared',
    {
      users: (rows, c) => {
        const role = c.query.get('role') ?? searchOf(c)['role'];
        return role ? rows.filter((u) => u.roles[0] === role) : rows;
      },
    },
  ),
  bug(
    'u-second-email',
    UL,
    'email filters by the addresses of a user.',
    'only the first address is compared',
    {
      users: (rows, c) => {
        const e = c.query.get('email')?.toLowerCase();
        return e ? rows.filter((u) => u.emails[0]?.toLowerCase() === e) : rows;
      },
    },
  ),
  bug(
    'u-plus-email',
    UL,
    'email filters by the addresses of a user.',
    'what follows a plus in an address is cut',
    {
      users: (rows, c) => (c.query.get('email')?.includes('+') ? [] : rows),
    },
  ),
  bug('u-name-apostrophe', U, 'name filters users.', 'a name with an apostrophe finds nobody', {
    users: (rows, c) => (/'/.test(c.query.get('name') ?? str(searchOf(c)['name'])) ? [] : rows),
  }),
  bug('u-name-accent', US, same, 'a name beyond ASCII finds nobody in a search', {
    users: (rows, c) => (/[^ -~]/.test(str(searchOf(c)['name'])) ? [] : rows),
  }),
  bug('u-externalid-slash', UL, 'externalId filters users.', 'an externalId with a slash is cut at it', {
    before: (c) => {
      keep(c.query, 'externalId', (all) => all.map((v) => v.split('/')[0] ?? v));
      return undefined;
    },
  }),
  bug('u-externalid-zero', US, 'externalIds are strings.', 'leading zeros of externalIds are lost', {
    before: (c) => {
      const s = searchOf(c);
      if (Array.isArray(s['externalIds']))
        s['externalIds'] = arr(s['externalIds']).map((v) => str(v).replace(/^0+/, ''));
      return undefined;
    },
  }),
  bug(
    'u-created-millis',
    UL,
    'A date-time is YYYY-MM-DDTHH:MM:SS.SSSZ.',
    'createdAt lacks its milliseconds for those who were never changed',
    {
      user: (v, u) => {
        if (u.createdAt === u.updatedAt) v['createdAt'] = str(v['createdAt']).replace(/\.\d+Z/, 'Z');
      },
    },
  ),
  bug('u-updated-offset', US, 'A date-time is YYYY-MM-DDTHH:MM:SS.SSSZ.', 'updatedAt ends in +00:00', {
    user: (v) => {
      v['updatedAt'] = str(v['updatedAt']).replace('Z', '+00:00');
    },
  }),
  bug(
    'u-birth-time',
    U,
    'dateOfBirth is YYYY-MM-DD.',
    'a dateOfBirth at the 29th of February comes as a date-time',
    {
      user: (v) => {
        if (/-02-29$/.test(str(v['dateOfBirth'])))
          v['dateOfBirth'] = `${str(v['dateOfBirth'])}T00:00:00.000Z`;
      },
    },
  ),
  bug('u-birth-short', UL, 'dateOfBirth is YYYY-MM-DD.', 'days below ten lose their zero', {
    user: (v) => {
      if (v['dateOfBirth']) v['dateOfBirth'] = str(v['dateOfBirth']).replace(/-0(\d)$/, '-$1');
    },
  }),
  bug('u-no-emails', UL, empties, 'who has no email has emails: []', {
    user: (v) => {
      v['emails'] ??= [];
    },
  }),
  bug('u-null-upn', US, empties, 'who has no upn has upn: null', {
    user: (v) => {
      v['upn'] ??= null;
    },
  }),
  bug('u-blank-external', U, empties, 'a teacher without externalId has an empty one', {
    user: (v, u) => {
      if (u.roles.includes('teacher')) v['externalId'] ??= '';
    },
  }),
  bug('u-roles-text', U, 'roles is an array of UserRole.', 'several roles come as one text in the array', {
    user: (v, u) => {
      if (u.roles.length > 1) v['roles'] = [u.roles.join(', ')];
    },
  }),
  bug('u-roles-first', US, 'roles holds all platform roles of the user.', 'a search shows one role alone', {
    user: (v, u) => {
      v['roles'] = u.roles.slice(0, 1);
    },
  }),
  bug('u-class-one', US, same, 'a search shows the first class of a user alone', {
    user: (v, u) => {
      if (u.classIds.length > 1) v['classIds'] = u.classIds.slice(0, 1);
    },
  }),
  bug('u-class-four', UL, same, 'classIds are cut at three', {
    user: (v, u) => {
      if (u.classIds.length > 3) v['classIds'] = u.classIds.slice(0, 3);
    },
  }),
  bug(
    'u-cohorts-lost',
    U,
    'cohortIds are the cohorts of the user, in GET /users and POST /users/search.',
    'cohortIds repeat the classIds for who has two classes',
    {
      user: (v, u) => {
        if (u.classIds.length === 2 && v['cohortIds']) v['cohortIds'] = u.classIds;
      },
    },
  ),
  bug(
    'u-null-class',
    UL,
    'classIds are the classes of the user.',
    'classIds hold null for who has no cohort',
    {
      user: (v, u) => {
        if (u.cohortIds.length === 0 && v['classIds']) v['classIds'] = [...u.classIds, null];
      },
    },
  ),
  bug('u-id-bare', US, 'userId is a UUID.', 'the hyphens are missing in ids of administrators', {
    user: (v, u) => {
      if (u.roles.includes('administrator')) v['userId'] = u.id.replaceAll('-', '');
    },
  }),
  bug('u-escaped', US, same, 'apostrophes of names come as &#39; in a search', {
    user: (v) => {
      for (const k of ['fullName', 'lastName']) v[k] = str(v[k]).replaceAll("'", '&#39;');
    },
  }),
  bug('u-swapped', US, same, 'a search swaps the two names of a hyphenated person', {
    user: (v, u) => {
      if (u.lastName.includes('-')) Object.assign(v, { firstName: u.lastName, lastName: u.firstName });
    },
  }),
  bug('u-emails-objects', UL, 'emails is an array of strings.', 'second addresses come as objects', {
    user: (v, u) => {
      v['emails'] = u.emails.length > 1 ? u.emails.map((e, i) => (i ? { email: e } : e)) : v['emails'];
      if (v['emails'] === undefined) delete v['emails'];
    },
  }),
  bug('u-gender-default', US, same, 'who has no gender gets one in a search', {
    user: (v) => {
      v['gender'] ??= 'undisclosed';
    },
  }),
  bug('u-search-null', US, 'The properties of search are optional.', 'a body without search is refused', {
    before: (c) => {
      if (c.body && c.body['search'] === undefined) c.body['search'] = 'none';
      return undefined;
    },
  }),
  bug('u-search-array', US, 'usernames is string[].', 'a text for usernames is taken for no filter', {
    before: (c) => {
      const s = searchOf(c);
      if (typeof s['usernames'] === 'string') delete s['usernames'];
      return undefined;
    },
  }),
  bug(
    'u-search-sort-lost',
    US,
    'sort is the same as of GET /users.',
    'the field of sort is ignored where search has a filter',
    {
      before: (c) => {
        if (Object.keys(searchOf(c)).length > 0) delete obj(c.body?.['sort'])['field'];
        return undefined;
      },
    },
  ),
  bug(
    'u-email-case-param',
    UL,
    'email is a filter of GET /users.',
    'email is looked for in name when there is a sort',
    {
      before: (c) => {
        if (c.query.has('sort[field]')) rename(c.query, 'email', 'name');
        return undefined;
      },
    },
  ),
];
