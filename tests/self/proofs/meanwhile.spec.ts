import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import { faults } from '../../../reference/faults/index.ts';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { createReference, type Reference } from '../../../reference/service/index.ts';
import { mapObjects, rewritten } from '../../../reference/variants/kit/rewrite.ts';
import { wholeList } from '../../../reference/variants/kit/whole-list.ts';
import { accusations, judgeAll, planned, rowsOf, trial } from './judge-service.ts';
import { test } from './light-test.ts';

/*
 * What rows look at goes on while they look: learners begin and end assessments, people get another name or join a class,
 * and jobs of the target touch its rows. A run that reads may accuse nobody of it.
 */

test.describe.configure({ timeout: 120_000 });

type Store = Reference['store'];

/** What happens between every so many requests; the number counts the turns. */
type Deed = (store: Store, turn: number) => void;

/** A reference service on which things happen between requests. */
function living(every: number, deed: Deed, wrap: (service: Service) => Service = (service) => service) {
  const { fetch, keys, store } = createReference();
  let requests = 0;
  const service: Service = (request) => {
    requests += 1;
    if (requests % every === 0) deed(store, requests / every);
    return fetch(request);
  };
  return { keys, fetch: wrap(service) };
}

/** The id of what comes to be in a turn. */
const idOf = (turn: number) => `0000abcd-0000-4000-8000-${String(turn).padStart(12, '0')}`;

/** Somebody begins an assessment; at a moment that lies among those of others, for clocks of tablets differ. */
const begins: Deed = ({ sessions }, turn) => {
  const all = sessions.list();
  const like = all[(7 * turn) % all.length];
  if (like)
    sessions.put({
      ...like,
      id: idOf(turn),
      startDate: like.startDate + 1234,
      endDate: undefined,
      result: undefined,
    });
};

/** Somebody ends one. */
const ends: Deed = ({ sessions }, turn) => {
  const open = sessions.list().filter(({ endDate }) => endDate === undefined);
  const done = sessions.list().find(({ result }) => result !== undefined);
  const one = open[(3 * turn) % open.length];
  if (!one || !done?.result) return;
  const endDate = one.startDate + 600_000;
  sessions.put({ ...one, endDate, result: { ...done.result, calculatedAt: endDate } });
};

const both: Deed = (store, turn) => {
  begins(store, turn);
  ends(store, turn);
};

/** Somebody gets another name, and an account that was updated. */
const renames: Deed = ({ users }, turn) => {
  const all = users.list();
  const one = all[(7 * turn) % all.length];
  if (one) users.put({ ...one, firstName: `Changed ${turn}`, updatedAt: one.updatedAt + 1000 * turn });
};

/** Somebody new comes. */
const joins: Deed = ({ users }, turn) => {
  const all = users.list();
  const like = all[(7 * turn) % all.length];
  if (like)
    users.put({
      ...like,
      id: idOf(turn),
      username: `newcomer.${turn}`,
      upn: undefined,
      externalId: undefined,
      createdAt: like.createdAt + 1234,
    });
};

const aboutSessions = planned.filter(
  ({ op, check }) => /Session/.test(op.id) && check.access(op) !== 'write',
);
const aboutUsers = planned.filter(({ op, check }) => /User/.test(op.id) && check.access(op) !== 'write');

for (const [what, deed, rows] of [
  ['assessments begin', begins, aboutSessions],
  ['assessments end', ends, aboutSessions],
  ['assessments begin and end', both, aboutSessions],
  ['people get other names', renames, aboutUsers],
  ['people come', joins, aboutUsers],
] as const)
  for (const every of [3, 11])
    test(`where ${what} after every ${every} requests, nobody is accused`, async () => {
      const against = living(every, deed);
      const judged = await judgeAll(trial({ against, write: false }), rows);

      expect(accusations(judged)).toEqual([]);
      // Who judges nothing accuses nobody.
      const passed = judged.filter(({ verdict }) => verdict === 'pass').length;
      expect(passed).toBeGreaterThan(judged.length / 2);
    });

test('a job that touches every account after ten requests accuses nobody, of what the run makes either', async () => {
  let answers = 0;
  const touched = rewritten(
    ({ ok }) => ok,
    (body) => {
      answers += 1;
      const later = 1000 * Math.floor(answers / 10);
      return mapObjects(body, (object) =>
        typeof object['updatedAt'] === 'string'
          ? { ...object, updatedAt: new Date(Date.parse(object['updatedAt']) + later).toISOString() }
          : object,
      );
    },
  );
  const wrap =
    (service: Service): Service =>
    (request) =>
      touched(request, service);
  const rows = planned.filter(({ check }) => /every-filter|same-as-list|sort/.test(check.id));

  const judged = await judgeAll(trial({ wrap }), rows);
  expect(accusations(judged)).toEqual([]);
  expect(judged.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(judged.length / 2);
});

test('sessions that come in another order in each answer are not taken for others: the order is accused', async () => {
  let answers = 0;
  const turned = wholeList(async (items) => {
    answers += 37;
    return [...items.slice(answers % items.length), ...items.slice(0, answers % items.length)];
  });
  const wrap =
    (service: Service): Service =>
    (request) =>
      new URL(request.url).pathname.endsWith('/smart-ia/sessions') && request.method === 'GET'
        ? turned(request, service)
        : service(request);
  const rows = [
    'list-sessions.sort-default',
    'list-sessions.sort-order',
    'list-sessions.sort-default/filtered',
  ];

  for (const check of rows) {
    const judged = await judgeAll(trial({ wrap, write: false }), rowsOf(check, ['listSessions']));
    expect(judged).toMatchObject([{ verdict: 'fail' }]);
  }
});

for (const id of ['date-filtering.start-date-lt', 'list-in-progress-sessions.all-of-kind'])
  test(`where assessments begin and end, a target that breaks ${id} is accused all the same`, async () => {
    const fault = faults.find(({ check }) => check === id);
    const against = living(40, both, (service) => fault?.wrap(service) ?? service);
    const rows = rowsOf(id, fault?.on ?? []);

    const verdicts = (await judgeAll(trial({ against, write: false }), rows)).map(({ verdict }) => verdict);
    expect(verdicts).toContain('fail');
  });

/** Two copies of one service that answer reads in this order, of which the second learns of each write a moment later. */
function twoCopies(lateMs: number, isFirst: (read: number) => boolean) {
  const [first, second] = [createReference(), createReference()];
  const late: { readonly at: number; readonly request: Request }[] = [];
  let caughtUp = Promise.resolve();
  let reads = 0;
  const catchUp = async () => {
    while ((late[0]?.at ?? Number.POSITIVE_INFINITY) <= performance.now()) {
      const next = late.shift();
      if (next) await second.fetch(next.request);
    }
  };
  const fetch: Service = async (request) => {
    caughtUp = caughtUp.then(catchUp);
    await caughtUp;
    if (request.method === 'GET' || request.url.endsWith('/search')) {
      reads += 1;
      return (isFirst(reads) ? first : second).fetch(request);
    }
    late.push({ at: performance.now() + lateMs, request: request.clone() });
    return first.fetch(request);
  };
  return { keys: first.keys, fetch };
}

const inTurn = (read: number) => read % 2 === 0;

/** As if by chance, but that each run reads the same. */
const byChance = (read: number) => createHash('sha256').update(`${read}`).digest().readUInt8() < 128;

for (const [how, lateMs, isFirst] of [
  ['in turn', 60, inTurn],
  ['by chance', 60, byChance],
  ['by chance', 250, byChance],
] as const)
  test(`where copies of the data answer ${how}, and one of them is ${lateMs} ms behind, nobody is accused`, async () => {
    const rows = [
      ...rowsOf('add-class-students.effect', ['addClassStudents']),
      ...rowsOf('add-cohort-students.keeps-the-rest', ['addCohortStudents']),
      ...rowsOf('remove-teacher-classes.keeps-the-rest', ['removeTeacherClasses']),
      ...rowsOf('authentication.missing-key/change', ['addClassTeachers', 'addCohortStudents']),
      ...rowsOf('conventions.json-well-formed/escapes', ['getClass', 'getCohort']),
      ...rowsOf('set-user-external-id.effect/other-case', ['setUserExternalId']),
      ...rowsOf('list-users.sort-order', ['listUsers']),
      ...rowsOf('create-cohort.read-back', ['createCohort']),
      ...rowsOf('list-cohorts.academic-year-current', ['listCohorts']),
      ...rowsOf('create-class.read-back', ['createClass']),
      ...rowsOf('list-classes.academic-year-current', ['listClasses']),
      ...rowsOf('create-student.read-back', ['createStudent']),
      ...rowsOf('search-users.sort/as-in-list', ['searchUsers']),
    ];
    const readings = { 'membership.visibility-delay': 5000 };
    const against = twoCopies(lateMs, isFirst);
    const judged = await judgeAll(trial({ against, profileSays: { readings } }), rows);

    expect(accusations(judged)).toEqual([]);
    expect(judged.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(judged.length / 2);
  });

/** Two copies of a living service that answer by chance, of which the second learns what others do a moment later. */
function livingCopies(every: number, deed: Deed, lateMs: number) {
  const [first, second] = [createReference(), createReference()];
  const late: { readonly at: number; readonly turn: number }[] = [];
  let requests = 0;
  const fetch: Service = (request) => {
    while ((late[0]?.at ?? Number.POSITIVE_INFINITY) <= performance.now())
      deed(second.store, late.shift()?.turn ?? 0);
    requests += 1;
    if (requests % every === 0) {
      deed(first.store, requests / every);
      late.push({ at: performance.now() + lateMs, turn: requests / every });
    }
    return (byChance(requests) ? first : second).fetch(request);
  };
  return { keys: first.keys, fetch };
}

test('where assessments begin and end, and a copy that answers by chance learns of it a moment later, nobody is accused', async () => {
  const readings = { 'membership.visibility-delay': 5000 };
  const against = livingCopies(200, both, 60);
  const rows = aboutSessions.filter(({ check }) => check.id.startsWith('pagination.'));
  const judged = await judgeAll(trial({ against, write: false, profileSays: { readings } }), rows);

  expect(accusations(judged)).toEqual([]);
  expect(judged.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(judged.length / 2);
});

/** A cache before a service: it answers once more what it has kept for so long, and renews that behind the answer. */
function renewedBehind(keptMs: number) {
  const { fetch, keys } = createReference();
  const kept = new Map<string, { readonly at: number; readonly answer: Promise<Response> }>();
  const renew = (request: Request): Promise<Response> => {
    const answer = fetch(request);
    kept.set(request.url, { at: performance.now(), answer });
    return answer;
  };
  const cached: Service = async (request) => {
    if (request.method !== 'GET') return fetch(request);
    const known = kept.get(request.url);
    if (known === undefined || performance.now() - known.at > keptMs) return (await renew(request)).clone();
    const later = request.clone();
    setTimeout(() => renew(later), 2);
    return (await known.answer).clone();
  };
  return { keys, fetch: cached };
}

test('where a cache answers once more what it has kept, and renews it behind that answer, nobody is accused', async () => {
  const readings = { 'membership.visibility-delay': 5000 };
  const rows = planned.filter(({ id }) =>
    /student-details.* @ updateStudentDetails|(?:add|remove)-teacher.*TeacherClasses$/.test(id),
  );
  const judged = await judgeAll(trial({ against: renewedBehind(600), profileSays: { readings } }), rows);

  expect(accusations(judged)).toEqual([]);
  expect(judged.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(judged.length / 2);
});
