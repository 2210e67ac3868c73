// How academic years, classes, cohorts and tests are shown, and what can go wrong with single fields.
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
import type { Cohort, Klass, Test, Year } from './world.ts';

const { change, fill } = alter;

const YEAR_FAULTS: Faults<Year> = {
  'start-date': (doc) => change(doc, 'startDate', (value) => String(value).slice(0, 10)),
  'start-seconds': (doc) => change(doc, 'startDate', withoutMs),
  'start-local': (doc) =>
    change(doc, 'startDate', (value) => String(value).replace('T00:00:00.000Z', 'T01:00:00.000+01:00')),
  'end-epoch': (doc, { item }) => change(doc, 'endDate', () => Math.floor(item.end / 1000)),
  'end-micro': (doc) => change(doc, 'endDate', (value) => String(value).replace('.999Z', '.999999Z')),
  'end-null-later': (doc, { item }, ctx) => {
    if (item.start > ctx.now) doc['endDate'] = null;
  },
  'end-before': (doc, { before }) => {
    if (before) doc['endDate'] = iso(before.end);
  },
  'name-garbled': (doc) => change(doc, 'name', garble),
  'name-questions': (doc) => change(doc, 'name', questionMarks),
  'name-number': (doc) => change(doc, 'name', (value) => Number.parseInt(String(value), 10)),
  'id-number': (doc, { at }) => change(doc, 'academicYearId', () => at + 1),
  'id-cut': (doc) => change(doc, 'academicYearId', (value) => String(value).replaceAll('-', '')),
  swapped: (doc, { item }) => {
    doc['startDate'] = iso(item.end);
    doc['endDate'] = iso(item.start);
  },
};

const collapse = (value: unknown): unknown => String(value).replace(/ {2,}/g, ' ');

const GROUP_FAULTS: Faults<Klass> = {
  'description-null': (doc) => fill(doc, 'description', null),
  'description-empty': (doc) => fill(doc, 'description', ''),
  'description-none': (doc) => change(doc, 'description', (value) => (value === 'None' ? null : value)),
  'description-escaped': (doc) => change(doc, 'description', escapeMarkup),
  'description-before': (doc, { before }) => {
    if (before?.description !== undefined) fill(doc, 'description', before.description);
  },
  'description-list': (doc) => change(doc, 'description', (value) => [value]),
  'name-escaped': (doc) => change(doc, 'name', escapeMarkup),
  'name-collapsed': (doc) => change(doc, 'name', collapse),
  'name-cut': (doc) => change(doc, 'name', (value) => String(value).slice(0, 64)),
  'name-garbled': (doc) => change(doc, 'name', garble),
  'name-questions': (doc) => change(doc, 'name', questionMarks),
  'name-number': (doc) =>
    change(doc, 'name', (value) => (/^\d+$/.test(String(value)) ? Number(value) : value)),
  'name-upper': (doc) =>
    change(doc, 'name', (value) => (String(value).length < 4 ? String(value).toLowerCase() : value)),
  'year-name': (doc, { item }, ctx) =>
    change(doc, 'academicYearId', () => ctx.world.years.find((one) => one.id === item.yearId)?.name),
  'year-object': (doc) => change(doc, 'academicYearId', (value) => ({ academicYearId: value })),
  'year-current': (doc, _row, ctx) => change(doc, 'academicYearId', () => ctx.world.currentYearId),
  'year-null-past': (doc, { item }, ctx) => {
    const year = ctx.world.years.find((one) => one.id === item.yearId);
    if (year && year.end < ctx.now) doc['academicYearId'] = null;
  },
  'year-before': (doc, { before }) => {
    if (before) doc['academicYearId'] = before.yearId;
  },
};

const firstTest = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 ? value[0] : value;
const eachTest = (doc: Doc, how: (test: Doc) => void): void => {
  const tests = doc['tests'];
  if (Array.isArray(tests)) for (const test of tests) how(test);
};

const COHORT_FAULTS: Faults<Cohort> = {
  'tests-null': (doc) => fill(doc, 'tests', null),
  'tests-object': (doc) => change(doc, 'tests', firstTest),
  'tests-first': (doc) => change(doc, 'tests', (value) => (Array.isArray(value) ? value.slice(0, 1) : value)),
  'tests-three': (doc) => change(doc, 'tests', (value) => (Array.isArray(value) ? value.slice(0, 3) : value)),
  'tests-twice': (doc) =>
    change(doc, 'tests', (value) =>
      Array.isArray(value) && value.length > 2 ? [...value, value[0]] : value,
    ),
  'tests-ids': (doc) =>
    change(doc, 'tests', (value) => (Array.isArray(value) ? value.map((one: Doc) => one['testId']) : value)),
  'tests-before': (doc, { before }, ctx) => {
    if (before && before.tests.length > 0) fill(doc, 'tests', cohortTests(ctx, before));
  },
  'tests-version-cut': (doc) =>
    eachTest(doc, (test) => change(test, 'testVersionId', (v) => String(v).slice(0, 8))),
  'tests-version-first': (doc) => {
    const tests = doc['tests'];
    if (Array.isArray(tests)) for (const test of tests) test.testVersionId = tests[0].testVersionId;
  },
  'tests-swapped': (doc) =>
    eachTest(doc, (test) => {
      [test['testId'], test['testVersionId']] = [test['testVersionId'], test['testId']];
    }),
  'tests-name-escaped': (doc) => eachTest(doc, (test) => change(test, 'name', escapeMarkup)),
  'tests-subject-null': (doc) =>
    eachTest(doc, (test) => change(test, 'subject', (v) => (v === 'ESOL' ? null : v))),
  'tests-subject-name': (doc) => eachTest(doc, (test) => change(test, 'subject', () => test['name'])),
  'tests-activation-true': (doc) =>
    eachTest(doc, (test) => change(test, 'activationStatus', (v) => v === 'ACTIVE')),
};

const TEST_FAULTS: Faults<Test> = {
  'subject-null': (doc) => change(doc, 'subject', (value) => (value === 'ESOL' ? null : value)),
  'subject-list': (doc) => change(doc, 'subject', (value) => [value]),
  'subject-before': (doc, { before }) => {
    if (before) doc['subject'] = before.subject;
  },
  'name-escaped': (doc) => change(doc, 'name', escapeMarkup),
  'name-garbled': (doc) => change(doc, 'name', garble),
  'id-version': (doc, { item }) => change(doc, 'testId', () => item.versionId),
  'id-before': (doc, { before, at }) => {
    if (before && at === 5) doc['testId'] = before.id;
  },
  'id-braces': (doc) => change(doc, 'testId', (value) => `{${value}}`),
};

function show<T>(ctx: Ctx, items: readonly T[], base: (item: T) => Doc, tables: Faults<T>[]): Doc[] {
  const faults = tables.flatMap((table) => active(ctx, table));
  return items.map((item, at) => {
    const doc = base(item);
    const before = items[at - 1];
    const row: Row<T> = before ? { item, at, before } : { item, at };
    for (const fault of faults) fault(doc, row, ctx);
    return doc;
  });
}

export const showYears = (ctx: Ctx, years: readonly Year[]): Doc[] =>
  show(
    ctx,
    years,
    (year) => ({
      academicYearId: year.id,
      name: year.name,
      startDate: iso(year.start),
      endDate: iso(year.end),
    }),
    [YEAR_FAULTS],
  );

export const showClasses = (ctx: Ctx, classes: readonly Klass[]): Doc[] =>
  show(ctx, classes, (one) => groupDoc(one, 'classId'), [GROUP_FAULTS]);

function groupDoc(one: Klass, id: string): Doc {
  const doc: Doc = { [id]: one.id, name: one.name };
  if (one.description) doc['description'] = one.description;
  doc['academicYearId'] = one.yearId;
  return doc;
}

function cohortTests(ctx: Ctx, cohort: Cohort): Doc[] {
  const docs: Doc[] = [];
  for (const { testId, activation } of cohort.tests) {
    const test = ctx.views.testById.get(testId);
    if (!test) continue;
    docs.push({
      testId,
      testVersionId: test.versionId,
      name: test.name,
      subject: test.subject,
      activationStatus: activation,
    });
  }
  return docs;
}

export const showCohorts = (ctx: Ctx, cohorts: readonly Cohort[]): Doc[] =>
  show(
    ctx,
    cohorts,
    (one) => {
      const doc = groupDoc(one, 'cohortId');
      if (one.tests.length > 0) doc['tests'] = cohortTests(ctx, one);
      return doc;
    },
    [GROUP_FAULTS, COHORT_FAULTS],
  );

export const showTests = (ctx: Ctx, tests: readonly Test[]): Doc[] =>
  show(ctx, tests, (one) => ({ testId: one.id, name: one.name, subject: one.subject }), [TEST_FAULTS]);
