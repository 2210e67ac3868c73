import { type Check, checks } from '../../../harness/judging/check.ts';
import { fromStandard } from '../../target/effort.ts';
import { changeOfUserInAnotherYear, mustBeSeenInItsYear } from '../../target/members/in-another-year.ts';
import { changeOf, membershipNeeds } from '../../target/members/membership.ts';

/** Classes and cohorts of another year take who is assigned to them from the other side, and let them go. */
export const otherYearChecks: readonly Check[] = checks(
  [
    'add-student-classes.effect/in-another-year',
    'remove-student-classes.effect/in-another-year',
    'add-student-cohorts.effect/in-another-year',
    'add-teacher-classes.effect/in-another-year',
    'remove-teacher-classes.effect/in-another-year',
  ],
  {
    access: 'write',
    unless: fromStandard,
    cost: 'high',
    needs: (op) => [...membershipNeeds(op), changeOf(op).membership.group.fields],
    sends:
      'an assignment of a user to what the run has created in another academic year, or a removal, and a read of the user',
    accepts:
      'the effect of what is accepted; where users show nothing of that year, and after a refusal, nothing is judged',
    run: async (context) => mustBeSeenInItsYear(context, await changeOfUserInAnotherYear(context)),
  },
);
