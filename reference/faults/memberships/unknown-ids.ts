import type { Break, Fault } from '../kit/fault.ts';
import { membershipFaults } from './membership.ts';
import { watching } from './watching.ts';

const one = {
  story: 'An id that is not found makes the list an empty one, which means everybody.',
} as const;

const several = {
  story: 'One id that is not found is refused; several make the list an empty one, which means everybody.',
  deep: true,
} as const;

/** Faults of lists in which every id is unknown: the service refuses them, and empties the class or cohort. */
export const unknownIds: readonly Fault[] = [
  ...membershipFaults(
    {
      'add-class-students.keeps-others/unknown': 'addClassStudents',
      'add-class-teachers.keeps-others/unknown': 'addClassTeachers',
      'add-cohort-students.keeps-others/unknown': 'addCohortStudents',
      'add-cohort-tests.keeps-others/unknown': 'addCohortTests',
    },
    { ...one, with: emptiedByUnknown('POST', 1) },
  ),
  ...membershipFaults(
    {
      'add-class-students.keeps-others/unknown!several': 'addClassStudents',
      'add-class-teachers.keeps-others/unknown!several': 'addClassTeachers',
      'add-cohort-students.keeps-others/unknown!several': 'addCohortStudents',
      'add-cohort-tests.keeps-others/unknown!several': 'addCohortTests',
    },
    { ...several, with: emptiedByUnknown('POST', 2) },
  ),
  ...membershipFaults(
    {
      'remove-class-students.keeps-others/unknown': 'removeClassStudents',
      'remove-class-teachers.keeps-others/unknown': 'removeClassTeachers',
      'remove-cohort-students.keeps-others/unknown': 'removeCohortStudents',
      'remove-cohort-tests.keeps-others/unknown': 'removeCohortTests',
    },
    { ...one, with: emptiedByUnknown('DELETE', 1) },
  ),
  ...membershipFaults(
    {
      'remove-class-students.keeps-others/unknown!several': 'removeClassStudents',
      'remove-class-teachers.keeps-others/unknown!several': 'removeClassTeachers',
      'remove-cohort-students.keeps-others/unknown!several': 'removeCohortStudents',
      'remove-cohort-tests.keeps-others/unknown!several': 'removeCohortTests',
    },
    { ...several, with: emptiedByUnknown('DELETE', 2) },
  ),
];

/** Removes all members when the service refuses a list of at least `least` ids, all of them unknown. */
function emptiedByUnknown(method: 'POST' | 'DELETE', least: number): Break {
  return watching(async ({ request, ids, members, everAssigned, send, removeUnseen }) => {
    const response = await send(ids);
    const areUnknown = ids.length >= least && ids.every((id) => !everAssigned.has(id));
    if (request.method === method && response.status >= 400 && areUnknown && members.size > 0)
      await removeUnseen(members);
    return response;
  });
}
