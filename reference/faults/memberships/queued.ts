import { insteadOf } from '../kit/breaks.ts';
import { type Break, type Fault, faults, objectIn } from '../kit/fault.ts';
import { idsOf, listOf } from './membership.ts';

/** Faults of long lists that are done, and are answered as something that will be. */
export const queued: readonly Fault[] = [
  ...faults(
    {
      'add-class-students.effect/long-lists!queued': 'addClassStudents',
      'remove-class-students.effect/long-lists!queued': 'removeClassStudents',
      'add-class-teachers.effect/long-lists!queued': 'addClassTeachers',
      'remove-class-teachers.effect/long-lists!queued': 'removeClassTeachers',
      'add-cohort-students.user-ids-many!queued': 'addCohortStudents',
      'remove-cohort-students.user-ids-many!queued': 'removeCohortStudents',
      'add-cohort-tests.test-ids-many!queued': 'addCohortTests',
      'remove-cohort-tests.test-ids-many!queued': 'removeCohortTests',
    },
    {
      story: 'Lists above a threshold go to a queue, and the route that fills it answers 202.',
      with: acceptedLaterFrom(51),
    },
  ),
  ...faults(
    {
      'add-class-students.user-ids/different!queued': 'addClassStudents',
      'add-class-teachers.user-ids/different!queued': 'addClassTeachers',
      'remove-class-teachers.user-ids/different!queued': 'removeClassTeachers',
    },
    {
      story: 'A full list is a batch, and batches are answered by 202.',
      deep: true,
      with: acceptedLaterFrom(100),
    },
  ),
  ...faults(
    {
      'remove-class-students.effect/over-a-hundred!queued': 'removeClassStudents',
      'add-cohort-students.effect/over-a-hundred!queued': 'addCohortStudents',
      'remove-cohort-students.effect/over-a-hundred!queued': 'removeCohortStudents',
    },
    {
      story: 'What fills more than one batch is worked off behind the answer, which says so by 202.',
      deep: true,
      with: acceptedLaterFrom(101),
    },
  ),
];

/** Answers 202 where a list has at least `least` ids. */
function acceptedLaterFrom(least: number): Break {
  return async (request, service) => {
    const ids = idsOf((await objectIn(request)) ?? {}, listOf(request));
    return ids.length >= least ? insteadOf(204, 202)(request, service) : service(request);
  };
}
