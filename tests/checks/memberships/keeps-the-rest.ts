import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { fromStandard } from '../../target/effort.ts';
import { changeInAnotherYear, mustStayInItsYear } from '../../target/members/in-another-year.ts';
import { judgeKeepsRest, judgeLastGoes } from '../../target/members/keeps-the-rest.ts';
import { changeOf, membershipNeeds, memberships } from '../../target/members/membership.ts';

/** The users of both kinds, classes and cohorts that are looked at. */
const needs = () => [...new Set(memberships.flatMap((membership) => membership.needs))];

const inItsYear = {
  access: 'write',
  needs: (op) => [...membershipNeeds(op), changeOf(op).membership.group.fields],
  sends:
    'a read of what was created in a year other than the current one, an assignment to it and a read, and for a removal that and a read as well',
  accepts: 'the name, the description and the year that it had; a refusal, for a year may be closed',
  run: judgeYearStays,
} as const satisfies Parameters<typeof checks>[1];

/** An assignment or a removal is about one membership, and changes nothing else. */
export const keepsTheRestChecks: readonly Check[] = [
  ...checks(
    [
      'add-class-students.keeps-the-rest',
      'remove-class-students.keeps-the-rest',
      'add-class-teachers.keeps-the-rest',
      'remove-class-teachers.keeps-the-rest',
      'add-cohort-students.keeps-the-rest',
      'remove-cohort-students.keeps-the-rest',
      'add-cohort-tests.keeps-the-rest',
      'remove-cohort-tests.keeps-the-rest',
    ],
    {
      access: 'write',
      cost: 'high',
      needs,
      accepts: 'all of them as they were but for the one membership, and `updatedAt`',
      run: judgeKeepsRest,
    },
  ),

  ...checks(
    [
      'remove-class-students.keeps-the-rest/the-last',
      'remove-class-teachers.keeps-the-rest/the-last',
      'remove-cohort-students.keeps-the-rest/the-last',
      'remove-cohort-tests.keeps-the-rest/the-last',
    ],
    {
      access: 'write',
      cost: 'high',
      unless: fromStandard,
      needs,
      sends:
        'the removal of the last one, a search for the name of what is empty then, and one for the user by all that is known of the user',
      accepts:
        'the class or cohort found by its name, the user found as well, and all else as it was but `updatedAt`',
      run: judgeLastGoes,
    },
  ),

  ...checks(
    [
      'add-class-students.keeps-the-rest/another-year',
      'add-class-teachers.keeps-the-rest/another-year',
      'add-cohort-students.keeps-the-rest/another-year',
    ],
    inItsYear,
  ),

  ...checks(
    [
      'remove-class-students.keeps-the-rest/another-year',
      'remove-class-teachers.keeps-the-rest/another-year',
      'remove-cohort-students.keeps-the-rest/another-year',
      'add-cohort-tests.keeps-the-rest/another-year',
      'remove-cohort-tests.keeps-the-rest/another-year',
    ],
    { ...inItsYear, unless: fromStandard },
  ),
];

/** Who is assigned to something of another year does not move it into the current one, nor write it anew. */
async function judgeYearStays(context: Context): Promise<void> {
  const changed = await changeInAnotherYear(context);
  context.need(changed.answer.status < 300, 'a change in another year to be accepted');
  await mustStayInItsYear(context, changed);
}
