import { arr, basic, bug, nth, str } from './tools.ts';
import type { Ctx, Event, Projection, Switch } from './types.ts';

type Move = Extract<Event, { userIds: string[] }>;
const all = 'Each user of userIds is assigned (or removed).';
const only = 'Only what is named is assigned or removed.';
const see = 'classIds and cohortIds show the classes and cohorts of the user, in list and search.';
const size = 'userIds takes 1 to 100 items.';
const PS = /^POST \/classes\/.*students$/;
const DS = /^DELETE \/classes\/.*students$/;
const PT = /^POST \/classes\/.*teachers$/;
const DT = /^DELETE \/classes\/.*teachers$/;
const PH = /^POST \/smart-ia\/cohorts\/.*students$/;
const DH = /^DELETE \/smart-ia\/cohorts\/.*students$/;
const SCL = /^POST \/students\/.*classes$/;
const SCD = /^DELETE \/students\/.*classes$/;
const SCO = /^POST \/students\/.*cohorts$/;
const TCL = /^POST \/teachers\/.*classes$/;
const TCD = /^DELETE \/teachers\/.*classes$/;
const TA = /^POST .*\/tests$/;
const TD = /^DELETE .*\/tests$/;
const places = [
  ['ps', PS],
  ['ds', DS],
  ['pt', PT],
  ['dt', DT],
  ['ph', PH],
  ['dh', DH],
] as const;

function move(id: string, ops: RegExp, breaks: string, how: string, f: (e: Move, c: Ctx) => Event[]): Switch {
  return bug(id, ops, breaks, how, {
    event: (e, c) => (e.type === 'joined' || e.type === 'left' ? f(e, c) : undefined),
  });
}
function hide(id: string, ops: RegExp, how: string, p: Projection): Switch {
  return bug(id, ops, see, how, { fold: (e, q) => (p === q ? undefined : e) });
}
function some(e: Move, f: (list: string[]) => string[]): Event[] {
  return [{ ...e, userIds: f(e.userIds) }];
}
function clear(
  c: Ctx,
  userIds: string[],
  name: 'classIds' | 'cohortIds',
  left: (ids: string[]) => string[],
): Event[] {
  return userIds.map((userId) => ({
    type: 'userChanged',
    userId,
    set: { [name]: left(c.state.people.get(userId)?.[name] ?? []) },
  }));
}
function list(c: Ctx): unknown[] {
  return arr(c.body?.['userIds'] ?? c.body?.['testIds'] ?? c.body?.['classIds'] ?? c.body?.['cohortIds']);
}
function cut(
  id: string,
  ops: RegExp,
  breaks: string,
  how: string,
  name: string,
  f: (l: unknown[]) => unknown[],
): Switch {
  return bug(id, ops, breaks, how, {
    before: (c) => {
      if (Array.isArray(c.body?.[name])) c.body[name] = f(arr(c.body[name]));
      return undefined;
    },
  });
}

export const memberBugs: readonly Switch[] = [
  ...places
    .filter(([n]) => n !== 'dt')
    .map(([n, o]) =>
      move(`r-${n}-last`, o, all, 'the last of several is left out', (e) =>
        some(e, (l) => (l.length > 1 ? l.slice(0, -1) : l)),
      ),
    ),
  ...places
    .filter(([n]) => n !== 'ps')
    .map(([n, o]) =>
      move(`r-${n}-first`, o, all, 'only the first of several is taken', (e) =>
        some(e, (l) => l.slice(0, 1)),
      ),
    ),
  ...places.map(([n, o]) => hide(`r-${n}-list`, o, 'the list of users does not show it', 'directory')),
  ...places.map(([n, o]) => hide(`r-${n}-search`, o, 'the search of users does not show it', 'finder')),
  ...(
    [
      ['ps', PS],
      ['pt', PT],
      ['dt', DT],
    ] as const
  ).flatMap(([n, o]) => [
    bug(`r-${n}-100`, o, size, '100 items are refused', {
      before: (c) => (list(c).length === 100 ? basic(400, 'Too many.') : undefined),
    }),
    cut(`r-${n}-101`, o, size, '101 items and more are cut to 100', 'userIds', (l) => l.slice(0, 100)),
    bug(`r-${n}-0`, o, size, 'an empty list answers 204', {
      before: (c) =>
        Array.isArray(c.body?.['userIds']) && list(c).length === 0 ? { status: 204, headers: {} } : undefined,
    }),
  ]),
  bug(
    'r-ds-100',
    DS,
    'No size bounds are stated for DELETE class students.',
    'nobody after the 100th is removed',
    {
      before: (c) => {
        if (c.body && list(c).length > 100) c.body['userIds'] = list(c).slice(0, 100);
        return undefined;
      },
    },
  ),
  cut('r-ps-99', PS, all, 'of 100 items the last is lost', 'userIds', (l) =>
    l.length === 100 ? l.slice(0, 99) : l,
  ),
  cut('r-ps-50', PS, all, 'after 50 items the rest is lost', 'userIds', (l) =>
    l.length <= 100 ? l.slice(0, 50) : l,
  ),
  bug(
    'r-ps-half',
    PS,
    'A refused request does nothing: 400.',
    'who stands before an unknown user is assigned although 400 is answered',
    {
      after: (o, c) => {
        const id = c.params['classId'] ?? '';
        if (o.status !== 400 || !c.state.class.has(id)) return;
        for (const m of [c.state.people, c.state.directory, c.state.finder])
          for (const x of list(c).slice(0, 1)) {
            const u = m.get(str(x));
            if (u && !u.classIds.includes(id)) u.classIds = [...u.classIds, id];
          }
      },
    },
  ),
  bug(
    'r-ph-half',
    PH,
    'Errors are 400, 404.',
    'an unknown user in a list is passed over with 204 and all others are lost',
    {
      after: (o, c) => {
        if (o.status === 400 && list(c).length > 1 && list(c).every((x) => str(x).length === 36))
          Object.assign(o, { status: 204, body: undefined });
      },
    },
  ),
  ...places.map(([n, o]) =>
    bug(`r-${n}-404`, o, '404 for a class or cohort that is not there.', 'it answers 204', {
      after: (out) => {
        if (out.status === 404) Object.assign(out, { status: 204, body: undefined });
      },
    }),
  ),
  ...places.map(([n, o]) =>
    bug(`r-${n}-uuid`, o, 'userIds is UUID[]: else 400.', 'what is no UUID is passed over', {
      before: (c) => {
        if (c.body && Array.isArray(c.body['userIds']) && list(c).length > 1)
          c.body['userIds'] = list(c).filter((x) => str(x).length === 36);
        return undefined;
      },
    }),
  ),
  move('r-ps-others', PS, only, 'who comes into a class leaves the other classes', (e, c) => [
    ...clear(c, e.userIds, 'classIds', () => []),
    e,
  ]),
  move('r-ph-others', PH, only, 'who comes into a cohort leaves the other cohorts', (e, c) => [
    ...clear(c, e.userIds, 'cohortIds', () => []),
    e,
  ]),
  move('r-ph-classes', PH, only, 'who comes into a cohort leaves the last class', (e, c) => [
    ...clear(c, e.userIds, 'classIds', (l) => l.slice(0, -1)),
    e,
  ]),
  move('r-ds-all', DS, only, 'who is removed from a class leaves all classes', (e, c) => [
    e,
    ...clear(c, e.userIds, 'classIds', () => []),
  ]),
  move('r-dh-all', DH, only, 'who is removed from a cohort leaves all cohorts', (e, c) => [
    e,
    ...clear(c, e.userIds, 'cohortIds', () => []),
  ]),
  move('r-ds-everyone', DS, only, 'all students leave when several are removed', (e, c) =>
    e.userIds.length > 1
      ? [
          {
            ...e,
            userIds: [...c.state.people.values()]
              .filter((u) => u.classIds.includes(e.groupId) && u.roles.includes('student'))
              .map((u) => u.id),
          },
        ]
      : [e],
  ),
  move('r-dt-students', DT, only, 'with the teacher a student leaves', (e, c) =>
    some(e, (l) => [
      ...l,
      ...[...c.state.people.values()]
        .filter((u) => u.roles.includes('student') && u.classIds.includes(e.groupId))
        .map((u) => u.id),
    ]),
  ),
  move('r-pt-replaces', PT, only, 'a new teacher takes the place of the former ones', (e, c) => [
    {
      ...e,
      type: 'left',
      userIds: [...c.state.people.values()]
        .filter((u) => u.roles.includes('teacher') && u.classIds.includes(e.groupId))
        .map((u) => u.id),
    },
    e,
  ]),
  move('r-ps-full', PS, all, 'who has four classes gets no fifth', (e, c) =>
    some(e, (l) => l.filter((u) => (c.state.people.get(u)?.classIds.length ?? 0) < 4)),
  ),
  move('r-ps-again', PS, all, 'who was removed from the class once cannot come back', (e, c) =>
    some(e, (l) =>
      l.filter(
        (u) =>
          !c.state.log.some((x) => x.type === 'left' && x.groupId === e.groupId && x.userIds.includes(u)),
      ),
    ),
  ),
  move('r-ph-again', PH, all, 'who was removed from the cohort once cannot come back', (e, c) =>
    some(e, (l) =>
      l.filter(
        (u) =>
          !c.state.log.some((x) => x.type === 'left' && x.groupId === e.groupId && x.userIds.includes(u)),
      ),
    ),
  ),
  bug('r-ps-twice-409', PS, 'A member may be assigned: 204, 400, 404.', 'a second assignment answers 409', {
    before: (c) =>
      c.state.people.get(str(list(c)[0]))?.classIds.includes(c.params['classId'] ?? '')
        ? basic(409, 'There already.')
        : undefined,
  }),
  bug('r-ps-dup', PS, 'classIds are the classes of the user.', 'a second assignment shows the class twice', {
    user: () => undefined,
    fold: (e, _p, c) => {
      if (e.type === 'joined')
        for (const m of [c.state.directory, c.state.finder])
          for (const id of e.userIds) {
            const u = m.get(id);
            if (u?.classIds.includes(e.groupId) && nth(c, `dup${id}`) === 2)
              u.classIds = [...u.classIds, e.groupId];
          }
      return e;
    },
  }),
  move('r-ds-second', DS, all, 'a removal works for the first request alone', (e, c) =>
    nth(c, 'ds2') > 1 ? [] : [e],
  ),
  move('r-ps-second', PS, all, 'a second assignment to the same class is lost', (e, c) =>
    nth(c, `ps${e.groupId}`) > 1 ? [] : [e],
  ),
  move('r-ds-keeps', DS, all, 'who is in two classes is not removed from the second', (e, c) =>
    some(e, (l) => l.filter((u) => c.state.people.get(u)?.classIds[0] === e.groupId)),
  ),
  move('r-dt-keeps', DT, all, 'a suspended teacher is not removed', (e, c) =>
    some(e, (l) => l.filter((u) => c.state.people.get(u)?.active)),
  ),
  move('r-ps-suspended', PS, all, 'disabled students are not assigned', (e, c) =>
    some(e, (l) => l.filter((u) => c.state.people.get(u)?.active)),
  ),
  cut(
    'r-scl-last',
    SCL,
    'The student is assigned to the classes.',
    'the last of several classes is lost',
    'classIds',
    (l) => (l.length > 1 ? l.slice(0, -1) : l),
  ),
  cut(
    'r-scl-first',
    SCL,
    'The student is assigned to the classes.',
    'the first of several classes is lost',
    'classIds',
    (l) => (l.length > 1 ? l.slice(1) : l),
  ),
  cut(
    'r-scd-one',
    SCD,
    'A list of classes is removed.',
    'the first class alone is removed',
    'classIds',
    (l) => l.slice(0, 1),
  ),
  cut('r-sco-two', SCO, 'The student is assigned to cohorts.', 'two cohorts at most', 'cohortIds', (l) =>
    l.slice(0, 2),
  ),
  cut(
    'r-sco-last',
    SCO,
    'The student is assigned to cohorts.',
    'only the last of several',
    'cohortIds',
    (l) => l.slice(-1),
  ),
  cut('r-tcl-one', TCL, 'The teacher is assigned to classes.', 'only the first', 'classIds', (l) =>
    l.slice(0, 1),
  ),
  cut('r-tcd-last', TCD, 'A list of classes is removed.', 'the last of several stays', 'classIds', (l) =>
    l.length > 1 ? l.slice(0, -1) : l,
  ),
  ...(
    [
      ['scl', SCL],
      ['scd', SCD],
      ['sco', SCO],
      ['tcl', TCL],
      ['tcd', TCD],
    ] as const
  ).flatMap(([n, o]) => [
    hide(`r-${n}-list`, o, 'the list of users does not show it', 'directory'),
    hide(`r-${n}-search`, o, 'the search of users does not show it', 'finder'),
  ]),
  move('r-scd-all', SCD, only, 'all classes of the student go', (e, c) => [
    e,
    ...clear(c, e.userIds, 'classIds', () => []),
  ]),
  move('r-tcd-all', TCD, only, 'all classes of the teacher go', (e, c) => [
    e,
    ...clear(c, e.userIds, 'classIds', () => []),
  ]),
  move('r-scl-replaces', SCL, only, 'the classes given replace the others', (e, c) => [
    ...(nth(c, 'rep') % 2 === 1 ? clear(c, e.userIds, 'classIds', () => []) : []),
    e,
  ]),
  move('r-tcl-replaces', TCL, only, 'the classes given replace the others', (e, c) => [
    ...clear(c, e.userIds, 'classIds', (l) => l.slice(-1)),
    e,
  ]),
  move('r-sco-replaces', SCO, only, 'the cohorts given replace the others', (e, c) => [
    ...clear(c, e.userIds, 'cohortIds', (l) => l.filter((x) => list(c).includes(x))),
    e,
  ]),
  move('r-sco-class', SCO, only, 'cohorts are added to the classes as well', (e) => [
    e,
    { ...e, kind: 'class' },
  ]),
  cut('t-add-first', TA, 'The tests are assigned to the cohort.', 'only the first test', 'testIds', (l) =>
    l.slice(0, 1),
  ),
  cut(
    't-add-last',
    TA,
    'The tests are assigned to the cohort.',
    'the last of three and more is lost',
    'testIds',
    (l) => (l.length > 2 ? l.slice(0, -1) : l),
  ),
  cut('t-del-first', TD, 'The tests are removed.', 'only the last test', 'testIds', (l) => l.slice(-1)),
  bug(
    't-add-list',
    TA,
    'tests are the tests assigned to the cohort.',
    'the list of cohorts does not show it',
    { fold: (e, p) => (p === 'cohortList' ? undefined : e) },
  ),
  bug(
    't-add-read',
    TA,
    'tests are the tests assigned to the cohort.',
    'the single read does not show it where there were tests before',
    {
      fold: (e, p, c) =>
        p === 'cohort' && (c.state.cohort.get(c.params['cohortId'] ?? '')?.tests.length ?? 0) > 0
          ? undefined
          : e,
    },
  ),
  bug('t-del-list', TD, 'tests are the tests assigned to the cohort.', 'the list of cohorts shows it still', {
    fold: (e, p) => (p === 'cohortList' ? undefined : e),
  }),
  bug('t-del-read', TD, 'tests are the tests assigned to the cohort.', 'the single read shows it still', {
    fold: (e, p) => (p === 'cohort' ? undefined : e),
  }),
  bug('t-del-all', TD, only, 'all tests go', {
    event: (e, c) =>
      e.type === 'testsRemoved' ? [{ ...e, testIds: c.state.seed.tests.map((t) => t.id) }] : undefined,
  }),
  bug('t-add-replace', TA, only, 'the tests given replace the others', {
    event: (e, c) =>
      e.type === 'testsAdded'
        ? [{ type: 'testsRemoved', cohortId: e.cohortId, testIds: c.state.seed.tests.map((t) => t.id) }, e]
        : undefined,
  }),
  bug('t-again', TA, 'The tests are assigned to the cohort.', 'a test that was removed cannot come back', {
    event: (e, c) =>
      e.type === 'testsAdded'
        ? [
            {
              ...e,
              testIds: e.testIds.filter(
                (t) =>
                  !c.state.log.some(
                    (x) => x.type === 'testsRemoved' && x.cohortId === e.cohortId && x.testIds.includes(t),
                  ),
              ),
            },
          ]
        : undefined,
  }),
  ...(
    [
      ['ta', TA],
      ['td', TD],
    ] as const
  ).map(([n, o]) =>
    bug(`t-${n}-404`, o, '404 for a cohort that is not there.', 'it answers 204', {
      after: (out) => {
        if (out.status === 404) Object.assign(out, { status: 204, body: undefined });
      },
    }),
  ),
  bug('t-uuid', TA, 'testIds is UUID[].', 'what is no UUID is passed over', {
    before: (c) => {
      if (c.body && Array.isArray(c.body['testIds']))
        c.body['testIds'] = list(c).filter((x) => str(x).length === 36);
      return undefined;
    },
  }),
];
