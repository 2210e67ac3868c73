import { badRequest, type Context, HttpError, notFound, type Reply, type Route } from '../app.ts';
import { ROLE } from '../db/tables.ts';
import { idsOf, isUuid } from '../http/input.ts';
import { paginate } from '../http/pages.ts';
import { toCohort, toTest } from '../mappers.ts';
import {
  byId,
  byName,
  exists,
  fold,
  groupOf,
  groupQuery,
  insertGroup,
  newGroup,
  usersFor,
} from './groups.ts';

function list(context: Context): Reply {
  const { app, db, bugs } = context;
  const { search, year, page } = groupQuery(context, 'cohorts');
  let rows = [...db.cohorts.values()];
  if (search !== undefined) {
    rows = rows.filter((row) =>
      bugs.has('cohort-search-prefix')
        ? fold(row.name).startsWith(fold(search))
        : fold(row.name) === fold(search),
    );
  }
  if (year !== undefined) rows = rows.filter((row) => row.academic_year_id === year);
  const { rows: cut, pagination } = paginate(
    rows,
    bugs.has('manner.order-by-id') ? byId : byName,
    page,
    bugs,
    'cohorts',
  );
  return { status: 200, body: { data: cut.map((row) => toCohort(app, row)), pagination } };
}

function create(context: Context): Reply {
  const { app, db, bugs } = context;
  const group = newGroup(context, 'cohort');
  if (exists(db.cohorts, group) && !bugs.has('cohort-dup-allowed'))
    throw new HttpError(409, 'A cohort of this name exists in the academic year');
  const row = insertGroup(app, db.cohorts, group);
  return { status: 201, body: { cohort: toCohort(app, row) } };
}

function one(context: Context): Reply {
  const { app, db, bugs, params } = context;
  const id = params['cohortId'] as string;
  if (bugs.has('cohort-unknown-200') && isUuid(id) && !db.cohorts.has(id.toLowerCase()))
    return { status: 200, body: { cohort: null } };
  return { status: 200, body: { cohort: toCohort(app, groupOf(context, db.cohorts, 'cohortId', 'Cohort')) } };
}

function addStudents(context: Context): Reply {
  const { db, bugs } = context;
  const row = groupOf(context, db.cohorts, 'cohortId', 'Cohort');
  for (const user of usersFor(context, idsOf(context.body, 'userIds'), ROLE.student)) {
    if (bugs.has('cohort-students-one-per-year')) {
      for (const other of db.cohortStudents.groupsOf(user.id)) {
        if (other !== row.id && db.cohorts.get(other)?.academic_year_id === row.academic_year_id)
          db.cohortStudents.remove(other, user.id);
      }
    }
    db.cohortStudents.add(row.id, user.id);
  }
  return { status: 204 };
}

function removeStudents(context: Context): Reply {
  const { db, bugs } = context;
  const row = groupOf(context, db.cohorts, 'cohortId', 'Cohort');
  const ids = idsOf(context.body, 'userIds');
  for (const id of bugs.has('cohort-students-delete-last') ? ids.slice(-1) : ids)
    db.cohortStudents.remove(row.id, id);
  return { status: 204 };
}

function addTests(context: Context): Reply {
  const { db, bugs } = context;
  const row = groupOf(context, db.cohorts, 'cohortId', 'Cohort');
  const tests = [...new Set(idsOf(context.body, 'testIds'))].map((id) => {
    const test = db.tests.get(id);
    if (test === undefined && bugs.has('manner.unknown-user-404')) throw notFound(`Test ${id} not found`);
    if (test === undefined) throw badRequest(`test ${id} is not known`);
    return test;
  });
  for (const test of tests) {
    const there = db.cohortTests.some((link) => link.cohort_id === row.id && link.test_id === test.id);
    if (there && !bugs.has('cohort-tests-twice')) continue;
    db.cohortTests.push({
      cohort_id: row.id,
      test_id: test.id,
      version_id: test.version_id,
      activation: 'scheduled',
    });
  }
  return { status: 204 };
}

function removeTests(context: Context): Reply {
  const { db, bugs } = context;
  const row = groupOf(context, db.cohorts, 'cohortId', 'Cohort');
  const ids = new Set(idsOf(context.body, 'testIds'));
  const subjects = new Set([...ids].map((id) => db.tests.get(id)?.subject));
  const kept = db.cohortTests.filter((link) => {
    if (link.cohort_id !== row.id) return true;
    if (bugs.has('cohort-tests-delete-subject')) return !subjects.has(db.tests.get(link.test_id)?.subject);
    return !ids.has(link.test_id);
  });
  db.cohortTests.splice(0, db.cohortTests.length, ...kept);
  return { status: 204 };
}

function tests({ app, db, bugs }: Context): Reply {
  const rows = [...db.tests.values()];
  if (bugs.has('manner.reversed-lists')) rows.reverse();
  return { status: 200, body: { data: rows.map((row) => toTest(app, row)) } };
}

const base = { style: 'basic', experimental: false } as const;
const read = { ...base, permission: 'read', hasBody: false } as const;
const write = { ...base, permission: 'write', hasBody: true } as const;
const draft = { ...write, experimental: true } as const;

export const cohortRoutes: readonly Route[] = [
  { ...read, method: 'GET', path: '/smart-ia/cohorts', handle: list },
  { ...write, method: 'POST', path: '/smart-ia/cohorts', handle: create },
  { ...read, method: 'GET', path: '/smart-ia/cohorts/:cohortId', handle: one },
  { ...draft, method: 'POST', path: '/smart-ia/cohorts/:cohortId/students', handle: addStudents },
  { ...draft, method: 'DELETE', path: '/smart-ia/cohorts/:cohortId/students', handle: removeStudents },
  { ...draft, method: 'POST', path: '/smart-ia/cohorts/:cohortId/tests', handle: addTests },
  { ...draft, method: 'DELETE', path: '/smart-ia/cohorts/:cohortId/tests', handle: removeTests },
  { ...read, method: 'GET', path: '/smart-ia/tests', experimental: true, handle: tests },
];
