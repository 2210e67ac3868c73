// Bugs of reading people: filters, order, the search by body, and how a person is shown.
import { among, asked, BOTH, filt, most, only, order, SU, same, turned, US } from './bugs-users-kit.ts';
import { fields, search } from './bugs-users-two.ts';
import {
  type Bug,
  D,
  fail,
  firstOf,
  has,
  keeping,
  M,
  match,
  P,
  recall,
  relax,
  restatus,
  strict,
} from './hooks.ts';
import { listOf, must, objectOf, type SortAsk, type UserRow } from './types.ts';

const filters: Bug[] = [
  P(
    'us-userid-last',
    'r',
    US,
    filt('userId'),
    'only the last repeated value counts',
    only('userId', (x) => x.slice(-1)),
  ),
  M(
    'us-upn-first',
    'r',
    US,
    filt('upn'),
    'only the first repeated value counts',
    only('upn', (x) => x.slice(0, 1)),
  ),
  P('us-externalid-ignored', 'r', US, filt('externalId'), 'the parameter is not read', {
    filter: match('externalId', () => true),
  }),
  P('us-username-ignored', 'r', US, filt('username'), 'the parameter is read under another name', {
    filter: match('username', () => true),
  }),
  M('us-userid-and', 'r', US, filt('userId'), 'several values must all match', {
    filter: match('userId', (row: UserRow, v) => v.values.every((x) => x === row.userId)),
  }),
  D('us-filters-or', 'r', US, 'several filters narrow the list', 'two filters are joined with OR', {
    filter: (v, c) => {
      c.bag.keeps = [...(c.bag.keeps ?? []), (row) => v.keep(row)];
      return { ...v, keep: () => true };
    },
    rows: (v, c) => v.filter((row) => !c.bag.keeps || c.bag.keeps.some((keep) => keep(row))),
  }),
  M('us-userid-29', 'r', US, most, '30 values are refused', {
    rule: strict('userId.most', (x) => listOf(x).length === 30),
  }),
  P('us-externalid-31', 'r', US, most, '31 values are taken', { rule: relax('externalId.most') }),
  P('us-username-31', 'r', US, most, '31 values are taken', { rule: relax('username.most') }),
  M('us-upn-31-cut', 'r', US, most, 'the values after the thirtieth are cut off silently', {
    rule: relax('upn.most'),
    filter: match('upn', (row: UserRow, v) => among(v.values.slice(0, 30), row.upn)),
  }),
  P('us-userid-form-500', 'r', US, 'an invalid request gets 400', 'the database refuses what is no UUID', {
    rule: restatus(500, 'userId.uuid'),
  }),
  M('us-userid-form-taken', 'r', US, 'userId is a UUID', 'anything is taken and finds nobody', {
    rule: relax('userId.uuid'),
  }),
  P('us-email-ignored', 'r', US, filt('email'), 'the parameter is not read', {
    filter: match('email', () => true),
  }),
  M('us-email-part', 'r', US, filt('email'), 'an address that contains the value is enough', {
    filter: match('email', (row: UserRow, v) => row.emails.some((e) => e.includes(firstOf(v).toLowerCase()))),
  }),
  M(
    'us-email-first-only',
    'r',
    US,
    'the owner says that the filter finds by every address',
    'only the first address is looked at',
    {
      filter: match('email', (row: UserRow, v) => row.emails[0]?.toLowerCase() === firstOf(v).toLowerCase()),
    },
  ),
  M(
    'us-email-last-only',
    'r',
    SU,
    'the owner says that the filter finds by every address',
    'a join keeps only the last address',
    {
      filter: match(
        'email',
        (row: UserRow, v) => row.emails[row.emails.length - 1]?.toLowerCase() === firstOf(v).toLowerCase(),
      ),
    },
  ),
  M(
    'us-email-form-taken',
    'r',
    US,
    'email is an address; the owner says that others are refused',
    'anything is taken',
    { rule: relax('email.form') },
  ),
  P('us-name-empty-taken', 'r', US, 'name has at least one character', 'an empty name counts as none', {
    rule: relax('name.short'),
  }),
  M(
    'us-name-empty-taken-search',
    'r',
    SU,
    'name has at least one character',
    'an empty name counts as none',
    { rule: relax('name.short') },
  ),
  M(
    'us-name-bracket-500',
    'r',
    US,
    'an invalid request gets 400 and a valid one an answer',
    'the name becomes a regular expression',
    {
      filter: (v) => {
        if (v.name === 'name') {
          try {
            new RegExp(firstOf(v));
          } catch {
            fail(500);
          }
        }
        return v;
      },
    },
  ),
  M('us-name-quote-500', 'r', BOTH, 'a name may have any characters', 'an apostrophe breaks the statement', {
    filter: (v) => (v.name === 'name' && firstOf(v).includes("'") ? fail(500, 'syntax error') : v),
  }),
  P('us-role-ignored', 'r', US, filt('role'), 'the parameter is not read', {
    filter: match('role', () => true),
  }),
  M('us-role-first', 'r', US, filt('role'), 'only the first role of a person is looked at', {
    filter: match('role', (row: UserRow, v) => row.roles[0] === v.values[0]),
  }),
  M('us-role-first-search', 'r', SU, filt('role'), 'only the first role of a person is looked at', {
    filter: match('role', (row: UserRow, v) => row.roles[0] === v.values[0]),
  }),
  M('us-role-sole', 'r', US, filt('role'), 'people with further roles are missing', {
    filter: match('role', (row: UserRow, v) => row.roles.length === 1 && row.roles[0] === v.values[0]),
  }),
  P('us-role-500', 'r', US, 'an invalid request gets 400', 'an unknown role throws', {
    rule: restatus(500, 'role.known'),
  }),
  D('us-role-name', 'r', US, 'several filters narrow the list', 'beside name, role is forgotten', {
    filter: (v, c) => (v.name === 'role' && asked(c).name !== undefined ? { ...v, keep: () => true } : v),
  }),
  D(
    'us-userid-role',
    'r',
    US,
    'several filters narrow the list',
    'with userId, every other filter is forgotten',
    { filter: (v, c) => (v.name !== 'userId' && asked(c).userId ? { ...v, keep: () => true } : v) },
  ),
  D(
    'us-username-role-search',
    'r',
    SU,
    'several filters narrow the list',
    'with usernames, role is forgotten',
    { filter: (v, c) => (v.name === 'role' && asked(c).username ? { ...v, keep: () => true } : v) },
  ),
  D(
    'us-upn-external',
    'r',
    US,
    'several filters narrow the list',
    'upn and externalId together are joined with OR',
    {
      filter: (v, c) => {
        if (!asked(c).upn || !asked(c).externalId || !['upn', 'externalId'].includes(v.name)) return v;
        return keeping(
          v,
          (row: UserRow) => among(asked(c).upn, row.upn) || among(asked(c).externalId, row.externalId),
        );
      },
    },
  ),
  D('us-external-slash', 'r', US, filt('externalId'), 'a value with a slash is cut there', {
    filter: match('externalId', (row: UserRow, v) =>
      v.values.map((x) => x.split('/')[0]).includes(row.externalId),
    ),
  }),
  M(
    'us-comma-split',
    'r',
    US,
    'array filters repeat the parameter',
    'a join of the values on commas loses all but the first two',
    { filter: match('username', (row: UserRow, v) => v.values.slice(0, 2).includes(row.username)) },
  ),
];

const orders: Bug[] = [
  P('us-sort-direction', 'r', US, order, 'direction is not read', {
    sort: (v, c) => (has(c, 'sort[field]') && v.direction === 'asc' ? turned(v) : v),
  }),
  P('us-sort-default-asc', 'r', US, order, 'the default is ascending', {
    sort: (v, c) => (c.query.some(([k]) => k.startsWith('sort')) ? v : turned(v)),
  }),
  P('us-sort-default-asc-search', 'r', SU, order, 'the default is ascending', {
    sort: (v, c) => (objectOf(c.body)['sort'] ? v : turned(v)),
  }),
  M('us-sort-default-updated', 'r', US, order, 'the default is updatedAt', {
    sort: (v, c) =>
      c.query.some(([k]) => k.startsWith('sort'))
        ? v
        : { ...v, compare: (a: UserRow, b: UserRow) => b.updatedAt - a.updatedAt },
  }),
  M(
    'us-sort-updated-created',
    'r',
    US,
    'sort[field] decides by what is sorted',
    'updatedAt sorts by createdAt',
    {
      sort: (v) =>
        v.field === 'updatedAt'
          ? {
              ...v,
              compare: (a: UserRow, b: UserRow) =>
                (v.direction === 'desc' ? -1 : 1) * (a.createdAt - b.createdAt),
            }
          : v,
    },
  ),
  D('us-sort-page-only', 'r', US, order, 'sorts the page after it was cut', {
    sorted: (v: UserRow[], c) => v.slice().sort((a, b) => c.w.users.indexOf(a) - c.w.users.indexOf(b)),
    slice: (v, c) => ({
      ...v,
      rows: [
        ...v.rows.slice(0, v.start),
        ...v.rows.slice(v.start, v.end).sort((a, b) => must(c.bag.order).compare(a, b)),
        ...v.rows.slice(v.end),
      ],
    }),
  }),
  D('us-sort-text-dates', 'r', US, order, 'dates are compared as day/month/year texts', {
    sort: (v) =>
      v.field === 'createdAt'
        ? {
            ...v,
            compare: (a: UserRow, b: UserRow) => {
              const t = (row: UserRow) =>
                new Date(row.createdAt).toISOString().slice(0, 10).split('-').reverse().join('/');
              return (v.direction === 'desc' ? -1 : 1) * (t(a) < t(b) ? -1 : t(a) > t(b) ? 1 : 0);
            },
          }
        : v,
  }),
  P(
    'us-sort-unknown-500',
    'r',
    US,
    'an invalid request gets 400',
    'an unknown sort field reaches the database',
    { rule: restatus(500, 'sort.field') },
  ),
  D('us-sort-filter', 'r', US, order, 'with a role, the order is that of the index', {
    sort: (v, c) =>
      asked(c).role || has(c, 'role')
        ? { ...v, compare: (a: UserRow, b: UserRow) => (a.userId < b.userId ? -1 : 1) }
        : v,
  }),
  D('us-sort-leak', 'r', US, order, 'the sort of one request is the default of the next', {
    sort: (v, c) => {
      const given = has(c, 'sort[field]');
      const last = recall<SortAsk>(c, 'sort');
      if (given) c.memory.set('sort', v);
      return given || !last ? v : last;
    },
  }),
  P('us-search-sort-ignored', 'r', SU, same, 'sort of the body is not read', {
    sort: (v) => ({ ...v, compare: (a: UserRow, b: UserRow) => b.createdAt - a.createdAt }),
  }),
  D('us-search-sort-direction-name', 'r', SU, order, 'direction holds for createdAt alone', {
    sort: (v) => (v.field === 'username' && v.direction === 'desc' ? turned(v) : v),
  }),
];

export const userBugs: Bug[] = [...filters, ...orders, ...search, ...fields];
