// Bugs of creating and changing people – part two.
import {
  after,
  bare,
  born,
  both,
  DI,
  EN,
  found,
  keepOld,
  lacking,
  moved,
  none,
  old,
  oldExternal,
  oldMails,
  onUser,
  patch,
  rest,
  SU,
  stale,
  stored,
  UE,
  UP,
  US,
  UX,
  untouched,
  wrapper,
} from './bugs-accounts-kit.ts';
import { answer, type Bug, D, edit, fail, fieldOf, M, P, restatus } from './hooks.ts';
import { listOf, must, objectOf, textOf } from './types.ts';

const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : undefined);
export const accounts: Bug[] = [
  P('ap-204', 'w', UP, 'the answer is 200 with user', '204', none),
  P('ap-bare', 'w', UP, wrapper, 'no wrapper', bare),
  M('ap-classids', 'w', UP, both, 'cohortIds is missing', lacking('cohortIds')),
  D(
    'ap-roles',
    'w',
    UP,
    rest,
    'the account is built anew with the first role alone',
    onUser((user) => {
      user.roles = user.roles.slice(0, 1);
    }),
  ),
  D(
    'ap-emails',
    'w',
    UP,
    rest,
    'the addresses are emptied',
    onUser((user) => {
      user.emails = [];
    }),
  ),
  M('ap-unicode-500', 'w', UP, 'no server errors', 'a password beyond ASCII throws', {
    write: (v) => (/[\u0080-\uffff]/.test(textOf(v.patch['password'])) ? fail(500) : v),
  }),
  D(
    'ap-created',
    'w',
    UP,
    born,
    'createdAt moves',
    onUser((user) => {
      user.createdAt = Date.now();
    }),
  ),
  M('ap-data', 'w', UP, wrapper, 'data for user', { reply: answer((b) => ({ data: b['user'] })) }),
  D('ap-others', 'w', UP, 'the answer carries the user', 'the answer shows the user changed before', {
    reply: answer((b, _r, c) => {
      const m = old<unknown>(c, 'ap');
      const last = m.get('x');
      m.set('x', b['user']);
      return last ? { user: last } : b;
    }),
  }),
  P(
    'ae-noop',
    'w',
    UE,
    stored,
    'nothing is stored',
    patch((_p, v) => ({ emails: must(v.user).emails })),
  ),
  D(
    'ae-appended',
    'w',
    UE,
    'updates the primary address',
    'the new address comes last',
    patch((p) => {
      const emails = listOf(p['emails']);
      return { emails: emails.length > 1 ? [...emails.slice(1), emails[0]] : emails };
    }),
  ),
  D('ae-filter-stale', 'w', [UE, US], found, 'the filter email knows the old address only', {
    write: keepOld('mails', (user) => [...user.emails]),
    filter: oldMails,
  }),
  D('ae-search-stale', 'w', [UE, SU], found, "the search's email knows the old address only", {
    write: keepOld('mails', (user) => [...user.emails]),
    filter: oldMails,
  }),
  D('ae-untouched', 'w', UE, moved, 'updatedAt stays', untouched),
  M('ae-classids', 'w', UE, both, 'classIds is missing', lacking('classIds')),
  P('ae-bare', 'w', UE, wrapper, 'no wrapper', bare),
  D(
    'ae-stale',
    'w',
    UE,
    'the answer shows the user after the update',
    'the user is read before the update',
    stale,
  ),
  D(
    'ae-username',
    'w',
    UE,
    rest,
    'the username is set to the address',
    onUser((user) => {
      Object.assign(user, { username: user.emails[0] });
    }),
  ),
  M('ae-text', 'w', UE, 'emails is an array', 'one text in this answer', {
    reply: answer((b) => ({
      user: { ...objectOf(b['user']), emails: listOf(objectOf(b['user'])['emails'])[0] },
    })),
  }),
  P(
    'ax-noop',
    'w',
    UX,
    stored,
    'nothing is stored',
    patch(() => ({})),
  ),
  D('ax-filter-stale', 'w', [UX, US], found, 'the filter externalId knows the old one only', {
    write: keepOld('ext', (user) => user.externalId),
    filter: oldExternal,
  }),
  D('ax-search-stale', 'w', [UX, SU], found, "the search's externalIds knows the old one only", {
    write: keepOld('ext', (user) => user.externalId),
    filter: oldExternal,
  }),
  M('ax-number', 'w', UX, 'externalId is a string', 'digits become a number', {
    write: (v) =>
      /^\d+$/.test(textOf(v.patch['externalId']))
        ? { ...v, patch: { externalId: Number(v.patch['externalId']) } }
        : v,
  }),
  D(
    'ax-upn',
    'w',
    UX,
    rest,
    'the UPN is emptied',
    onUser((user) => {
      delete user.upn;
    }),
  ),
  M('ax-200', 'w', UX, 'the owner says that the answer is 200 with user', 'no user in the answer', {
    reply: answer(() => ({ ok: true })),
  }),
  M(
    'ax-lower',
    'w',
    UX,
    stored,
    'written in lower case',
    patch((p) => ({ externalId: lower(p['externalId']) })),
  ),
];

export const states: Bug[] = [
  P(
    'ab-noop',
    'w',
    DI,
    'the user is disabled; the owner says which field shows it',
    'nothing is stored',
    patch(() => ({})),
  ),
  P('ab-200', 'w', DI, 'the owner says that the answer is 204', '200 with an empty object', {
    reply: (r) =>
      r.status === 204
        ? { ...r, status: 200, headers: { ...r.headers, 'content-type': 'application/json' }, body: {} }
        : r,
  }),
  D(
    'ab-leaves',
    'w',
    DI,
    'the owner says that who is disabled stays in classes and cohorts',
    'memberships are deleted',
    after((v, c) => {
      for (const m of [c.w.students, c.w.teachers, c.w.cohortStudents])
        for (const s of m.values()) s.delete(v.target);
    }),
  ),
  D(
    'ab-classmates',
    'w',
    DI,
    'disables the user',
    "everybody of the user's classes is disabled",
    after((v, c) => {
      for (const s of c.w.students.values())
        if (s.has(v.target)) for (const u of c.w.users) if (s.has(u.userId)) u.enabled = false;
    }),
  ),
  D(
    'ab-roles',
    'w',
    DI,
    rest,
    'the roles but the first are taken away',
    onUser((user) => {
      user.roles = user.roles.slice(0, 1);
    }),
  ),
  P(
    'be-noop',
    'w',
    EN,
    'the user is enabled; the owner says which field shows it',
    'nothing is stored',
    patch(() => ({})),
  ),
  D(
    'be-toggle',
    'w',
    EN,
    'enables the user',
    'a user who is enabled is disabled (toggle)',
    patch((_p, v) => ({ enabled: !must(v.user).enabled })),
  ),
  M('be-500', 'w', EN, 'no server errors', 'an unknown user throws', { rule: restatus(500, 'user.there') }),
  D(
    'be-stale-search',
    'w',
    [DI, EN, SU],
    'the owner says which field shows whether a user is enabled',
    'the search shows the state of the start',
    {
      write: keepOld('st', (user) => user.enabled),
      item: (v, c) => {
        const id = textOf(fieldOf(v.row, 'userId'));
        return v.list && old<boolean>(c, 'st').has(id)
          ? edit((o) => {
              o['active'] = old<boolean>(c, 'st').get(id);
            })(v, c)
          : v;
      },
    },
  ),
  M('be-200', 'w', EN, 'the owner says that the answer is 204', '201', {
    reply: (r) =>
      r.status === 204
        ? { ...r, status: 201, headers: { ...r.headers, 'content-type': 'application/json' }, body: {} }
        : r,
  }),
  M('ab-user-500', 'w', DI, 'no server errors', 'an unknown user throws', {
    rule: restatus(500, 'user.there'),
  }),
];
