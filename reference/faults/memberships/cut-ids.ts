import { type Fault, faults } from '../kit/fault.ts';
import { cut } from '../kit/near-ids.ts';

const story =
  'The pattern of an id has no end, and the driver cuts what it binds to the length of the column.';

/** Faults of assignments and removals that take for an id what begins with one. */
export const cutIds: readonly Fault[] = [
  ...faults(
    {
      'add-class-students.path-id!cut': 'addClassStudents',
      'remove-class-students.path-id!cut': 'removeClassStudents',
      'add-class-teachers.path-id!cut': 'addClassTeachers',
      'remove-class-teachers.path-id!cut': 'removeClassTeachers',
      'add-cohort-students.path-id!cut': 'addCohortStudents',
      'remove-cohort-students.path-id!cut': 'removeCohortStudents',
      'add-cohort-tests.path-id!cut': 'addCohortTests',
      'remove-cohort-tests.path-id!cut': 'removeCohortTests',
    },
    { deep: true, story, with: cut },
  ),
  ...faults(
    {
      'add-class-students.user-ids-form!cut': 'addClassStudents',
      'remove-class-students.user-ids-form!cut': 'removeClassStudents',
      'add-class-teachers.user-ids-form!cut': 'addClassTeachers',
      'remove-class-teachers.user-ids-form!cut': 'removeClassTeachers',
      'add-cohort-students.user-ids-form!cut': 'addCohortStudents',
      'remove-cohort-students.user-ids-form!cut': 'removeCohortStudents',
      'add-cohort-tests.test-ids-form!cut': 'addCohortTests',
      'remove-cohort-tests.test-ids-form!cut': 'removeCohortTests',
    },
    { deep: true, story, with: cut },
  ),
];
