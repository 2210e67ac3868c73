import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import type { Operation } from '../../../spec/contract.ts';
import { validChange } from '../../target/accounts/meanings.ts';
import { request, requestIfFilled } from '../../target/accounts/request.ts';
import { fromStandard } from '../../target/effort.ts';
import { arrange } from '../../target/members/arrange.ts';
import { changeOnUser } from '../../target/members/change.ts';
import { changeOf, membershipNeeds } from '../../target/members/membership.ts';
import { poolOfUser } from '../../target/members/pool.ts';
import { eventualState, inGroups, mustBe, sameState } from '../../target/members/state.ts';

const needs = (op: Operation) => [...membershipNeeds(op), 'disable-user.request', 'enable-user.request'];

/** Who is disabled is not loaded by many queries, also by those for the classes and cohorts of one user. */
export const groupsWhileDisabledChecks: readonly Check[] = checks(
  [
    'add-student-classes.effect/disabled',
    'remove-student-classes.effect/disabled',
    'add-student-cohorts.effect/disabled',
    'add-teacher-classes.effect/disabled',
    'remove-teacher-classes.effect/disabled',
  ],
  {
    access: 'write',
    cost: 'high',
    needs,
    unless: fromStandard,
    sends: 'a list of one group (seen), then disabling of the user, the same once more, and enabling',
    accepts:
      'any answer but a status in the five hundreds, and nobody in the group once a removal was accepted',
    run: judgeWhileDisabled,
  },
);

async function judgeWhileDisabled(context: Context): Promise<void> {
  const { does, membership } = changeOf(context.op);
  const pool = await poolOfUser(context, membership, 1);
  const [id = ''] = pool.members;
  const [without, within] = [inGroups(pool, []), inGroups(pool, [0])];
  const [before, after] = does === 'assign' ? [without, within] : [within, without];
  await arrange(context, pool, before);
  // Of who is enabled, it is accepted and seen.
  context.need.accepted(await changeOnUser(context, pool, does, [0]));
  const seen = await eventualState(context, pool, after, 'arrangement');
  context.need(sameState(seen, after), `a change of the ${membership.group.many} of a user that is seen`);
  await arrange(context, pool, before);
  const disabled = await request(context, 'disableUser', id, await validChange(context, 'disableUser'));
  const answer = await changeOnUser(context, pool, does, [0]).finally(() =>
    requestIfFilled(context, 'enableUser', id),
  );
  context.need.accepted(disabled);
  context.must.hold(answer.status < 500, {
    expected: 'a status below 500',
    actual: `status ${answer.status}`,
    in: answer,
  });
  if (does === 'remove' && answer.status < 300) await mustBe(context, pool, after, answer);
}
