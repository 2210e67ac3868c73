import { type Break, type Fault, faults } from '../kit/fault.ts';
import { membershipFaults, otherIds } from './membership.ts';
import { lostElsewhere, lostWhenOverlapping } from './overlap.ts';
import { watching } from './watching.ts';

const done: Break = async () => new Response(null, { status: 204 });

/** Faults of what an assignment changes, and of what it should leave alone. */
export const assigning: readonly Fault[] = [
  ...faults(
    {
      'add-class-students.effect!nothing': 'addClassStudents',
      'add-class-teachers.effect!nothing': 'addClassTeachers',
      'add-cohort-students.effect!nothing': 'addCohortStudents',
      'add-cohort-tests.effect!nothing': 'addCohortTests',
    },
    {
      story: 'The transaction is never committed.',
      with: done,
    },
  ),
  ...faults(
    {
      'add-class-students.effect!first-two': 'addClassStudents',
      'add-class-teachers.effect!first-two': 'addClassTeachers',
      'add-cohort-students.effect!first-two': 'addCohortStudents',
      'add-cohort-tests.effect!first-two': 'addCohortTests',
    },
    {
      story: 'The statement that writes the rows was made for two at most.',
      deep: true,
      with: otherIds((ids) => ids.slice(0, 2)),
    },
  ),
  ...membershipFaults(
    {
      'add-class-students.keeps-others!replaced': 'addClassStudents',
      'add-class-teachers.keeps-others!replaced': 'addClassTeachers',
      'add-cohort-students.keeps-others!replaced': 'addCohortStudents',
      'add-cohort-tests.keeps-others!replaced': 'addCohortTests',
    },
    {
      story: 'The list that is sent takes the place of the one that was there.',
      with: replacingMembers(1),
    },
  ),
  ...membershipFaults(
    {
      'add-class-students.keeps-others!replaced-by-many': 'addClassStudents',
      'add-class-teachers.keeps-others!replaced-by-many': 'addClassTeachers',
      'add-cohort-students.keeps-others!replaced-by-many': 'addCohortStudents',
      'add-cohort-tests.keeps-others!replaced-by-many': 'addCohortTests',
    },
    {
      story: 'From two ids on, rows are deleted and inserted in bulk.',
      deep: true,
      with: replacingMembers(2),
    },
  ),
  ...faults(
    {
      'add-class-students.concurrent!queued': 'addClassStudents',
      'add-class-teachers.concurrent!queued': 'addClassTeachers',
      'add-cohort-students.concurrent!queued': 'addCohortStudents',
      'add-cohort-tests.concurrent!queued': 'addCohortTests',
    },
    {
      story: 'Assignments are accepted into a queue, and nobody reads the queue.',
      with: done,
    },
  ),
  ...faults(
    {
      'add-class-students.concurrent!last-wins': 'addClassStudents',
      'add-class-teachers.concurrent!last-wins': 'addClassTeachers',
      'add-cohort-students.concurrent!last-wins': 'addCohortStudents',
      'add-cohort-tests.concurrent!last-wins': 'addCohortTests',
    },
    {
      story: 'The list is read, changed and written back; who writes last has never seen the others.',
      deep: true,
      with: lostWhenOverlapping(2),
    },
  ),
  ...faults(
    {
      'add-class-students.concurrent!third-lost': 'addClassStudents',
      'add-class-teachers.concurrent!third-lost': 'addClassTeachers',
      'add-cohort-students.concurrent!third-lost': 'addCohortStudents',
      'add-cohort-tests.concurrent!third-lost': 'addCohortTests',
    },
    {
      story: 'Two writers wait for each other; a third one gives up without a word.',
      deep: true,
      with: lostWhenOverlapping(3),
    },
  ),
  ...faults(
    {
      'add-class-students.concurrent!elsewhere': 'addClassStudents',
      'add-class-teachers.concurrent!elsewhere': 'addClassTeachers',
      'add-cohort-students.concurrent!elsewhere': 'addCohortStudents',
      'add-cohort-tests.concurrent!elsewhere': 'addCohortTests',
    },
    {
      story:
        'The groups of a member are one column, which is read, extended and written back without a lock.',
      deep: true,
      with: lostElsewhere(),
    },
  ),
  ...membershipFaults(
    {
      'add-class-students.effect/twice': 'addClassStudents',
      'add-class-teachers.effect/twice': 'addClassTeachers',
      'add-cohort-students.effect/twice': 'addCohortStudents',
      'add-cohort-tests.effect/twice': 'addCohortTests',
    },
    {
      story: 'The screen had a switch, and so has the service: assigning again removes.',
      with: losingRepeated((repeated) => repeated),
    },
  ),
  ...membershipFaults(
    {
      'add-class-students.effect/twice!all-but-one': 'addClassStudents',
      'add-class-teachers.effect/twice!all-but-one': 'addClassTeachers',
      'add-cohort-students.effect/twice!all-but-one': 'addCohortStudents',
      'add-cohort-tests.effect/twice!all-but-one': 'addCohortTests',
    },
    {
      story: 'Rows that clash are merged into one, and that is the only one of a list that is left.',
      deep: true,
      with: losingRepeated((repeated) => repeated.slice(1)),
    },
  ),
];

/** Removes all other members when at least `least` ids are assigned. */
function replacingMembers(least: number): Break {
  return watching(async ({ ids, assigns, members, send, removeUnseen }) => {
    const response = await send(ids);
    const others = [...members].filter((id) => !ids.includes(id));
    if (assigns && response.ok && ids.length >= least && others.length > 0) await removeUnseen(others);
    return response;
  });
}

/** Removes some of those who are assigned although they are members. */
function losingRepeated(lost: (repeated: readonly string[]) => readonly string[]): Break {
  return watching(async ({ ids, assigns, members, send, removeUnseen }) => {
    const response = await send(ids);
    const gone = lost(ids.filter((id) => members.has(id)));
    if (assigns && response.ok && gone.length > 0) await removeUnseen(gone);
    return response;
  });
}
