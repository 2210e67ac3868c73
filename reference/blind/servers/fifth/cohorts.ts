import { conflict } from './classes.ts';
import { filterGroups, mustBe, sameGroup, yearForNew } from './groups.ts';
import { bad, bodyOf, compact, idList, missing, optionalText, requiredText, uuid, wrapped } from './http.ts';
import { pageOfQuery, paginate } from './paging.ts';
import type { App, AssignedTest, Call, CohortRow, Json, JsonObject, Reply, TestRow } from './types.ts';
import { currentYear } from './years.ts';

function testView(app: App, assigned: AssignedTest): JsonObject {
  const test = app.store.tests.find((t) => t.testId === assigned.testId) as TestRow;
  return compact({
    testId: test.testId,
    testVersionId: assigned.testVersionId,
    name: test.name,
    subject: test.subject,
    activationStatus: assigned.activationStatus,
  });
}

function view(app: App, row: CohortRow): JsonObject {
  const tests: Json[] = row.tests.map((t) => testView(app, t));
  if (app.on('manner.inner-lists-reversed')) tests.reverse();
  return compact({
    cohortId: row.cohortId,
    name: row.name,
    description: row.description,
    academicYearId: row.academicYearId,
    tests,
  });
}

function findCohort(app: App, call: Call): CohortRow {
  const asked = call.params['cohortId'] ?? '';
  if (app.on('manner.bad-uuid-path-404') && asked.length !== 36) throw missing('No such cohort');
  const id = uuid(asked, 'cohortId');
  const row = app.store.cohorts.find((c) => c.cohortId === id);
  if (row === undefined) throw missing('No such cohort');
  return row;
}

export function listCohorts(app: App, call: Call): Reply {
  const ask = pageOfQuery(app, call);
  const found = filterGroups(app, call, 'cohort', app.store.cohorts);
  const body = paginate(app, call, found, ask, (row, index) => {
    const shown = view(app, row);
    if (app.on('cohort-list-tests-left-out')) delete shown['tests'];
    if (app.on('cohort-list-tests-first-only') && row.tests.length > 1)
      shown['tests'] = [testView(app, row.tests[0] as AssignedTest)];
    if (app.on('cohort-list-tests-leak') && row.tests.length === 0 && index > 0) {
      const before = found[found.indexOf(row) - 1];
      if (before !== undefined && before.tests.length > 0)
        shown['tests'] = before.tests.map((t) => testView(app, t));
    }
    if (app.on('cohort-list-tests-as-ids') && row.tests.length > 0)
      shown['tests'] = row.tests.map((t) => t.testId);
    return shown;
  });
  return { status: 200, body };
}

export function createCohort(app: App, call: Call): Reply {
  const given = wrapped(call, 'cohort');
  const name = requiredText(given, 'name');
  const description = optionalText(given, 'description') ?? '';
  let yearId = yearForNew(app, optionalText(given, 'academicYearId'));
  if (app.on('cohort-create-year-ignored')) yearId = currentYear(app).academicYearId;
  if (sameGroup(app.store.cohorts, name, yearId) && !app.on('cohort-create-twice-allowed'))
    throw conflict('The cohort already exists');
  const row: CohortRow = {
    cohortId: app.newId(),
    name,
    description,
    academicYearId: yearId,
    studentIds: new Set(),
    tests: [],
  };
  if (!app.on('cohort-create-not-kept')) app.store.cohorts.push(row);
  return { status: 201, body: { cohort: view(app, row) } };
}

export function readCohort(app: App, call: Call): Reply {
  const row = findCohort(app, call);
  const shown = view(app, row);
  const tests = shown['tests'];
  if (Array.isArray(tests)) {
    for (const item of tests as JsonObject[]) {
      if (app.on('cohort-detail-version-is-test')) item['testVersionId'] = item['testId'] ?? '';
      if (app.on('cohort-detail-inactive-status-left-out') && item['activationStatus'] === 'Inactive')
        delete item['activationStatus'];
    }
    if (app.on('cohort-detail-inactive-tests-hidden')) {
      shown['tests'] = (tests as JsonObject[]).filter((t) => t['activationStatus'] !== 'Inactive');
    }
  }
  if (app.on('cohort-detail-key-data')) return { status: 200, body: { data: shown } };
  return { status: 200, body: { cohort: shown } };
}

const DONE: Reply = { status: 204, body: undefined };

export function addCohortStudents(app: App, call: Call): Reply {
  const ids = idList(bodyOf(call), 'userIds');
  const row = findCohort(app, call);
  const users = mustBe(app, ids, 'student');
  for (const user of app.on('cohort-students-first-only') ? users.slice(0, 1) : users)
    row.studentIds.add(user.userId);
  return DONE;
}

export function removeCohortStudents(app: App, call: Call): Reply {
  const ids = idList(bodyOf(call), 'userIds');
  const row = findCohort(app, call);
  mustBe(app, ids, 'student');
  for (const id of ids) row.studentIds.delete(id);
  if (app.on('cohort-students-delete-classes-too')) {
    for (const c of app.store.classes)
      if (c.academicYearId === row.academicYearId) for (const id of ids) c.studentIds.delete(id);
  }
  return DONE;
}

function knownTests(app: App, ids: readonly string[]): TestRow[] {
  return ids.map((id) => {
    const test = app.store.tests.find((t) => t.testId === id);
    if (test === undefined) throw bad(`${id} is not a test`);
    return test;
  });
}

export function addCohortTests(app: App, call: Call): Reply {
  const ids = idList(bodyOf(call), 'testIds');
  const row = findCohort(app, call);
  for (const test of knownTests(app, ids)) {
    if (row.tests.some((t) => t.testId === test.testId) && !app.on('cohort-tests-assigned-twice')) continue;
    row.tests.push({
      testId: test.testId,
      testVersionId: test.versions[test.versions.length - 1] as string,
      activationStatus: 'Active',
    });
  }
  return DONE;
}

export function removeCohortTests(app: App, call: Call): Reply {
  const ids = idList(bodyOf(call), 'testIds');
  const row = findCohort(app, call);
  knownTests(app, ids);
  const gone = app.on('cohort-tests-delete-first-only') ? ids.slice(0, 1) : ids;
  if (app.on('cohort-tests-delete-clears')) row.tests = [];
  row.tests = row.tests.filter((t) => !gone.includes(t.testId));
  return DONE;
}

export function listTests(app: App): Reply {
  let tests = app.store.tests;
  if (app.on('tests-list-cut')) tests = tests.slice(0, 6);
  if (app.on('manner.tests-by-name')) tests = [...tests].sort((a, b) => (a.name < b.name ? -1 : 1));
  const data = tests.map((t) => {
    const shown = compact({ testId: t.testId, name: t.name, subject: t.subject });
    if (app.on('tests-list-version-as-id')) shown['testId'] = t.versions[0] as string;
    if (app.on('tests-list-subject-missing') && t.name === t.subject) delete shown['subject'];
    return shown;
  });
  if (app.on('tests-list-bare-array')) return { status: 200, body: data };
  return { status: 200, body: { data } };
}
