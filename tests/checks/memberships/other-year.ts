import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { fromStandard } from '../../target/effort.ts';
import { eventually } from '../../target/eventually.ts';
import { inAnotherYear } from '../../target/groups/namesakes.ts';
import { change } from '../../target/members/change.ts';
import { changeOf, type Does, membershipNeeds } from '../../target/members/membership.ts';
import { type Pool, poolOf } from '../../target/members/pool.ts';

/** Whoever can read a class or cohort of another year can change who is in it, or is told why not. */
export const otherYearChecks: readonly Check[] = checks(
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
);

async function judgeInAnotherYear(context: Context): Promise<void> {
  const { membership, does } = changeOf(context.op);
  const { group } = membership;
  const { id } = await inAnotherYear(context, group);
  const read = () => context.send(group.get, { [group.id]: id });
  const { status } = await eventually(context, read, (answer) => answer.status === 200);
  context.need(status === 200, `the ${group.kind} of another year to be found by its id, got ${status}`);
  const { members } = await poolOf(context, membership);
  const pool: Pool = { membership, groups: [id], members };
  // Whom an assignment leaves there, no other row assigns or removes: to do so twice may be refused.
  const who = does === 'assign' ? 1 : 0;
  if (does === 'remove') {
    const assigned = await sendUntilFound(context, pool, 'assign', who);
    context.need(assigned.status < 300, 'an assignment in another year to be accepted');
  }
  const answer = await sendUntilFound(context, pool, does, who);
  context.must.hold(answer.status !== 404, {
    expected: `anything but 404, for a read finds the ${group.kind}`,
    actual: '404',
    in: answer,
  });
}

/** A change of one member; where it is answered with 404, as often as what is new may need to be seen. */
function sendUntilFound(context: Context, pool: Pool, does: Does, who: number) {
  return eventually(
    context,
    () => change(context, pool, does, [who]),
    ({ status }) => status !== 404,
  );
}
