import { type Check, checks } from '../../../harness/judging/check.ts';
import { membershipNeeds as needs } from '../../target/members/membership.ts';
import { validChange } from '../../target/members/valid-change.ts';

/** What assigning and removing are answered with. */
export const statusChecks: readonly Check[] = [
  ...checks(
    {
      addClassStudents: 'add-class-students.success',
      removeClassStudents: 'remove-class-students.success',
      addClassTeachers: 'add-class-teachers.success',
      removeClassTeachers: 'remove-class-teachers.success',
      addCohortStudents: 'add-cohort-students.success',
      removeCohortStudents: 'remove-cohort-students.success',
      addCohortTests: 'add-cohort-tests.success',
      removeCohortTests: 'remove-cohort-tests.success',
    },
    {
      access: 'write',
      needs,
      run: async (context) => context.must((await validChange(context)).answer).have.status(204),
    },
  ),

  ...checks(
    {
      addClassStudents: 'add-class-students.body',
      removeClassStudents: 'remove-class-students.body',
      addClassTeachers: 'add-class-teachers.body',
      removeClassTeachers: 'remove-class-teachers.body',
      addCohortStudents: 'add-cohort-students.body',
      removeCohortStudents: 'remove-cohort-students.body',
      addCohortTests: 'add-cohort-tests.body',
      removeCohortTests: 'remove-cohort-tests.body',
    },
    {
      access: 'write',
      needs,
      accepts: 'an answer without a body, and without a length above zero',
      run: async (context) => context.must((await validChange(context)).answer).have.noBody(),
    },
  ),
];
