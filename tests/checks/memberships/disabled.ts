import { type Check, checks } from '../../../harness/judging/check.ts';
import { validChange } from '../../target/accounts/meanings.ts';
import { request, requestIfFilled } from '../../target/accounts/request.ts';
import { fromStandard } from '../../target/effort.ts';
import { arrange } from '../../target/members/arrange.ts';
import { change } from '../../target/members/change.ts';
import { changeOf, membershipNeeds } from '../../target/members/membership.ts';
import { poolOfUser } from '../../target/members/pool.ts';
import { inGroups, mustBe } from '../../target/members/state.ts';

/** Who is disabled is left out by many queries, also by those that change something. */
export const disabledChecks: readonly Check[] = checks(
  [
    'remove-class-students.effect/disabled',
    'remove-class-teachers.effect/disabled',
    'remove-cohort-students.effect/disabled',
  ],
  {
    access: 'write',
    cost: 'high',
    needs: (op) => [...membershipNeeds(op), 'disable-user.request', 'enable-user.request'],
    unless: fromStandard,
    sends: 'an assignment, disabling, the removal of the disabled user, and enabling',
    accepts: 'the user gone once the removal was accepted; the removal of a disabled user may be refused',
    async run(context) {
      const pool = await poolOfUser(context, changeOf(context.op).membership, 1);
      const [id = ''] = pool.members;
      await arrange(context, pool, inGroups(pool, [0]));
      const disabled = await request(context, 'disableUser', id, await validChange(context, 'disableUser'));
      const answer = await change(context, pool, 'remove', [0]).finally(() =>
        requestIfFilled(context, 'enableUser', id),
      );
      context.need.accepted(disabled);
      context.need(answer.status < 300, 'a disabled user to be removed');
      await mustBe(context, pool, [], answer);
    },
  },
);
