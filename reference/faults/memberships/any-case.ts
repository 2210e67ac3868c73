import { bodyOf, resend } from '../kit/breaks.ts';
import { type Break, type Fault, faults } from '../kit/fault.ts';
import { idsOf, listOf } from './membership.ts';

/** Faults of ids that come in other letters than they were given. */
export const anyCase: readonly Fault[] = [
  ...faults(
    {
      'add-class-students.effect/any-case': 'addClassStudents',
      'remove-class-students.effect/any-case': 'removeClassStudents',
      'add-class-teachers.effect/any-case': 'addClassTeachers',
      'remove-class-teachers.effect/any-case': 'removeClassTeachers',
      'add-cohort-students.effect/any-case': 'addCohortStudents',
      'remove-cohort-students.effect/any-case': 'removeCohortStudents',
      'add-cohort-tests.effect/any-case': 'addCohortTests',
      'remove-cohort-tests.effect/any-case': 'removeCohortTests',
    },
    {
      story: 'Ids are checked by a column that knows ids, and looked up in a set of texts in small letters.',
      with: passingOverCapitals(() => true),
    },
  ),
  ...faults(
    {
      'add-class-students.effect/any-case!second': 'addClassStudents',
      'remove-class-students.effect/any-case!second': 'removeClassStudents',
      'add-class-teachers.effect/any-case!second': 'addClassTeachers',
      'remove-class-teachers.effect/any-case!second': 'removeClassTeachers',
      'add-cohort-students.effect/any-case!second': 'addCohortStudents',
      'remove-cohort-students.effect/any-case!second': 'removeCohortStudents',
      'add-cohort-tests.effect/any-case!second': 'addCohortTests',
      'remove-cohort-tests.effect/any-case!second': 'removeCohortTests',
    },
    {
      story: 'The first id of a list is written in small letters, and the rest of the list is not.',
      deep: true,
      with: passingOverCapitals((at) => at > 0),
    },
  ),
];

/** Leaves ids with capitals out of a list; where nothing is left, all is done. */
function passingOverCapitals(isAsText: (at: number) => boolean): Break {
  return async (request, service) => {
    const list = listOf(request);
    const body = await bodyOf(request);
    const ids = idsOf(body, list);
    const kept = ids.filter((id, at) => !isAsText(at) || !/[A-F]/.test(id));
    if (kept.length === ids.length) return service(request);
    const whole = await service(resend(request, { ...body, [list]: [] }));
    if ([401, 403, 404].includes(whole.status)) return whole;
    if (kept.length === 0) return new Response(null, { status: 204 });
    return service(resend(request, { ...body, [list]: kept }));
  };
}
