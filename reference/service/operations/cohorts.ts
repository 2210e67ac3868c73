import { asks, type Call, type Operation, sends } from '../http/operation.ts';
import { created, noContent, ok, type Reply } from '../http/reply.ts';
import { renderCohort, renderTest } from '../render/render.ts';
import { newGroup } from '../rules/groups.ts';
import { known, pathId } from '../rules/known.ts';
import { idList, unbounded, unknownMember } from '../rules/members.ts';
import { wrapped } from '../rules/property.ts';
import type { AssignedTest, CohortRow } from '../store/rows.ts';
import { changeMembers, listGroups, type MemberChange } from './groups.ts';

const students: MemberChange = {
  what: 'cohort',
  membership: 'cohortIds',
  role: 'student',
  bounds: unbounded,
};

/** Cohorts and the tests that they can have. */
export const cohorts: readonly Operation[] = [
  asks('listCohorts', 'GET /smart-ia/cohorts', 'cohorts', (call) =>
    listGroups(call, 'cohorts', call.store.cohorts, (row) => renderCohort(row, call.store, call.shapes)),
  ),
  sends('createCohort', 'POST /smart-ia/cohorts', 'cohorts', ({ store, shapes, body }) => {
    const group = newGroup(wrapped(body, 'cohort'), 'cohort', store.cohorts, store, shapes);
    const row: CohortRow = { ...group, tests: [] };
    store.cohorts.put(row);
    return created({ cohort: renderCohort(row, store, shapes) });
  }),
  asks('getCohort', 'GET /smart-ia/cohorts/{id}', 'cohorts', ({ store, shapes, id }) =>
    ok({ cohort: renderCohort(known(store.cohorts, id, 'cohort', shapes), store, shapes) }),
  ),
  sends('addCohortStudents', 'POST /smart-ia/cohorts/{id}/students', 'cohorts', (call) =>
    changeMembers(call, students, 'add'),
  ),
  sends('removeCohortStudents', 'DELETE /smart-ia/cohorts/{id}/students', 'cohorts', (call) =>
    changeMembers(call, students, 'remove'),
  ),
  sends('addCohortTests', 'POST /smart-ia/cohorts/{id}/tests', 'cohorts', (call) =>
    changeTests(call, (tests, changed) => {
      const assigned = new Set(tests.map(({ testId }) => testId));
      return [...tests, ...changed.filter(({ testId }) => !assigned.has(testId))];
    }),
  ),
  sends('removeCohortTests', 'DELETE /smart-ia/cohorts/{id}/tests', 'cohorts', (call) =>
    changeTests(call, (tests, changed) => {
      const removed = new Set(changed.map(({ testId }) => testId));
      return tests.filter(({ testId }) => !removed.has(testId));
    }),
  ),
  asks('listTests', 'GET /smart-ia/tests', 'tests', ({ store }) =>
    ok({ data: store.tests.list().map(renderTest) }),
  ),
];

function changeTests(
  { store, shapes, id, body }: Call,
  change: (tests: readonly AssignedTest[], changed: readonly AssignedTest[]) => readonly AssignedTest[],
): Reply {
  pathId(id, 'cohort', shapes);
  const testIds = idList(body, 'testIds', unbounded);
  const cohort = known(store.cohorts, id, 'cohort', shapes);
  const changed = [...new Set(testIds)].map((testId): AssignedTest => {
    const test = store.tests.get(testId);
    if (!test) throw unknownMember('test', shapes);
    return { testId, testVersionId: test.versionId, activation: 'active' };
  });
  store.cohorts.put({ ...cohort, tests: change(cohort.tests, changed) });
  return noContent;
}
