import type { Call } from './call.ts';
import { type Range, type SessionFilters, STATUS } from './session-filters.ts';
import type { SessionRow } from './types.ts';

type Test = (row: SessionRow) => boolean;

interface Edges {
  gt: (a: number, b: number) => boolean;
  gte: (a: number, b: number) => boolean;
  lt: (a: number, b: number) => boolean;
  lte: (a: number, b: number) => boolean;
}

const more = (a: number, b: number): boolean => a > b;
const atLeast = (a: number, b: number): boolean => a >= b;
const less = (a: number, b: number): boolean => a < b;
const atMost = (a: number, b: number): boolean => a <= b;

function edges(c: Call, which: 'startDate' | 'endDate', range: Range): Edges {
  const { ep, on } = c;
  const start = which === 'startDate';
  const used: Edges = { gt: more, gte: atLeast, lt: less, lte: atMost };
  if (range.gt !== undefined) {
    if (ep === 'sess' && start && on('sess-start-gt-inclusive')) used.gt = atLeast;
    if (ep === 'done' && !start && on('done-end-gt-inclusive')) used.gt = atLeast;
    if (ep === 'ssearch' && start && on('ssearch-start-gt-seconds'))
      used.gt = (a, b) => Math.floor(a / 1000) > Math.floor(b / 1000);
    if (ep === 'prog' && start && on('prog-start-gt-as-lt')) used.gt = less;
  }
  if (range.gte !== undefined) {
    if (ep === 'prog' && start && on('prog-start-gte-exclusive')) used.gte = more;
    if (ep === 'ssearch' && !start && on('ssearch-end-gte-exclusive')) used.gte = more;
    if (ep === 'sess' && !start && on('sess-end-gte-seconds'))
      used.gte = (a, b) => Math.floor(a / 1000) * 1000 >= b;
  }
  if (range.lt !== undefined) {
    if (ep === 'sess' && !start && on('sess-end-lt-inclusive')) used.lt = atMost;
    if (ep === 'ssearch' && start && on('ssearch-start-lt-inclusive')) used.lt = atMost;
    if (ep === 'done' && start && on('done-start-lt-seconds'))
      used.lt = (a, b) => Math.floor(a / 1000) * 1000 < b;
    if (ep === 'prog' && start && on('prog-start-lt-inclusive')) used.lt = atMost;
  }
  if (range.lte !== undefined) {
    if (ep === 'done' && start && on('done-start-lte-exclusive')) used.lte = less;
    if (ep === 'sess' && start && on('sess-start-lte-exclusive')) used.lte = less;
    if (ep === 'ssearch' && !start && on('ssearch-end-lte-exclusive')) used.lte = less;
  }
  return used;
}

function rangeTest(c: Call, which: 'startDate' | 'endDate', range: Range): Test {
  const used = edges(c, which, range);
  const { gt, gte, lt, lte } = range;
  const within = (time: number): boolean =>
    (gt === undefined || used.gt(time, gt)) &&
    (gte === undefined || used.gte(time, gte)) &&
    (lt === undefined || used.lt(time, lt)) &&
    (lte === undefined || used.lte(time, lte));
  if (which === 'startDate') return (row) => within(row.start);
  let openToo = false;
  if ((gt ?? gte) !== undefined && c.ep === 'sess') openToo = c.on('sess-end-shows-open');
  if ((lt ?? lte) !== undefined && c.ep === 'ssearch') openToo = c.on('ssearch-end-shows-open');
  if (c.ep === 'done' && c.on('done-end-by-calculation')) return (row) => within(row.result?.calculated ?? 0);
  if (c.ep === 'sess' && lt !== undefined && c.on('sess-end-lt-by-start'))
    return (row) => row.end !== undefined && within(row.start);
  return (row) => (row.end === undefined ? openToo : within(row.end));
}

function subjectTest(c: Call, subjects: readonly string[]): Test {
  const subjectOf = (row: SessionRow): string => c.db.test(row.testId)?.subject ?? '';
  if (c.ep === 'sess' && c.on('sess-subject-prefix'))
    return (row) => subjects.some((one) => subjectOf(row).startsWith(one));
  if (
    subjects.some((one) => one.includes(',')) &&
    ['sess', 'done'].includes(c.ep) &&
    c.on(`${c.ep}-subject-comma`)
  ) {
    const parts = subjects.flatMap((one) => one.split(', '));
    return (row) => parts.includes(subjectOf(row));
  }
  if (subjects.some((one) => one.includes(' ')) && c.ep === 'prog' && c.on('prog-subject-space')) {
    return (row) => subjects.some((one) => subjectOf(row) === one.split(' ')[0]);
  }
  if (subjects.some((one) => one.includes('+')) && c.ep === 'sess' && c.on('sess-subject-plus')) {
    return (row) => subjects.some((one) => subjectOf(row) === one.replaceAll('+', ' '));
  }
  if (c.ep === 'ssearch' && c.on('ssearch-subject-by-test-name')) {
    return (row) => subjects.some((one) => c.db.test(row.testId)?.name.startsWith(one) === true);
  }
  const wanted = new Set(subjects);
  return (row) => wanted.has(subjectOf(row));
}

function idTests(c: Call, filters: SessionFilters): Test[] {
  const tests: Test[] = [];
  if (filters.userIds) {
    const wanted = new Set(filters.userIds);
    const known = filters.userIds.some((id) => c.db.user(id));
    if (known || !(c.ep === 'sess' && c.on('sess-userid-unknown-all')))
      tests.push((row) => wanted.has(row.userId));
    if (c.ep === 'ssearch' && c.on('ssearch-disabled-users-left-out'))
      tests.push((row) => c.db.user(row.userId)?.enabled === true);
  }
  if (filters.testIds) {
    const wanted = new Set(filters.testIds);
    tests.push((row) => wanted.has(row.testId));
    const current = (row: SessionRow): boolean => c.db.test(row.testId)?.versionId === row.versionId;
    if (c.ep === 'done' && c.on('done-testid-newest-version')) tests.push(current);
    if (c.ep === 'ssearch' && c.on('ssearch-testids-as-versions'))
      tests.push((row) => wanted.has(row.versionId));
    const known = filters.testIds.every((id) => c.db.test(id));
    if (!known && c.ep === 'sess' && c.on('sess-testid-unknown-none')) tests.push(() => false);
    if (!known && c.ep === 'prog' && c.on('prog-testid-unknown-all')) tests.pop();
  }
  return tests;
}

function kindTests(c: Call, filters: SessionFilters): Test[] {
  const open: Test = (row) => row.end === undefined;
  const done: Test = (row) => row.end !== undefined;
  const noLevel: Test = (row) => row.result?.level === 'NA';
  const tests: Test[] = [];
  if (c.ep === 'done') {
    if (c.on('done-with-open')) tests.push((row) => done(row) || row.seq % 7 === 3);
    else tests.push(done);
    if (c.on('done-without-na')) tests.push((row) => !noLevel(row));
    if (c.on('done-without-entry')) tests.push((row) => row.result?.level !== 'Entry - Below E3');
  } else if (c.ep === 'prog') {
    if (c.on('prog-with-na')) tests.push((row) => open(row) || noLevel(row));
    else tests.push(open);
    if (c.on('prog-without-repeats')) {
      const finished = new Set(c.db.sessions.filter(done).map((row) => `${row.userId}${row.testId}`));
      tests.push((row) => !finished.has(`${row.userId}${row.testId}`));
    }
  } else if (c.ep === 'sess') {
    if (filters.status === undefined && c.on('sess-completed-only')) tests.push(done);
    if (filters.status === undefined && filters.subjects && c.on('sess-subject-completed-only'))
      tests.push(done);
  }
  if (filters.status === STATUS.open) {
    tests.push(open);
    const year = c.db.years[1]?.start ?? 0;
    if (c.ep === 'sess' && c.on('sess-open-of-this-year')) tests.push((row) => row.start >= year);
  }
  if (filters.status === STATUS.done) {
    if (c.ep === 'sess' && c.on('sess-completed-has-level'))
      tests.push((row) => done(row) && row.result?.level.includes(' - ') === true);
    else tests.push(done);
    if (c.ep === 'ssearch' && c.on('ssearch-completed-with-open')) {
      tests.pop();
      tests.push((row) => done(row) || row.seq % 5 === 2);
    }
  }
  return tests;
}

export function filterSessions(c: Call, filters: SessionFilters): SessionRow[] {
  const tests = [...kindTests(c, filters), ...idTests(c, filters)];
  const { startDate, endDate, subjects } = filters;
  if (subjects) tests.push(subjectTest(c, subjects));
  if (startDate && endDate && c.ep === 'done' && c.on('done-ranges-either')) {
    const start = rangeTest(c, 'startDate', startDate);
    const end = rangeTest(c, 'endDate', endDate);
    tests.push((row) => start(row) || end(row));
  } else {
    if (startDate) tests.push(rangeTest(c, 'startDate', startDate));
    if (endDate) tests.push(rangeTest(c, 'endDate', endDate));
  }
  return c.db.sessions.filter((row) => tests.every((test) => test(row)));
}
