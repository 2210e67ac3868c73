import type { Ctx } from '../ctx.ts';
import { bad, Fault, idList, objectBody, text, wrapped } from '../ctx.ts';
import { fold, uuid } from '../db.ts';
import { paginate, readPaging } from '../paging.ts';
import { cohortJson } from '../present.ts';
import type { CohortRow, Json, Reply } from '../types.ts';
import { groupAndBody, groupAt, membersOf, newId, visible, yearFilter, yearOfBody } from './members.ts';
import type { Route } from './route.ts';

function named(ctx: Ctx, c: CohortRow, search: string): boolean {
  if (ctx.on('cohort-search-substring')) return c.nameKey.includes(fold(search));
  if (ctx.on('cohort-search-pad')) return c.nameKey.trimEnd() === fold(search).trimEnd();
  return c.nameKey === fold(search);
}

function inList(ctx: Ctx, c: CohortRow): Json {
  const o = cohortJson(ctx, c, true),
    slot = `cohort/${c.id}`;
  if (ctx.on('cohort-list-tests-cached')) {
    if (!ctx.state.has(slot)) ctx.state.set(slot, o['tests']);
    else if (ctx.state.get(slot) !== undefined) o['tests'] = ctx.state.get(slot);
  }
  return o;
}

function list(ctx: Ctx): Reply {
  const { q, db, state } = ctx;
  const search = q.get('search');
  let year = yearFilter(ctx);
  if (ctx.on('cohort-year-leak')) {
    if (year === null && search) year = (state.get('cohortYear') as string | undefined) ?? null;
    else if (year !== null) state.set('cohortYear', year);
  }
  const p = readPaging(
    ctx,
    { limit: q.get('limit'), offset: q.get('offset'), cursor: q.get('cursor') },
    'query',
  );
  let rows = db.cohorts.filter(
    (c) => visible(ctx, c) && (!search || named(ctx, c, search)) && (year === null || c.yearKey === year),
  );
  if (ctx.on('cohort-inner-join')) rows = rows.filter((c) => db.cohortTests.some((x) => x.cohortId === c.id));
  if (ctx.on('manner.cohorts-reversed')) rows = [...rows].reverse();
  const page = paginate(ctx, rows, p, [search, year]);
  return { status: 200, body: { data: page.rows.map((c) => inList(ctx, c)), pagination: page.pagination } };
}

function create(ctx: Ctx): Reply {
  const { db } = ctx;
  const c = wrapped(ctx, 'cohort', ['name', 'description', 'academicYearId']);
  const name = text(c, 'name', 120, true) ?? '';
  const description = text(c, 'description', 2000);
  const yearId = yearOfBody(ctx, c['academicYearId']);
  const clash = db.cohorts.find((x) => x.nameKey === fold(name) && x.yearId === yearId);
  if (clash && !ctx.on('cohort-dup-201')) {
    if (ctx.on('cohort-conflict-overwrites')) clash.description = description;
    throw new Fault(409, 'A cohort of this name exists in this academic year.');
  }
  const n = db.next();
  const yearKey =
    ctx.on('cohort-new-year-null') && (c['academicYearId'] === undefined || c['academicYearId'] === null)
      ? null
      : yearId;
  const row: CohortRow = {
    id: uuid('cohort', `n${n}`, newId(ctx)),
    seq: n,
    name,
    nameKey: fold(name),
    description,
    yearId,
    yearKey,
    visibleAt: Date.now(),
  };
  db.addCohort(row);
  return { status: 201, body: { cohort: cohortJson(ctx, row, false) } };
}

function read(ctx: Ctx): Reply {
  try {
    const o = cohortJson(ctx, groupAt(ctx, 'cohort'), false);
    if (ctx.on('cohort-get-live-only') && Array.isArray(o['tests']))
      o['tests'] = (o['tests'] as { activationStatus: string }[]).filter(
        (t) => t.activationStatus !== 'Retired',
      );
    return { status: 200, body: { cohort: o } };
  } catch (e) {
    if (ctx.on('cohort-404-text') && e instanceof Fault && e.status === 404)
      return { status: 404, text: 'Not Found' };
    throw e;
  }
}

function addStudents(ctx: Ctx): Reply {
  const { db } = ctx;
  if (ctx.on('cohort-students-dup-500')) {
    const raw = objectBody(ctx)['userIds'];
    if (Array.isArray(raw) && new Set(raw).size < raw.length)
      throw new Fault(500, 'duplicate key value violates unique constraint');
  }
  const { group, value: ids } = groupAndBody(ctx, 'cohort', () => idList(ctx, 'userIds', 0, Infinity));
  for (const u of membersOf(ctx, ids, 'student')) {
    if (ctx.on('cohort-disabled-skipped') && !u.open) continue;
    db.cohortStudents.add(group.id, u.id, Date.now());
  }
  if (ctx.on('cohort-students-reset-tests'))
    db.cohortTests = db.cohortTests.filter((x) => x.cohortId !== group.id);
  return { status: 204 };
}

function removeStudents(ctx: Ctx): Reply {
  const { group, value: ids } = groupAndBody(ctx, 'cohort', () => idList(ctx, 'userIds', 0, Infinity));
  for (const u of membersOf(ctx, ids, 'student')) {
    // the namesake's or the twin's row may go with it
    ctx.db.cohortStudents.remove(group.id, u.id);
    if (ctx.on('cohort-remove-twin') && u.dob !== null)
      for (const o of ctx.db.users)
        if (o.dob === u.dob && o.fullName === u.fullName) ctx.db.cohortStudents.remove(group.id, o.id);
  }
  return { status: 204 };
}

function tests(ctx: Ctx): { group: CohortRow; ids: string[] } {
  const { group, value: ids } = groupAndBody(ctx, 'cohort', () => idList(ctx, 'testIds', 0, Infinity));
  for (const id of ids)
    if (!ctx.db.test(id))
      throw ctx.on('manner.unknown-member-404') ? new Fault(404, 'No such test.') : bad(`${id} is no test.`);
  return { group, ids };
}

function addTests(ctx: Ctx): Reply {
  const { db } = ctx;
  const { group, ids } = tests(ctx);
  for (const testId of ids) {
    if (ctx.on('cohort-test-moves')) {
      const taken = ctx.state.get(`added/${testId}`);
      db.cohortTests = db.cohortTests.filter((x) => !(x.testId === testId && x.cohortId === taken));
      ctx.state.set(`added/${testId}`, group.id);
    }
    if (
      ctx.on('cohort-tests-twice') ||
      !db.cohortTests.some((x) => x.cohortId === group.id && x.testId === testId)
    )
      db.cohortTests.push({ cohortId: group.id, testId });
  }
  return { status: 204 };
}

function removeTests(ctx: Ctx): Reply {
  const { db } = ctx;
  const { group, ids } = tests(ctx);
  db.cohortTests = db.cohortTests.filter((x) => !(x.cohortId === group.id && ids.includes(x.testId)));
  if (ctx.on('cohort-tests-delete-cascade'))
    for (const id of ids)
      if (!db.cohortTests.some((x) => x.testId === id))
        ctx.state.set('testsGone', [...((ctx.state.get('testsGone') as string[] | undefined) ?? []), id]);
  return { status: 204 };
}

function listTests(ctx: Ctx): Reply {
  let rows = ctx.db.tests;
  const gone = ctx.state.get('testsGone') as string[] | undefined;
  if (gone) rows = rows.filter((t) => !gone.includes(t.id));
  if (ctx.on('manner.tests-by-name')) rows = [...rows].sort((a, b) => a.name.localeCompare(b.name));
  return {
    status: 200,
    body: {
      [ctx.on('tests-envelope') ? 'tests' : 'data']: rows.map((t) => ({
        testId: t.id,
        name: t.name,
        subject: t.subject,
      })),
    },
  };
}

export const cohortRoutes: Route[] = [
  {
    method: 'GET',
    path: '/smart-ia/cohorts',
    need: 'read',
    query: ['search', 'academicYearId', 'limit', 'offset', 'cursor'],
    run: list,
  },
  { method: 'POST', path: '/smart-ia/cohorts', need: 'write', body: true, run: create },
  { method: 'GET', path: '/smart-ia/cohorts/{cohortId}', need: 'read', run: read },
  {
    method: 'POST',
    path: '/smart-ia/cohorts/{cohortId}/students',
    need: 'write',
    body: true,
    run: addStudents,
  },
  {
    method: 'DELETE',
    path: '/smart-ia/cohorts/{cohortId}/students',
    need: 'write',
    body: true,
    run: removeStudents,
  },
  { method: 'POST', path: '/smart-ia/cohorts/{cohortId}/tests', need: 'write', body: true, run: addTests },
  {
    method: 'DELETE',
    path: '/smart-ia/cohorts/{cohortId}/tests',
    need: 'write',
    body: true,
    run: removeTests,
  },
  { method: 'GET', path: '/smart-ia/tests', need: 'read', run: listTests },
];
