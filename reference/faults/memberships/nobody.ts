import type { Fault } from '../kit/fault.ts';
import { membershipFaults } from './membership.ts';
import { type Change, watching } from './watching.ts';

/** Faults of lists that name nobody. */
export const nobody: readonly Fault[] = [
  ...membershipFaults(
    {
      'add-class-students.keeps-others/nobody': 'addClassStudents',
      'remove-class-students.keeps-others/nobody': 'removeClassStudents',
      'add-class-teachers.keeps-others/nobody': 'addClassTeachers',
      'remove-class-teachers.keeps-others/nobody': 'removeClassTeachers',
      'add-cohort-students.keeps-others/nobody': 'addCohortStudents',
      'remove-cohort-students.keeps-others/nobody': 'removeCohortStudents',
      'add-cohort-tests.keeps-others/nobody': 'addCohortTests',
      'remove-cohort-tests.keeps-others/nobody': 'removeCohortTests',
    },
    {
      story: 'A list that is empty makes no condition, and a statement without one is about all.',
      with: watching((change) => losing(change, [...change.members])),
    },
  ),
  ...membershipFaults(
    {
      'add-class-students.keeps-others/nobody!last': 'addClassStudents',
      'remove-class-students.keeps-others/nobody!last': 'removeClassStudents',
      'add-class-teachers.keeps-others/nobody!last': 'addClassTeachers',
      'remove-class-teachers.keeps-others/nobody!last': 'removeClassTeachers',
      'add-cohort-students.keeps-others/nobody!last': 'addCohortStudents',
      'remove-cohort-students.keeps-others/nobody!last': 'removeCohortStudents',
      'add-cohort-tests.keeps-others/nobody!last': 'addCohortTests',
      'remove-cohort-tests.keeps-others/nobody!last': 'removeCohortTests',
    },
    {
      story: 'The first of an empty list is looked for among the members, and minus one cuts out the last.',
      deep: true,
      with: watching((change) => losing(change, [...change.members].slice(-1))),
    },
  ),
];

/** Loses members to a list without an id, whatever is answered. */
async function losing(change: Change, lost: readonly string[]): Promise<Response> {
  const response = await change.send(change.ids);
  const isOwn = (change.request.method === 'POST') === change.assigns;
  if (isOwn && change.ids.length === 0 && lost.length > 0) await change.removeUnseen(lost);
  return response;
}
