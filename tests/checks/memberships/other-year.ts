import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { fromStandard } from '../../target/effort.ts';
import { changeInAnotherYear, mustBeSeenInItsYear } from '../../target/members/in-another-year.ts';
import { changeOf, membershipNeeds } from '../../target/members/membership.ts';

/** Whoever can read a class or cohort of another year can change who is in it, or is told why not. */
export const otherYearChecks: readonly Check[] = [
  ...checks(
    [
      'add-class-students.success/in-another-year',
      'remove-class-students.success/in-another-year',
      'add-class-teachers.success/in-another-year',
      'remove-class-teachers.success/in-another-year',
      'add-cohort-students.success/in-another-year',
      'remove-cohort-students.success/in-another-year',
      'add-cohort-tests.success/in-another-year',
      'remove-cohort-tests.success/in-another-year',
    ],
    {
      access: 'write',
      unless: fromStandard,
      cost: 'high',
      needs: (op) => [...membershipNeeds(op), changeOf(op).membership.group.fields],
      sends:
        'a read of what the run has created in another academic year (found), then an assignment to it, and for a removal that as well',
      accepts: 'anything but 404, which says that it is not there; a removal follows an accepted assignment',
      run: judgeInAnotherYear,
    },
  ),
  ...checks(
    [
      'add-class-students.effect/in-another-year',
      'remove-class-students.effect/in-another-year',
      'add-class-teachers.effect/in-another-year',
      'remove-class-teachers.effect/in-another-year',
      'add-cohort-students.effect/in-another-year',
      'remove-cohort-students.effect/in-another-year',
      'add-cohort-tests.effect/in-another-year',
      'remove-cohort-tests.effect/in-another-year',
    ],
    {
      access: 'write',
      unless: fromStandard,
      cost: 'high',
      needs: (op) => [...membershipNeeds(op), changeOf(op).membership.group.fields],
      sends: 'the same changes, and a read of who is in there',
      accepts:
        'the effect of what is accepted; where users show nothing of that year, and after a refusal, nothing is judged',
      run: async (context) => mustBeSeenInItsYear(context, await changeInAnotherYear(context)),
    },
  ),
];

async function judgeInAnotherYear(context: Context): Promise<void> {
  const { answer } = await changeInAnotherYear(context);
  context.must.hold(answer.status !== 404, {
    expected: `anything but 404, for a read finds the ${changeOf(context.op).membership.group.kind}`,
    actual: '404',
    in: answer,
  });
}
