import type { OperationId } from '../kit/routes.ts';

/** How the four memberships differ in what follows. */
export interface Members {
  readonly add: OperationId;
  readonly remove: OperationId;
  readonly list: 'userIds' | 'testIds';
  readonly listClause: string;
  /** Members of a class, whose lists are bounded. */
  readonly inClass?: true;
  readonly clauses: { readonly add: string; readonly remove: string };
}

const users = { list: 'userIds', listClause: 'user-ids' } as const;

/** Students and teachers of classes, students and tests of cohorts. */
export const memberships: readonly Members[] = [
  {
    ...users,
    add: 'addClassStudents',
    remove: 'removeClassStudents',
    inClass: true,
    clauses: { add: 'add-class-students', remove: 'remove-class-students' },
  },
  {
    ...users,
    add: 'addClassTeachers',
    remove: 'removeClassTeachers',
    inClass: true,
    clauses: { add: 'add-class-teachers', remove: 'remove-class-teachers' },
  },
  {
    ...users,
    add: 'addCohortStudents',
    remove: 'removeCohortStudents',
    clauses: { add: 'add-cohort-students', remove: 'remove-cohort-students' },
  },
  {
    list: 'testIds',
    listClause: 'test-ids',
    add: 'addCohortTests',
    remove: 'removeCohortTests',
    clauses: { add: 'add-cohort-tests', remove: 'remove-cohort-tests' },
  },
];
