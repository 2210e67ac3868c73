import type { Prerequisite } from '../../../harness/judging/check.ts';
import { classGroup, cohortGroup, type Group } from '../groups/group.ts';
import { type Kind, prerequisiteOf } from '../reuse/resources.ts';

/** Who or what can be assigned to a class or a cohort, by which two operations, and where the effect shows. */
export interface Membership {
  readonly group: Group;
  readonly what: 'students' | 'teachers' | 'tests';
  readonly add: string;
  readonly remove: string;
  /** What the ids of the clauses begin with. */
  readonly clauses: { readonly add: string; readonly remove: string };
  /** The property of the body that holds the ids, and how the clauses write it. */
  readonly list: 'userIds' | 'testIds';
  readonly listClause: 'user-ids' | 'test-ids';
  /** What a run makes to have members of its own; tests are there already and can't be changed. */
  readonly kind: Kind | undefined;
  /** Which of the two takes no more than a hundred ids (Classes; Limits). */
  readonly bounded: readonly ('assign' | 'remove')[];
  /** What has to be filled, or lent, before anything can be assigned. */
  readonly needs: readonly Prerequisite[];
}

const users = { list: 'userIds', listClause: 'user-ids' } as const;

/** Students and teachers of a class. */
export const classMemberships: readonly Membership[] = [
  {
    ...users,
    group: classGroup,
    what: 'students',
    add: 'addClassStudents',
    remove: 'removeClassStudents',
    clauses: { add: 'add-class-students', remove: 'remove-class-students' },
    kind: 'student',
    bounded: ['assign'],
    needs: [prerequisiteOf('class'), prerequisiteOf('student')],
  },
  {
    ...users,
    group: classGroup,
    what: 'teachers',
    add: 'addClassTeachers',
    remove: 'removeClassTeachers',
    clauses: { add: 'add-class-teachers', remove: 'remove-class-teachers' },
    kind: 'teacher',
    bounded: ['assign', 'remove'],
    needs: [prerequisiteOf('class'), prerequisiteOf('teacher')],
  },
];

/** Students and tests of a cohort. */
export const cohortMemberships: readonly Membership[] = [
  {
    ...users,
    group: cohortGroup,
    what: 'students',
    add: 'addCohortStudents',
    remove: 'removeCohortStudents',
    clauses: { add: 'add-cohort-students', remove: 'remove-cohort-students' },
    kind: 'student',
    bounded: [],
    needs: [prerequisiteOf('cohort'), prerequisiteOf('student')],
  },
  {
    group: cohortGroup,
    what: 'tests',
    list: 'testIds',
    listClause: 'test-ids',
    add: 'addCohortTests',
    remove: 'removeCohortTests',
    clauses: { add: 'add-cohort-tests', remove: 'remove-cohort-tests' },
    kind: undefined,
    bounded: [],
    needs: [prerequisiteOf('cohort')],
  },
];
