import { type Break, type Fault, faults } from '../kit/fault.ts';
import { membershipFaults, otherIds } from './membership.ts';
import { watching } from './watching.ts';

/** Faults of what a removal changes, and of what it should leave alone. */
export const removing: readonly Fault[] = [
  ...faults(
    {
      'remove-class-students.effect!nothing': 'removeClassStudents',
      'remove-class-teachers.effect!nothing': 'removeClassTeachers',
      'remove-cohort-students.effect!nothing': 'removeCohortStudents',
      'remove-cohort-tests.effect!nothing': 'removeCohortTests',
    },
    {
      story: 'A DELETE loses its body on the way, and nobody is removed.',
      with: async () => new Response(null, { status: 204 }),
    },
  ),
  ...faults(
    {
      'remove-class-students.effect!last-only': 'removeClassStudents',
      'remove-class-teachers.effect!last-only': 'removeClassTeachers',
      'remove-cohort-students.effect!last-only': 'removeCohortStudents',
      'remove-cohort-tests.effect!last-only': 'removeCohortTests',
    },
    {
      story: 'The condition is built in a loop that keeps the last id.',
      deep: true,
      with: otherIds((ids) => ids.slice(-1)),
    },
  ),
  ...membershipFaults(
    {
      'remove-class-students.keeps-others!emptied': 'removeClassStudents',
      'remove-class-teachers.keeps-others!emptied': 'removeClassTeachers',
      'remove-cohort-students.keeps-others!emptied': 'removeCohortStudents',
      'remove-cohort-tests.keeps-others!emptied': 'removeCohortTests',
    },
    {
      story: 'The list of the statement is dropped, and the whole group is emptied.',
      with: watching(({ ids, assigns, members, send }) => send(assigns ? ids : [...members])),
    },
  ),
  ...membershipFaults(
    {
      'remove-class-students.keeps-others!everywhere': 'removeClassStudents',
      'remove-class-teachers.keeps-others!everywhere': 'removeClassTeachers',
      'remove-cohort-students.keeps-others!everywhere': 'removeCohortStudents',
      'remove-cohort-tests.keeps-others!everywhere': 'removeCohortTests',
    },
    {
      story: 'The statement forgets which group it is about.',
      deep: true,
      with: watching(async ({ ids, assigns, membersByPath, send, removeUnseen }) => {
        const response = await send(ids);
        if (assigns || !response.ok) return response;
        for (const path of membersByPath.keys()) await removeUnseen(ids, path);
        return response;
      }),
    },
  ),
  ...membershipFaults(
    {
      'remove-class-students.keeps-others/absent': 'removeClassStudents',
      'remove-class-teachers.keeps-others/absent': 'removeClassTeachers',
      'remove-cohort-students.keeps-others/absent': 'removeCohortStudents',
      'remove-cohort-tests.keeps-others/absent': 'removeCohortTests',
    },
    {
      story: 'When no row fits, the condition is left out.',
      with: emptiedByAbsent(1),
    },
  ),
  ...membershipFaults(
    {
      'remove-class-students.keeps-others/absent!several': 'removeClassStudents',
      'remove-class-teachers.keeps-others/absent!several': 'removeClassTeachers',
      'remove-cohort-students.keeps-others/absent!several': 'removeCohortStudents',
      'remove-cohort-tests.keeps-others/absent!several': 'removeCohortTests',
    },
    {
      story: 'A list of several of whom nobody fits is taken for a condition that was left out.',
      deep: true,
      with: emptiedByAbsent(2),
    },
  ),
];

/** Removes all members when a removal names at least `least` ids and none of them is a member. */
function emptiedByAbsent(least: number): Break {
  return watching(({ ids, assigns, members, send }) => {
    const empties = !assigns && ids.length >= least && !ids.some((id) => members.has(id));
    return send(empties ? [...members] : ids);
  });
}
