import { type Check, checks } from '../../../harness/judging/check.ts';
import { membershipNeeds as needs } from '../../target/members/membership.ts';
import { anotherChange, validChange } from '../../target/members/valid-change.ts';

/** What assigning and removing are answered with. */
export const statusChecks: readonly Check[] = [
  ...checks(
    [
      'add-class-students.success',
      'remove-class-students.success',
      'add-class-teachers.success',
      'remove-class-teachers.success',
      'add-cohort-students.success',
      'remove-cohort-students.success',
      'add-cohort-tests.success',
      'remove-cohort-tests.success',
    ],
    {
      access: 'write',
      needs,
      run: async (context) => context.must((await validChange(context)).answer).have.status(204),
    },
  ),

  ...checks(
    [
      'add-class-students.body',
      'remove-class-students.body',
      'add-class-teachers.body',
      'remove-class-teachers.body',
      'add-cohort-students.body',
      'remove-cohort-students.body',
      'add-cohort-tests.body',
      'remove-cohort-tests.body',
    ],
    {
      access: 'write',
      needs,
      accepts: 'an answer without a body, and without a length above zero',
      // Not the change that is shared: what was done and undone may be answered in another way.
      run: async (context) => context.must((await anotherChange(context)).answer).have.noBody(),
    },
  ),
];
