import { bodyOf, resend } from '../kit/breaks.ts';
import { type Break, type Fault, faults } from '../kit/fault.ts';
import { idsOf, listOf, otherIds } from './membership.ts';

/** Faults of lists that are longer than the bound of the neighbours. */
export const overAHundred: readonly Fault[] = [
  ...faults(
    {
      'remove-class-students.effect/over-a-hundred': 'removeClassStudents',
      'add-cohort-students.effect/over-a-hundred': 'addCohortStudents',
      'remove-cohort-students.effect/over-a-hundred': 'removeCohortStudents',
    },
    {
      story: 'What is done for a hundred is copied from the neighbours, and the rest of a list is left.',
      with: otherIds((ids) => ids.slice(0, 100)),
    },
  ),
  ...faults(
    {
      'remove-class-students.effect/over-a-hundred!last-batch': 'removeClassStudents',
      'add-cohort-students.effect/over-a-hundred!last-batch': 'addCohortStudents',
      'remove-cohort-students.effect/over-a-hundred!last-batch': 'removeCohortStudents',
    },
    {
      story: 'Lists are worked off in hundreds, each into the same variable, of which the last one is sent.',
      deep: true,
      with: otherIds((ids) => (ids.length > 100 ? ids.slice(100) : ids)),
    },
  ),
  ...faults(
    {
      'add-class-students.user-ids/nothing-left': 'addClassStudents',
      'add-class-teachers.user-ids/nothing-left': 'addClassTeachers',
      'remove-class-teachers.user-ids/nothing-left': 'removeClassTeachers',
    },
    {
      story: 'Ids are written as they are read, and counted by the way.',
      with: begun((ids) => ids.slice(0, 50)),
    },
  ),
  ...faults(
    {
      'add-class-students.user-ids/nothing-left!first': 'addClassStudents',
      'add-class-teachers.user-ids/nothing-left!first': 'addClassTeachers',
      'remove-class-teachers.user-ids/nothing-left!first': 'removeClassTeachers',
    },
    {
      story: 'The first of a list is written to see whether the class takes any.',
      deep: true,
      with: begun((ids) => ids.slice(0, 1)),
    },
  ),
];

/** Does a part of a list that is refused for its length. */
function begun(part: (ids: readonly string[]) => readonly string[]): Break {
  return async (request, service) => {
    const response = await service(request.clone());
    const list = listOf(request);
    const ids = idsOf(await bodyOf(request), list);
    if (response.status === 400 && ids.length > 100) await service(resend(request, { [list]: part(ids) }));
    return response;
  };
}
