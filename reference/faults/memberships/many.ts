import { refusal } from '../kit/breaks.ts';
import { type Break, type Fault, faults, objectIn } from '../kit/fault.ts';
import { idsOf, listOf } from './membership.ts';

/** Faults of bounds that no sentence states. */
export const many: readonly Fault[] = [
  ...faults(
    {
      'remove-class-students.user-ids-many': 'removeClassStudents',
      'add-cohort-students.user-ids-many': 'addCohortStudents',
      'remove-cohort-students.user-ids-many': 'removeCohortStudents',
      'add-cohort-tests.test-ids-many': 'addCohortTests',
      'remove-cohort-tests.test-ids-many': 'removeCohortTests',
    },
    {
      story: 'All lists go through one validator, whose bound is that of the screen, ten.',
      with: refusingFrom(11),
    },
  ),
  ...faults(
    {
      'remove-class-students.user-ids-many!last': 'removeClassStudents',
      'add-cohort-students.user-ids-many!last': 'addCohortStudents',
      'remove-cohort-students.user-ids-many!last': 'removeCohortStudents',
      'add-cohort-tests.test-ids-many!last': 'addCohortTests',
      'remove-cohort-tests.test-ids-many!last': 'removeCohortTests',
    },
    {
      story: 'The bound of the neighbours is copied, and compared with less than.',
      deep: true,
      with: refusingFrom(100),
    },
  ),
];

/** Refuses lists of at least `least` ids. */
function refusingFrom(least: number): Break {
  return async (request, service) => {
    const ids = idsOf((await objectIn(request)) ?? {}, listOf(request));
    return ids.length >= least ? refusal(400, 'The list is too long.') : service(request);
  };
}
