import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { arrange } from '../../target/members/arrange.ts';
import { change } from '../../target/members/change.ts';
import { poolOfHundred, unlessHundredUsers as unless } from '../../target/members/hundred.ts';
import { changeOf, membershipNeeds as needs } from '../../target/members/membership.ts';
import type { Pool } from '../../target/members/pool.ts';
import { eventualState, mustBe, sameState } from '../../target/members/state.ts';

/** Lists that are one longer than the bound of the neighbours: all of it, or nothing of it. */
export const overAHundredChecks: readonly Check[] = [
  ...checks(
    [
      'remove-class-students.effect/over-a-hundred',
      'add-cohort-students.effect/over-a-hundred',
      'remove-cohort-students.effect/over-a-hundred',
    ],
    {
      access: 'write',
      cost: 'high',
      needs,
      unless,
      sends: 'a list of 101 different users where no bound is stated',
      accepts: 'the effect on all of them, or a refusal',
      async run(context) {
        const { pool, everybody } = await hundredAndOne(context);
        const { does } = changeOf(context.op);
        if (does === 'assign') await arrange(context, pool, []);
        else await assignAll(context, pool, everybody);
        const answer = await change(context, pool, does, everybody);
        context.observe('remove-class-students.many-items', answer.status < 300 ? 'taken' : 'refused');
        if (answer.status >= 300) context.must(answer).be.refused();
        else {
          context.must(answer).have.status(204);
          await mustBe(context, pool, [does === 'assign' ? everybody : []], answer);
        }
        for (const who of inTwo(everybody)) await change(context, pool, 'remove', who);
      },
    },
  ),

  ...checks(
    [
      'add-class-students.user-ids/nothing-left',
      'add-class-teachers.user-ids/nothing-left',
      'remove-class-teachers.user-ids/nothing-left',
    ],
    {
      access: 'write',
      cost: 'high',
      needs,
      unless,
      sends: 'a list of 101 different users, which is too long',
      accepts: 'a refusal, and everybody where they were',
      async run(context) {
        const { pool, everybody } = await hundredAndOne(context);
        // Two are there before: they show that reads have caught up with what was done to the others.
        const { does } = changeOf(context.op);
        const before = does === 'assign' ? everybody.slice(-2) : everybody.slice(0, 2);
        await arrange(context, pool, [before]);
        const answer = await change(context, pool, does, everybody);
        context.must(answer).be.refused();
        await mustBe(context, pool, [before], answer);
        await change(context, pool, 'remove', before);
      },
    },
  ),
];

async function hundredAndOne(
  context: Context,
): Promise<{ readonly pool: Pool; readonly everybody: readonly number[] }> {
  const pool = await poolOfHundred(context, changeOf(context.op).membership);
  return { pool, everybody: [...pool.members.keys()] };
}

/** Assigns them in two lists, for one of all may be refused for its length. */
async function assignAll(context: Context, pool: Pool, everybody: readonly number[]): Promise<void> {
  for (const who of inTwo(everybody)) await change(context, pool, 'assign', who);
  const reached = sameState(await eventualState(context, pool, [everybody]), [everybody]);
  context.need(reached, `our ${pool.membership.many} to be where this begins`);
}

/** A hundred of them, and the others. */
function inTwo(everybody: readonly number[]): readonly (readonly number[])[] {
  return [everybody.slice(0, 100), everybody.slice(100)];
}
