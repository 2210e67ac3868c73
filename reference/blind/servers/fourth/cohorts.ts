// Cohorts: list, create, read, students and tests; and the list of tests.

import { idList, neededText, readBody, textField, wrapped } from './body.ts';
import { currentYear, madeUuid, touch } from './clock.ts';
import { askOfQuery, seal, unseal } from './cursor.ts';
import { byText, folded, isUuid } from './notation.ts';
import { answer, nothing, refuse } from './replies.ts';
import type { CohortRow, Ctx, JsonObject, TestRow } from './types.ts';

const showCohortTest = (row: TestRow): JsonObject => ({
  testId: row.testId,
  testVersionId: row.testVersionId,
  name: row.name,
  subject: row.subject,
  activationStatus: row.activationStatus,
});

const testsOf = (ctx: Ctx, cohortId: string): TestRow[] =>
  ctx.db.cohortTests
    .filter((link) => link.cohortId === cohortId)
    .flatMap((link) => ctx.db.tests.filter((test) => test.testId === link.testId));

const showCohort = (ctx: Ctx, row: CohortRow): JsonObject => {
  const tests = testsOf(ctx, row.cohortId).map(showCohortTest);
  return {
    cohortId: row.cohortId,
    name: row.name,
    description: row.description || undefined,
    academicYearId: row.academicYearId,
    tests: tests.length > 0 ? tests : undefined,
  };
};

type CohortsQuestion = { name: string | undefined; year: string | undefined };

const questionOfCohorts = (ctx: Ctx, q: URLSearchParams): CohortsQuestion => {
  const name = q.get('search') ?? undefined;
  const raw = q.get('academicYearId') ?? undefined;
  if (raw === undefined) return { name, year: undefined };
  if (raw === 'current') return { name, year: currentYear(ctx.db)?.academicYearId ?? 'none' };
  if (!isUuid(raw)) return refuse(400, 'academicYearId: expected a UUID or the word current');
  if (
    ctx.on('manner.unknown-year-400') &&
    !ctx.db.years.some((y) => y.academicYearId === raw.toLowerCase())
  ) {
    return refuse(400, 'academicYearId: no such year');
  }
  return { name, year: raw.toLowerCase() };
};

const whole = (text: string, name: string, least: number): number => {
  const n = /^\d+$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(n) && n >= least && n < 2 ** 31
    ? n
    : refuse(400, `${name}: expected a whole number from ${least}`);
};

const pageOfCohorts = (ctx: Ctx): { limit: number; offset: number; cursor: string | undefined } => {
  const limits = ctx.query.getAll('limit');
  const offsets = ctx.query.getAll('offset');
  const cursors = ctx.query.getAll('cursor').filter((text) => text !== '');
  if (limits.length > 1 || offsets.length > 1 || cursors.length > 1)
    return refuse(400, 'limit, offset and cursor: once each');
  if (offsets.length > 0 && cursors.length > 0) return refuse(400, 'offset cannot be combined with cursor');
  if (ctx.on('manner.unknown-parameter-400')) {
    const strange = [...ctx.query.keys()].find(
      (k) => !['search', 'academicYearId', 'limit', 'offset', 'cursor'].includes(k),
    );
    if (strange !== undefined) return refuse(400, `${strange}: unknown parameter`);
  }
  const most = ctx.on('manner.limit-at-most-200') ? 200 : 500;
  const wanted = limits[0] === undefined ? 100 : whole(limits[0], 'limit', 1);
  if (wanted > most && !ctx.on('manner.limit-clamped')) return refuse(400, `limit: at most ${most}`);
  return {
    limit: Math.min(wanted, most),
    offset: offsets[0] === undefined ? 0 : whole(offsets[0], 'offset', 0),
    cursor: cursors[0],
  };
};

const fitsCohort = (ctx: Ctx, row: CohortRow, question: CohortsQuestion): boolean => {
  if (question.year !== undefined && row.academicYearId !== question.year) return false;
  if (question.name === undefined) return true;
  if (ctx.on('cohorts-search-prefix')) return folded(row.name).startsWith(folded(question.name));
  return folded(row.name) === folded(question.name);
};

const answerCohorts = (ctx: Ctx): JsonObject => {
  const paging = pageOfCohorts(ctx);
  let question = questionOfCohorts(ctx, ctx.query);
  let ask = askOfQuery(ctx.query);
  let { limit } = paging;
  let [start, end] = [paging.offset, paging.offset + limit];
  if (paging.cursor !== undefined) {
    const mark = unseal(paging.cursor, 'cohorts');
    if (ctx.on('cohorts-cursor-drops-limit')) limit = 100;
    if (!ctx.on('manner.cursor-is-position-only')) {
      ask = mark.ask;
      question = questionOfCohorts(ctx, new URLSearchParams(ask));
    }
    start = mark.way === 'after' ? mark.at : Math.max(0, mark.at - limit);
    end = mark.way === 'after' ? mark.at + limit : mark.at;
  }
  const found = ctx.db.cohorts
    .filter((row) => fitsCohort(ctx, row, question))
    .sort((a, b) => byText(a.name, b.name) || byText(a.cohortId, b.cohortId));
  const shown = found.slice(start, end).map((row) => showCohort(ctx, row));
  if (ctx.on('cohorts-test-version-missing')) {
    for (const cohort of shown) {
      if (Array.isArray(cohort['tests']))
        cohort['tests'] = cohort['tests'].map((test) => ({
          ...(test as JsonObject),
          testVersionId: undefined,
        }));
    }
  }
  const behind = Math.min(start, found.length);
  const previous =
    behind === 0 || ctx.on('cohorts-previous-always-null')
      ? null
      : seal({ list: 'cohorts', way: 'before', at: behind, limit, ask });
  const next = end >= found.length ? null : seal({ list: 'cohorts', way: 'after', at: end, limit, ask });
  return {
    data: shown,
    pagination: {
      total: ctx.on('cohorts-total-is-page') ? shown.length : found.length,
      limit,
      offset: paging.cursor === undefined ? paging.offset : 0,
      previousCursor: previous,
      nextCursor: next,
    },
  };
};

export const listCohorts = (ctx: Ctx): Response => {
  const body = answerCohorts(ctx);
  if (!ctx.on('cohorts-cached-across-years')) return answer(200, body);
  const rest = new URLSearchParams(ctx.query);
  rest.delete('academicYearId');
  const name = `cohorts ${ctx.db.revision} ${rest.toString()}`;
  const kept = ctx.db.memo.get(name);
  if (typeof kept === 'string') return answer(200, JSON.parse(kept) as JsonObject);
  ctx.db.memo.set(name, JSON.stringify(body));
  return answer(200, body);
};

const cohortOfPath = (ctx: Ctx): CohortRow => {
  const id = (ctx.params['cohortId'] ?? '').toLowerCase();
  if (!isUuid(id)) return refuse(400, 'cohortId: expected a UUID');
  const row = ctx.db.cohorts.find((c) => c.cohortId === id);
  return row ?? refuse(404, 'cohort not found');
};

export const readCohort = (ctx: Ctx): Response => {
  const shown = showCohort(ctx, cohortOfPath(ctx));
  if (ctx.on('cohort-testid-is-version') && Array.isArray(shown['tests'])) {
    shown['tests'] = (shown['tests'] as JsonObject[]).map((test) => ({
      ...test,
      testId: test['testVersionId'],
    }));
  }
  return answer(200, { cohort: shown });
};

export const createCohort = async (ctx: Ctx): Promise<Response> => {
  const wanted = wrapped(await readBody(ctx), 'cohort');
  const name = neededText(wanted, 'name', 120);
  const description = textField(wanted, 'description', 1000);
  const yearText = textField(wanted, 'academicYearId').toLowerCase();
  const year =
    yearText === '' ? currentYear(ctx.db) : ctx.db.years.find((y) => y.academicYearId === yearText);
  if (year === undefined) return refuse(400, 'academicYearId: no such year');
  const testIds = wanted['testIds'] === undefined ? [] : idList(wanted, 'testIds', 0, 50);
  if (testIds.some((id) => !ctx.db.tests.some((t) => t.testId === id)))
    return refuse(400, 'testIds: no such test');
  if (
    ctx.db.cohorts.some((c) => c.academicYearId === year.academicYearId && folded(c.name) === folded(name))
  ) {
    return refuse(409, 'the academic year has a cohort of this name');
  }
  const row: CohortRow = {
    cohortId: madeUuid(ctx.db),
    name,
    description,
    academicYearId: year.academicYearId,
  };
  ctx.db.cohorts.push(row);
  for (const testId of new Set(testIds)) ctx.db.cohortTests.push({ cohortId: row.cohortId, testId });
  touch(ctx.db);
  return answer(ctx.on('cohort-create-200') ? 200 : 201, { cohort: showCohort(ctx, row) });
};

export const addCohortStudents = async (ctx: Ctx): Promise<Response> => {
  const cohort = cohortOfPath(ctx);
  const ids = idList(await readBody(ctx), 'userIds', 1, 1000);
  for (const id of ids) {
    const user = ctx.db.users.find((u) => u.userId === id);
    if (user === undefined)
      return refuse(ctx.on('manner.unknown-user-404') ? 404 : 400, 'userIds: no such user');
    if (!user.roles.includes('Student')) return refuse(400, 'userIds: not a student');
  }
  if (ctx.on('cohort-students-first-only')) ids.splice(1);
  for (const userId of ids) {
    const there = ctx.db.cohortMembers.some((m) => m.cohortId === cohort.cohortId && m.userId === userId);
    if (!there) ctx.db.cohortMembers.push({ cohortId: cohort.cohortId, userId });
  }
  touch(ctx.db);
  return nothing();
};

export const removeCohortStudents = async (ctx: Ctx): Promise<Response> => {
  const cohort = cohortOfPath(ctx);
  const gone = new Set(idList(await readBody(ctx), 'userIds', 0, 1000));
  ctx.db.cohortMembers = ctx.db.cohortMembers.filter(
    (m) => m.cohortId !== cohort.cohortId || !gone.has(m.userId),
  );
  touch(ctx.db);
  return nothing();
};

export const addCohortTests = async (ctx: Ctx): Promise<Response> => {
  const cohort = cohortOfPath(ctx);
  const ids = idList(await readBody(ctx), 'testIds', 1, 100);
  if (ids.some((id) => !ctx.db.tests.some((t) => t.testId === id)))
    return refuse(400, 'testIds: no such test');
  for (const testId of ids) {
    if (ctx.db.cohortTests.some((l) => l.cohortId === cohort.cohortId && l.testId === testId)) continue;
    ctx.db.cohortTests.push({ cohortId: cohort.cohortId, testId });
  }
  touch(ctx.db);
  return nothing();
};

export const removeCohortTests = async (ctx: Ctx): Promise<Response> => {
  const cohort = cohortOfPath(ctx);
  const ids = idList(await readBody(ctx), 'testIds', 0, 100);
  const all = ctx.on('cohort-tests-delete-clears-all');
  ctx.db.cohortTests = ctx.db.cohortTests.filter(
    (l) => l.cohortId !== cohort.cohortId || (!all && !ids.includes(l.testId)),
  );
  touch(ctx.db);
  return nothing();
};

export const listTests = async (ctx: Ctx): Promise<Response> => {
  const rows = [...ctx.db.tests].sort((a, b) => byText(a.subject, b.subject) || byText(a.name, b.name));
  if (ctx.on('tests-first-ten')) rows.splice(10);
  if (ctx.on('tests-concurrent-empty')) {
    if (ctx.db.memo.get('tests loading') === true) return answer(200, { data: [] });
    ctx.db.memo.set('tests loading', true);
    await new Promise((resolve) => setTimeout(resolve, 4));
    ctx.db.memo.set('tests loading', false);
  }
  return answer(200, {
    data: rows.map((row) => ({ testId: row.testId, name: row.name, subject: row.subject })),
  });
};
