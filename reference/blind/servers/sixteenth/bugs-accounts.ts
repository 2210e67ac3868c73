// Bugs of creating and changing people.
import {
  bare,
  before,
  born,
  both,
  dayBefore,
  found,
  keepOld,
  keptUnlessNew,
  known,
  lacking,
  moved,
  none,
  old,
  onUser,
  PS,
  PT,
  patch,
  remember,
  rest,
  SD,
  SU,
  stale,
  stored,
  swapped,
  UN,
  US,
  untouched,
  wrapper,
} from './bugs-accounts-kit.ts';
import { accounts, states } from './bugs-accounts-two.ts';
import { answer, type Bug, D, firstOf, has, keeping, M, memo, P, restatus } from './hooks.ts';
import { must, numberOf, objectOf, textOf, type UserRow } from './types.ts';

const creating: Bug[] = [
  P('as-200', 'w', PS, 'creating answers 201', '200', {
    reply: (r) => (r.status === 201 ? { ...r, status: 200 } : r),
  }),
  P('as-bare', 'w', PS, wrapper, 'no wrapper', bare),
  P('as-student', 'w', PS, wrapper, 'student for user', { reply: answer((b) => ({ student: b['user'] })) }),
  M('as-classids', 'w', PS, both, 'classIds is missing', lacking('classIds')),
  M('as-cohortids', 'w', PS, both, 'cohortIds is missing', lacking('cohortIds')),
  M(
    'as-role-teacher',
    'w',
    PS,
    'creates a student',
    'the role is teacher',
    patch((p, _v, c) => ({ ...p, roles: [c.s.roles[1]] })),
  ),
  M(
    'as-role-none',
    'w',
    PS,
    'roles are all platform roles of the user',
    'no role until the next login: the filter role does not find the student',
    patch((p) => ({ ...p, roles: [] })),
  ),
  D('as-lost', 'w', [PS, US], stored, 'GET /users knows nothing of new students', {
    after: remember('new-s'),
    source: known('new-s'),
  }),
  D('as-search-lost', 'w', [PS, SU], stored, 'the search index knows nothing of new students', {
    after: remember('new-s'),
    source: known('new-s'),
  }),
  D(
    'as-total',
    'w',
    [PS, US],
    'total is the total number of results',
    'new students are in the list but not in total',
    {
      total: (v, c) =>
        has(c, 'userId')
          ? v
          : v -
            c.w.users.filter((u) => u.username.includes('.new') || u.createdAt > Date.now() - 3600000).length,
    },
  ),
  M(
    'as-birth-shift',
    'w',
    PS,
    stored,
    'dateOfBirth is a day early (midnight in another zone)',
    patch(dayBefore),
  ),
  M(
    'as-email-lost',
    'w',
    PS,
    stored,
    'the address is not stored',
    patch((p) => ({ ...p, emails: [] })),
  ),
  M('as-classes-lost', 'w', PS, stored, 'classIds of the body are not stored', {
    write: (v) => ({ ...v, ids: [] }),
  }),
  M('as-names-swapped', 'w', PS, stored, 'first and last name are swapped', patch(swapped)),
  D(
    'as-created-hour',
    'w',
    PS,
    born,
    'local time with a Z: an hour late',
    patch((p) => ({
      ...p,
      createdAt: numberOf(p['createdAt']) + 3600000,
      updatedAt: numberOf(p['updatedAt']) + 3600000,
    })),
  ),
  M(
    'as-updated-before',
    'w',
    PS,
    moved,
    'updatedAt is 1970',
    patch((p) => ({ ...p, updatedAt: 0 })),
  ),
  D(
    'as-id-again',
    'w',
    [PS, US],
    'userId identifies the user',
    'the second student made has the id of the first',
    onUser((user, c) => {
      user.userId = memo(c, 's-id', () => user.userId);
    }),
  ),
  D('as-external-filter', 'w', [PS, US], found, 'externalId is stored but not indexed', {
    after: remember('new-x'),
    filter: keptUnlessNew('externalId', 'new-x'),
  }),
  M(
    'as-gender-case',
    'w',
    PS,
    stored,
    'gender is written in upper case',
    patch((p) => (p['gender'] ? { ...p, gender: textOf(p['gender']).toUpperCase() } : p)),
  ),
  P('as-body-500', 'w', PS, 'no server errors', 'a body without the wrapper throws', {
    rule: restatus(500, 'body.wrap', 'body.object'),
  }),
  P('at-bare', 'w', PT, wrapper, 'no wrapper', bare),
  P('at-200', 'w', PT, 'creating answers 201', '200', {
    reply: (r) => (r.status === 201 ? { ...r, status: 200 } : r),
  }),
  M(
    'at-role',
    'w',
    PT,
    'creates a teacher',
    'the role is student',
    patch((p, _v, c) => ({ ...p, roles: [c.s.roles[0]] })),
  ),
  M('at-cohortids', 'w', PT, both, 'classIds and cohortIds are missing', lacking('classIds', 'cohortIds')),
  D('at-lost-role', 'w', [PT, US], found, 'the filter role is cached from the start', {
    after: remember('new-t'),
    filter: keptUnlessNew('role', 'new-t'),
  }),
  D(
    'at-email-shared',
    'w',
    PT,
    stored,
    'the address of the teacher made before is shown (a shared default list)',
    onUser((user, c) => {
      const last = old<string>(c, 'mail');
      const mine = user.emails[0];
      const there = last.get('x');
      if (there !== undefined) user.emails = [there];
      if (mine) last.set('x', mine);
    }),
  ),
  M('at-created-date', 'w', PT, 'createdAt is a date-time', 'a date', {
    reply: answer((b) => ({
      user: { ...objectOf(b['user']), createdAt: textOf(objectOf(b['user'])['createdAt']).slice(0, 10) },
    })),
  }),
  M('at-upn-null', 'w', PT, 'empty fields are omitted', 'null for what is not there', {
    reply: answer((b) => ({
      user: {
        ...objectOf(b['user']),
        upn: objectOf(b['user'])['upn'] ?? null,
        dateOfBirth: objectOf(b['user'])['dateOfBirth'] ?? null,
      },
    })),
  }),
];

const details: Bug[] = [
  P(
    'ad-noop',
    'w',
    SD,
    stored,
    'nothing is stored',
    patch(() => ({})),
  ),
  P('ad-bare', 'w', SD, wrapper, 'no wrapper', bare),
  M(
    'ad-gender-noop',
    'w',
    SD,
    stored,
    'gender is not stored',
    patch((p) => {
      delete p['gender'];
      return p;
    }),
  ),
  D(
    'ad-resets',
    'w',
    SD,
    rest,
    'what is not sent is emptied (PATCH like PUT)',
    patch((p) => ({ gender: undefined, dateOfBirth: undefined, ...p })),
  ),
  D('ad-untouched', 'w', SD, moved, 'updatedAt stays', untouched),
  M('ad-birth-shift', 'w', SD, stored, 'dateOfBirth is a day early', patch(dayBefore)),
  D(
    'ad-birth-leap',
    'w',
    SD,
    stored,
    '29 February becomes 1 March',
    patch((p) =>
      textOf(p['dateOfBirth']).endsWith('-02-29')
        ? { ...p, dateOfBirth: textOf(p['dateOfBirth']).replace('02-29', '03-01') }
        : p,
    ),
  ),
  D(
    'ad-stale',
    'w',
    SD,
    'the answer shows the user after the update',
    'the user is read before the update',
    stale,
  ),
  M('ad-classids', 'w', SD, both, 'classIds is missing', lacking('classIds')),
  P('ad-204', 'w', SD, 'the answer is 200 with user', '204', none),
  M(
    'ad-created',
    'w',
    SD,
    born,
    'createdAt moves',
    onUser((user) => {
      user.createdAt = Date.now();
    }),
  ),
  M('ad-birth-time', 'w', SD, 'a date is YYYY-MM-DD', 'a date-time in the answer', {
    reply: answer((b) =>
      objectOf(b['user'])['dateOfBirth']
        ? {
            user: {
              ...objectOf(b['user']),
              dateOfBirth: `${objectOf(b['user'])['dateOfBirth']}T00:00:00.000Z`,
            },
          }
        : b,
    ),
  }),
];

const ascii = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/[\u0080-\uffff]/g, '?') : undefined;
const names: Bug[] = [
  P(
    'an-noop',
    'w',
    UN,
    stored,
    'nothing is stored',
    patch(() => ({})),
  ),
  M(
    'an-last-only',
    'w',
    UN,
    stored,
    'firstName stays',
    patch((p) => {
      delete p['firstName'];
      return p;
    }),
  ),
  P('an-swapped', 'w', UN, stored, 'first and last name are swapped', patch(swapped)),
  D('an-full-stale', 'w', UN, 'fullName is the name of the user', 'fullName is that of before', {
    write: (v) => {
      const { fullName, firstName, lastName } = must(v.user);
      v.patch['fullName'] = fullName ?? [firstName, lastName].join(' ');
      return v;
    },
  }),
  D('an-filter-stale', 'w', [UN, US], found, 'the filter name looks at the old name', {
    write: keepOld('names', (user) => `${user.firstName} ${user.lastName}`.toLowerCase()),
    filter: (v, c) =>
      v.name === 'name'
        ? keeping(v, (row: UserRow) => {
            const n = old<string>(c, 'names').get(row.userId);
            return n === undefined ? v.keep(row) : n.includes(firstOf(v).toLowerCase());
          })
        : v,
  }),
  D('an-untouched', 'w', UN, moved, 'updatedAt stays', untouched),
  D('an-namesakes', 'w', UN, rest, 'everybody of the same old name is renamed', {
    write: (v, c) => {
      const user = must(v.user);
      for (const u of c.w.users)
        if (u !== user && u.firstName === user.firstName && u.lastName === user.lastName)
          Object.assign(u, { firstName: v.patch['firstName'], lastName: v.patch['lastName'] });
      return v;
    },
  }),
  M(
    'an-ascii',
    'w',
    UN,
    stored,
    'letters beyond ASCII become question marks',
    patch((p) => ({
      ...p,
      firstName: ascii(p['firstName']),
      lastName: ascii(p['lastName']),
    })),
  ),
  M('an-classids', 'w', UN, both, 'classIds and cohortIds are missing', lacking('classIds', 'cohortIds')),
  P('an-bare', 'w', UN, wrapper, 'no wrapper', bare),
  D('an-answer-only', 'w', [UN, US], stored, 'the change is in the answer only (no commit)', {
    ...before,
    reply: (r, c) => {
      if (c.op === UN && r.status === 200) {
        const { userId, firstName, lastName } = must(c.bag.before);
        Object.assign(must(c.w.users.find((x) => x.userId === userId)), { firstName, lastName });
      }
      return r;
    },
  }),
  D(
    'an-sort',
    'w',
    UN,
    rest,
    'an update writes the row anew: createdAt is now',
    onUser((user) => {
      user.createdAt = Date.now();
    }),
  ),
];

export const accountBugs: Bug[] = [...creating, ...details, ...names, ...accounts, ...states];
