import { insteadOf, pretend } from '../kit/breaks.ts';
import { answer, type Break, type Fault, faults } from '../kit/fault.ts';
import { isLongAsUuid, isUuid, ownerIn } from '../kit/ids.ts';
import { otherIds } from './membership.ts';

const done: Break = async () => new Response(null, { status: 204 });

/** Faults of what an assignment or removal answers. */
export const statuses: readonly Fault[] = [
  ...faults(
    {
      'add-class-students.success': 'addClassStudents',
      'remove-class-students.success': 'removeClassStudents',
      'add-class-teachers.success': 'addClassTeachers',
      'remove-class-teachers.success': 'removeClassTeachers',
      'add-cohort-students.success': 'addCohortStudents',
      'remove-cohort-students.success': 'removeCohortStudents',
      'add-cohort-tests.success': 'addCohortTests',
      'remove-cohort-tests.success': 'removeCohortTests',
    },
    {
      story: 'The framework answers 200 unless it is told otherwise.',
      with: pretend(204, 200, {}),
    },
  ),
  ...faults(
    {
      'add-class-students.body': 'addClassStudents',
      'remove-class-students.body': 'removeClassStudents',
      'add-class-teachers.body': 'addClassTeachers',
      'remove-class-teachers.body': 'removeClassTeachers',
      'add-cohort-students.body': 'addCohortStudents',
      'remove-cohort-students.body': 'removeCohortStudents',
      'add-cohort-tests.body': 'addCohortTests',
      'remove-cohort-tests.body': 'removeCohortTests',
    },
    {
      story: 'A body is written to the connection before the status says that there is none.',
      with: async (request, service) => {
        const response = await service(request);
        if (response.status !== 204) return response;
        const full = answer(response, { ok: true }, { status: 200 });
        return Object.defineProperty(full, 'status', { value: 204 });
      },
    },
  ),
  ...faults(
    {
      'add-class-students.bad-request': 'addClassStudents',
      'remove-class-students.bad-request': 'removeClassStudents',
      'add-class-teachers.bad-request': 'addClassTeachers',
      'remove-class-teachers.bad-request': 'removeClassTeachers',
      'add-cohort-students.bad-request': 'addCohortStudents',
      'remove-cohort-students.bad-request': 'removeCohortStudents',
      'add-cohort-tests.bad-request': 'addCohortTests',
      'remove-cohort-tests.bad-request': 'removeCohortTests',
    },
    {
      story: 'The validation library answers 422 unless it is told otherwise.',
      with: insteadOf(400, 422),
    },
  ),
  ...faults(
    {
      'add-class-students.not-found!done': 'addClassStudents',
      'remove-class-students.not-found!done': 'removeClassStudents',
      'add-class-teachers.not-found!done': 'addClassTeachers',
      'remove-class-teachers.not-found!done': 'removeClassTeachers',
      'add-cohort-students.not-found!done': 'addCohortStudents',
      'remove-cohort-students.not-found!done': 'removeCohortStudents',
      'add-cohort-tests.not-found!done': 'addCohortTests',
      'remove-cohort-tests.not-found!done': 'removeCohortTests',
    },
    {
      story: 'An update of no rows is taken for a success.',
      with: pretend(404, 204),
    },
  ),
  ...faults(
    {
      'add-class-students.not-found!bad-request': 'addClassStudents',
      'remove-class-students.not-found!bad-request': 'removeClassStudents',
      'add-class-teachers.not-found!bad-request': 'addClassTeachers',
      'remove-class-teachers.not-found!bad-request': 'removeClassTeachers',
      'add-cohort-students.not-found!bad-request': 'addCohortStudents',
      'remove-cohort-students.not-found!bad-request': 'removeCohortStudents',
      'add-cohort-tests.not-found!bad-request': 'addCohortTests',
      'remove-cohort-tests.not-found!bad-request': 'removeCohortTests',
    },
    {
      story: 'What is not found is answered like anything else that is wrong, with 400.',
      with: insteadOf(404, 400),
    },
  ),
  ...faults(
    {
      'add-class-students.body-required': 'addClassStudents',
      'remove-class-students.body-required': 'removeClassStudents',
      'add-class-teachers.body-required': 'addClassTeachers',
      'remove-class-teachers.body-required': 'removeClassTeachers',
      'add-cohort-students.body-required': 'addCohortStudents',
      'remove-cohort-students.body-required': 'removeCohortStudents',
      'add-cohort-tests.body-required': 'addCohortTests',
      'remove-cohort-tests.body-required': 'removeCohortTests',
    },
    {
      story: 'No body counts as an empty list.',
      with: when(async (request) => (await request.clone().text()) === '', done),
    },
  ),
  ...faults(
    {
      'add-class-students.user-ids-required': 'addClassStudents',
      'remove-class-students.user-ids-required': 'removeClassStudents',
      'add-class-teachers.user-ids-required': 'addClassTeachers',
      'remove-class-teachers.user-ids-required': 'removeClassTeachers',
      'add-cohort-students.user-ids-required': 'addCohortStudents',
      'remove-cohort-students.user-ids-required': 'removeCohortStudents',
      'add-cohort-tests.test-ids-required': 'addCohortTests',
      'remove-cohort-tests.test-ids-required': 'removeCohortTests',
    },
    {
      story: 'A list that is missing counts as an empty one.',
      with: when(async (request) => (await request.clone().text()) === '{}', done),
    },
  ),
  ...faults(
    {
      'add-class-students.user-ids-form!skipped': 'addClassStudents',
      'remove-class-students.user-ids-form!skipped': 'removeClassStudents',
      'add-class-teachers.user-ids-form!skipped': 'addClassTeachers',
      'remove-class-teachers.user-ids-form!skipped': 'removeClassTeachers',
      'add-cohort-students.user-ids-form!skipped': 'addCohortStudents',
      'remove-cohort-students.user-ids-form!skipped': 'removeCohortStudents',
      'add-cohort-tests.test-ids-form!skipped': 'addCohortTests',
      'remove-cohort-tests.test-ids-form!skipped': 'removeCohortTests',
    },
    {
      story: 'What is no id is passed over.',
      with: otherIds((ids) => ids.filter(isUuid)),
    },
  ),
  ...faults(
    {
      'add-class-students.user-ids-form!first-only': 'addClassStudents',
      'remove-class-students.user-ids-form!first-only': 'removeClassStudents',
      'add-class-teachers.user-ids-form!first-only': 'addClassTeachers',
      'remove-class-teachers.user-ids-form!first-only': 'removeClassTeachers',
      'add-cohort-students.user-ids-form!first-only': 'addCohortStudents',
      'remove-cohort-students.user-ids-form!first-only': 'removeCohortStudents',
      'add-cohort-tests.test-ids-form!first-only': 'addCohortTests',
      'remove-cohort-tests.test-ids-form!first-only': 'removeCohortTests',
    },
    {
      story: 'Only the first id of a list is looked at before all are used.',
      deep: true,
      with: otherIds(([first = '', ...rest]) => [first, ...rest.filter(isUuid)]),
    },
  ),
  ...faults(
    {
      'add-class-students.path-id': 'addClassStudents',
      'remove-class-students.path-id': 'removeClassStudents',
      'add-class-teachers.path-id': 'addClassTeachers',
      'remove-class-teachers.path-id': 'removeClassTeachers',
      'add-cohort-students.path-id': 'addCohortStudents',
      'remove-cohort-students.path-id': 'removeCohortStudents',
      'add-cohort-tests.path-id': 'addCohortTests',
      'remove-cohort-tests.path-id': 'removeCohortTests',
    },
    {
      story: 'An id that cannot be read names nothing, and nothing is changed with success.',
      with: when((request) => !isUuid(ownerIn(request)), done),
    },
  ),
  ...faults(
    {
      'add-class-students.path-id!length-only': 'addClassStudents',
      'remove-class-students.path-id!length-only': 'removeClassStudents',
      'add-class-teachers.path-id!length-only': 'addClassTeachers',
      'remove-class-teachers.path-id!length-only': 'removeClassTeachers',
      'add-cohort-students.path-id!length-only': 'addCohortStudents',
      'remove-cohort-students.path-id!length-only': 'removeCohortStudents',
      'add-cohort-tests.path-id!length-only': 'addCohortTests',
      'remove-cohort-tests.path-id!length-only': 'removeCohortTests',
    },
    {
      story: 'Whether a text is an id is told from its length, and an update of no rows is a success.',
      deep: true,
      with: when((request) => isLongAsUuid(ownerIn(request)), done),
    },
  ),
];

/** Breaks only the requests of which something is true. */
function when(holds: (request: Request) => Promise<boolean> | boolean, broken: Break): Break {
  return async (request, service) => ((await holds(request)) ? broken(request, service) : service(request));
}
