// How sessions are shown, and what can go wrong with single fields of them.
import { type Ctx, type Doc, iso } from './kernel.ts';
import {
  active,
  alter,
  escapeMarkup,
  type Faults,
  garble,
  questionMarks,
  type Row,
  withoutMs,
} from './show-users.ts';
import { duration, type Session, type Study, type User } from './world.ts';

const { change, fill } = alter;

export const IN_PROGRESS = 'IN_PROGRESS';
export const COMPLETED = 'COMPLETED';

const inside = (doc: Doc, name: string, how: (part: Doc) => void): void => {
  const part = doc[name];
  if (typeof part === 'object' && part !== null) how(part as Doc);
};
const level = (how: (value: string) => unknown) => (doc: Doc) =>
  inside(doc, 'result', (result) => {
    result['level'] = how(String(result['level']));
  });

const SESSION_FAULTS: Faults<Session> = {
  'start-seconds': (doc) => change(doc, 'startDate', withoutMs),
  'start-zero-ms': (doc) => change(doc, 'startDate', (value) => String(value).replace('.000Z', 'Z')),
  'start-epoch': (doc, { item }) => change(doc, 'startDate', () => item.start),
  'start-midnight': (doc) => change(doc, 'startDate', (value) => String(value).replace('T00:00:00.000Z', '')),
  'start-before': (doc, { before, at }) => {
    if (before && at % 10 === 7) doc['startDate'] = iso(before.start);
  },
  'end-null': (doc) => fill(doc, 'endDate', null),
  'end-now': (doc, _row, ctx) => fill(doc, 'endDate', iso(ctx.now)),
  'end-old': (doc, { item }, ctx) => {
    if (item.end === undefined && ctx.now - item.start > 200 * 86_400_000)
      doc['endDate'] = iso(item.start + 86_400_000);
  },
  'end-empty': (doc) => fill(doc, 'endDate', ''),
  'end-offset': (doc) => change(doc, 'endDate', (value) => String(value).replace('Z', '+00:00')),
  'end-seconds': (doc) => change(doc, 'endDate', withoutMs),
  'end-before': (doc, { before }) => {
    if (before?.end !== undefined) fill(doc, 'endDate', iso(before.end));
  },
  'result-omitted': (doc) => {
    if (doc['result'] === null) delete doc['result'];
  },
  'result-empty': (doc) => {
    if (doc['result'] === null) doc['result'] = {};
  },
  'result-text': (doc) => {
    if (doc['result'] === null) doc['result'] = 'none';
  },
  'result-before': (doc, { before }) => {
    if (doc['result'] === null && before?.result) doc['result'] = resultDoc(before.result);
  },
  'result-list': (doc) => {
    if (doc['result'] !== null) doc['result'] = [doc['result']];
  },
  'result-lost-na': (doc, { item }) => {
    if (item.result?.level === 'NA') doc['result'] = null;
  },
  'result-lost-long': (doc, { item }) => {
    if (item.end !== undefined && item.end - item.start > 86_400_000) doc['result'] = null;
  },
  'result-lost-row': (doc, { at }) => {
    if (at >= 50) doc['result'] = null;
  },
  'level-case': level((value) => value.replace('Higher', 'higher')),
  'level-dash': level((value) => value.replace('L1 - ', 'L1-')),
  'level-en-dash': level((value) => (value.startsWith('E3') ? value.replace('-', '–') : value)),
  'level-half': level((value) => (value.endsWith('Middle') ? value.slice(0, 2) : value)),
  'level-three': level((value) => value.replace('L2 - Higher', 'L3 - Lower')),
  'level-split': level((value) =>
    value.includes(' - ') ? { level: value.slice(0, 2), subLevel: value.slice(5) } : value,
  ),
  'level-na-null': level((value) => (value === 'NA' ? null : value)),
  'level-na-text': level((value) => (value === 'NA' ? 'N/A' : value)),
  'level-below': level((value) => value.replace('Entry - Below E3', 'Below E3')),
  'level-na-maths': (doc, { item }, ctx) => {
    if (ctx.views.testById.get(item.testId)?.subject === 'Maths')
      level((v) => (v === 'E1 - Lower' ? 'NA' : v))(doc);
  },
  'level-below-english': (doc, { item }, ctx) => {
    if (ctx.views.testById.get(item.testId)?.subject === 'English') {
      level((value) => (value.startsWith('E1') ? 'Entry - Below E3' : value))(doc);
    }
  },
  'duration-seconds': (doc) =>
    inside(doc, 'result', (result) => {
      result['totalDuration'] = Number(String(result['totalDuration']).replace(/\D/g, ''));
    }),
  'duration-clock': (doc) =>
    inside(doc, 'result', (result) =>
      change(result, 'totalDuration', (value) =>
        String(value).replace('PT', '').replace('H', ':').replace('M', ':'),
      ),
    ),
  'duration-days': (doc) =>
    inside(doc, 'result', (result) =>
      change(result, 'totalDuration', (value) => String(value).replace(/DT/, 'D ')),
    ),
  'duration-lower': (doc) =>
    inside(doc, 'result', (result) =>
      change(result, 'totalDuration', (v) => (String(v).includes('H') ? String(v).toLowerCase() : v)),
    ),
  'calculated-seconds': (doc) => inside(doc, 'result', (result) => change(result, 'calculatedOn', withoutMs)),
  'calculated-epoch': (doc, { item }) =>
    inside(doc, 'result', (result) => change(result, 'calculatedOn', () => item.result?.calculated)),
  'status-wrong-old': (doc, { item }, ctx) => {
    if (item.end === undefined && ctx.now - item.start > 150 * 86_400_000) doc['status'] = COMPLETED;
  },
  'status-wrong-long': (doc, { item }) => {
    if (item.end !== undefined && item.end - item.start > 86_400_000) doc['status'] = IN_PROGRESS;
  },
  'status-missing': (doc, { item }) => {
    if (item.end === undefined) delete doc['status'];
  },
  'learner-null': (doc, { item }, ctx) => {
    if (ctx.views.userById.get(item.userId)?.disabled) doc['learner'] = null;
  },
  'learner-before': (doc, { at, before }, ctx) => {
    if (before && at % 8 === 6) doc['learner'] = learnerDoc(ctx.views.userById.get(before.userId));
  },
  'learner-upn-null': (doc) => inside(doc, 'learner', (learner) => fill(learner, 'upn', null)),
  'learner-last-empty': (doc) => inside(doc, 'learner', (learner) => fill(learner, 'lastName', '')),
  'learner-external-number': (doc) =>
    inside(doc, 'learner', (learner) =>
      change(learner, 'externalId', (v) => (/^\d+$/.test(String(v)) ? Number(v) : v)),
    ),
  'learner-dob-time': (doc) =>
    inside(doc, 'learner', (learner) => change(learner, 'dateOfBirth', (value) => `${value}T00:00:00.000Z`)),
  'learner-gender-null': (doc) => inside(doc, 'learner', (learner) => fill(learner, 'gender', null)),
  'learner-escaped': (doc) => inside(doc, 'learner', (learner) => change(learner, 'fullName', escapeMarkup)),
  'learner-garbled': (doc) => inside(doc, 'learner', (learner) => change(learner, 'firstName', garble)),
  'learner-questions': (doc) =>
    inside(doc, 'learner', (learner) => change(learner, 'fullName', questionMarks)),
  'test-before': (doc, { before, at }, ctx) => {
    if (before && at % 6 === 5) doc['test'] = testDoc(ctx, before.testId);
  },
  'test-text': (doc, { item }) => change(doc, 'test', () => item.testId),
  'test-no-version': (doc) =>
    inside(doc, 'test', (test) => {
      delete test['testVersionId'];
    }),
  'test-version-id': (doc) =>
    inside(doc, 'test', (test) => change(test, 'testVersionId', (v) => String(v).slice(0, 13))),
  'test-swapped': (doc) =>
    inside(doc, 'test', (test) => {
      [test['testId'], test['testVersionId']] = [test['testVersionId'], test['testId']];
    }),
  'test-null-progress': (doc) => {
    if (doc['status'] === IN_PROGRESS) doc['test'] = null;
  },
  'id-number': (doc, { at }) => change(doc, 'attemptId', () => at),
  'id-before': (doc, { at, before }) => {
    if (before && at % 25 === 24) doc['attemptId'] = before.id;
  },
};

const resultDoc = (result: NonNullable<Session['result']>): Doc => ({
  calculatedOn: iso(result.calculated),
  level: result.level,
  totalDuration: result.duration,
});

function learnerDoc(user: User | undefined): Doc | null {
  if (!user) return null;
  const doc: Doc = { userId: user.id };
  const pairs: [string, string | undefined][] = [
    ['username', user.username],
    ['upn', user.upn],
    ['externalId', user.externalId],
    ['fullName', user.fullName],
    ['firstName', user.firstName],
    ['lastName', user.lastName],
    ['gender', user.gender],
    ['dateOfBirth', user.dob],
  ];
  for (const [name, value] of pairs) if (value) doc[name] = value;
  return doc;
}

function testDoc(ctx: Ctx, testId: string): Doc {
  const test = ctx.views.testById.get(testId);
  return test
    ? { testId, testVersionId: test.versionId, name: test.name, subject: test.subject }
    : { testId };
}

/** Learners as they were when sessions were read first, for deployments that keep a copy of them in each session. */
const copies = new WeakMap<object, Map<string, Doc | null>>();

function learnerOf(ctx: Ctx, session: Session, copied: boolean): Doc | null {
  const user = ctx.views.userById.get(session.userId);
  if (!copied) return learnerDoc(user);
  let kept = copies.get(ctx.world);
  if (!kept) {
    kept = new Map(ctx.world.users.map((one) => [one.id, learnerDoc(one)]));
    copies.set(ctx.world, kept);
  }
  const copy = kept.get(session.userId);
  return copy ? { ...copy } : learnerDoc(user);
}

export function showSessions(ctx: Ctx, sessions: readonly Session[]): Doc[] {
  const faults = active(ctx, SESSION_FAULTS);
  const copied = ctx.on('m-session-learner-copy');
  return sessions.map((item, at) => {
    const doc: Doc = {
      attemptId: item.id,
      status: item.end === undefined ? IN_PROGRESS : COMPLETED,
      startDate: iso(item.start),
    };
    if (item.end !== undefined) doc['endDate'] = iso(item.end);
    doc['learner'] = learnerOf(ctx, item, copied);
    doc['test'] = testDoc(ctx, item.testId);
    doc['result'] = item.result ? resultDoc(item.result) : null;
    const before = sessions[at - 1];
    const row: Row<Session> = before ? { item, at, before } : { item, at };
    for (const fault of faults) fault(doc, row, ctx);
    return doc;
  });
}

const STUDY_FAULTS: Faults<Study> = {
  'start-seconds': (doc) => change(doc, 'startDate', withoutMs),
  'start-zero-ms': (doc) => change(doc, 'startDate', (value) => String(value).replace('.000Z', 'Z')),
  'end-offset': (doc) => change(doc, 'endDate', (value) => String(value).replace('Z', '+00:00')),
  'end-epoch': (doc, { item }) => change(doc, 'endDate', () => item.end),
  'class-null': (doc) => fill(doc, 'classId', null),
  'class-empty': (doc) => fill(doc, 'classId', ''),
  'duration-seconds': (doc, { item }) =>
    change(doc, 'duration', () => Math.floor((item.end - item.start) / 1000)),
  'id-before': (doc, { at, before }) => {
    if (before && at % 12 === 11) doc['studySessionId'] = before.id;
  },
  'user-before': (doc, { at, before }) => {
    if (before && at % 9 === 8) doc['userId'] = before.userId;
  },
};

export function showStudies(ctx: Ctx, studies: readonly Study[]): Doc[] {
  const faults = active(ctx, STUDY_FAULTS);
  return studies.map((item, at) => {
    const doc: Doc = { studySessionId: item.id, userId: item.userId };
    if (item.classId !== undefined) doc['classId'] = item.classId;
    doc['topic'] = item.topic;
    doc['startDate'] = iso(item.start);
    doc['endDate'] = iso(item.end);
    doc['duration'] = duration(item.end - item.start);
    const before = studies[at - 1];
    const row: Row<Study> = before ? { item, at, before } : { item, at };
    for (const fault of faults) fault(doc, row, ctx);
    return doc;
  });
}
