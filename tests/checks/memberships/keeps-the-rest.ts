import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { idIn, resourceOf } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { inAnotherYear } from '../../target/groups/namesakes.ts';
import { change } from '../../target/members/change.ts';
import { judgeKeepsRest, judgeLastGoes } from '../../target/members/keeps-the-rest.ts';
import { changeOf, membershipNeeds, memberships } from '../../target/members/membership.ts';
import { poolOf } from '../../target/members/pool.ts';
import { mustStayUnchanged } from '../../target/must-eventually.ts';

/** The users of both kinds, classes and cohorts that are looked at. */
const needs = () => [...new Set(memberships.flatMap((membership) => membership.needs))];

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
      sends: 'the removal of the last one, and a search for the name of what is empty then',
      accepts: 'the class or cohort found by its name, and all else as it was but `updatedAt`',
      run: judgeLastGoes,
    },
  ),

  ...checks(
    [
      'add-class-students.keeps-the-rest/another-year',
      'add-class-teachers.keeps-the-rest/another-year',
      'add-cohort-students.keeps-the-rest/another-year',
    ],
    {
      access: 'write',
      needs: (op) => [...membershipNeeds(op), changeOf(op).membership.group.fields],
      sends: 'an assignment to what was created in a year other than the current one, and a read of it',
      accepts: 'the year that it had; a refusal, for a year may be closed',
      run: judgeYearStays,
    },
  ),
];

/** Who is assigned to something of another year does not move it into the current one. */
async function judgeYearStays(context: Context): Promise<void> {
  const { membership } = changeOf(context.op);
  const { group } = membership;
  const { id } = await inAnotherYear(context, group);
  const read = async () => {
    const answer = await context.send(group.get, { [group.id]: id });
    return idIn(resourceOf(context, answer, group.kind), 'academicYearId');
  };
  const before = context.need(await read(), `the year of a ${group.kind}`);
  const { members } = await poolOf(context, membership);
  const answer = await change(context, { membership, groups: [id], members }, 'assign', [0]);
  context.need(answer.status < 300, 'an assignment in another year to be accepted');
  await mustStayUnchanged(context, async () => ((await read()) === before ? [] : ['the year']), {
    expected: `a ${group.kind} of the year that it had`,
    in: answer,
  });
}
