import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { eventually } from '../../target/eventually.ts';
import { arrange } from '../../target/members/arrange.ts';
import { change } from '../../target/members/change.ts';
import { timesShown } from '../../target/members/count.ts';
import { changeOf, membershipNeeds as needs } from '../../target/members/membership.ts';
import { type MembershipState, type Pool, poolOf } from '../../target/members/pool.ts';
import { mustBe, stateNow } from '../../target/members/state.ts';
import { acceptedChange } from '../../target/members/valid-change.ts';

/** Lists of which a part is there already, is not there, or cannot be read. */
export const partialChecks: readonly Check[] = [
  ...checks(
    [
      'add-class-students.effect/some-there',
      'add-class-teachers.effect/some-there',
      'add-cohort-students.effect/some-there',
      'add-cohort-tests.effect/some-there',
      'remove-class-students.effect/some-absent',
      'remove-class-teachers.effect/some-absent',
      'remove-cohort-students.effect/some-absent',
      'remove-cohort-tests.effect/some-absent',
    ],
    {
      access: 'write',
      cost: 'high',
      needs,
      sends: 'a list that begins with one for whom there is nothing to do, and goes on with others',
      accepts: 'the effect on all others where the list is accepted; a refusal',
      async run(context) {
        const { does } = changeOf(context.op);
        const pool = await poolOf(context, changeOf(context.op).membership);
        const [first = 0, ...others] = pool.members.keys();
        await arrange(context, pool, [does === 'assign' ? [first] : others]);
        const { status } = await change(context, pool, does, [first, ...others]);
        context.observe(
          does === 'assign' ? 'membership.assign-twice' : 'membership.remove-absent',
          String(status),
        );
        if (status < 300) await mustBe(context, pool, [does === 'assign' ? [first, ...others] : []]);
        else await mustKeepFirst(context, pool, does === 'assign' ? [first] : []);
      },
    },
  ),

  ...checks(
    [
      'add-class-students.effect/stays-one',
      'add-class-teachers.effect/stays-one',
      'add-cohort-students.effect/stays-one',
      'add-cohort-tests.effect/stays-one',
    ],
    {
      access: 'write',
      cost: 'high',
      needs,
      sends: 'an assignment, then the same again, then a list that names somebody new twice',
      accepts: 'any answer to a repetition; each member once',
      async run(context) {
        const pool = await poolOf(context, changeOf(context.op).membership);
        await arrange(context, pool, [[0]]);
        await change(context, pool, 'assign', [0]);
        await mustStandOnce(context, pool, [0]);
        const { status } = await change(context, pool, 'assign', [1, 1]);
        context.observe('membership.duplicate-ids', String(status));
        if (status < 300) await mustStandOnce(context, pool, [0, 1]);
      },
    },
  ),

  ...checks(
    [
      'add-class-students.user-ids-form/nothing-left',
      'remove-class-students.user-ids-form/nothing-left',
      'add-class-teachers.user-ids-form/nothing-left',
      'remove-class-teachers.user-ids-form/nothing-left',
      'add-cohort-students.user-ids-form/nothing-left',
      'remove-cohort-students.user-ids-form/nothing-left',
      'add-cohort-tests.test-ids-form/nothing-left',
      'remove-cohort-tests.test-ids-form/nothing-left',
    ],
    {
      access: 'write',
      cost: 'high',
      needs,
      sends: 'a change that is accepted, then lists of an id and a text that is none, in both orders',
      accepts: 'who is where as it was before the refusal',
      async run(context) {
        const { membership, does } = changeOf(context.op);
        await acceptedChange(context);
        const pool = await poolOf(context, membership);
        const before: MembershipState = does === 'assign' ? [] : [[0, 1]];
        await arrange(context, pool, before);
        for (const [who, at] of [[0, 'behind'] as const, [1, 'in front'] as const]) {
          const member = pool.members[who] ?? '';
          const ids = at === 'behind' ? [member, 'not-an-id'] : ['not-an-id', member];
          const answer = await context.send(context.op, {
            [membership.group.id]: pool.groups[0],
            [membership.ids]: ids,
          });
          context.must(answer).be.refused();
          await mustBe(context, pool, before, answer);
        }
      },
    },
  ),
];

/** Whoever was there before a refusal is there after it. */
async function mustKeepFirst(context: Context, pool: Pool, there: readonly number[]): Promise<void> {
  const [seen = []] = await stateNow(context, pool);
  context.must.every(there, (who) => seen.includes(who), 'members who were there before the refusal');
}

async function mustStandOnce(context: Context, pool: Pool, who: readonly number[]): Promise<void> {
  const read = () => timesShown(context, pool, who);
  const times = await eventually(context, read, (seen) => seen.every((count) => count === 1));
  context.must.every(times, (count) => count === 1, `${pool.membership.many} that stand there once`);
}
