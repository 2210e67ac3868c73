import fc from 'fast-check';
import { sizesAround } from '../../../generators/id-lists.ts';
import { startingFrom } from '../../../generators/initial-state.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { arrange } from '../../target/members/arrange.ts';
import { change } from '../../target/members/change.ts';
import { poolOfHundred, unlessHundredUsers as unless } from '../../target/members/hundred.ts';
import { changeOf, membershipNeeds as needs } from '../../target/members/membership.ts';
import type { Pool } from '../../target/members/pool.ts';
import { mustBe } from '../../target/members/state.ts';

/** The most ids that a list may hold where the interface bounds it (chapter Limits). */
const most = 100;

interface Length {
  readonly users: number;
}
const lengths: fc.Arbitrary<Length> = fc.record({ users: fc.integer({ min: 1, max: most }) });
const longest = startingFrom<Length>({ users: most }, lengths);
const tooLong = fc.constant<Length>({ users: most + 1 });
const aroundBounds = fc.record({ users: sizesAround(1, most).filter((size) => size > 0) });

/** Lists of up to a hundred different users. */
export const longListChecks: readonly Check[] = [
  ...checks(
    [
      'add-class-students.effect/long-lists',
      'remove-class-students.effect/long-lists',
      'add-class-teachers.effect/long-lists',
      'remove-class-teachers.effect/long-lists',
    ],
    {
      access: 'write',
      needs,
      unless,
      sends: 'lists of up to 100 different users, the longest first',
      run: (context) =>
        onLengths(context, [longest, lengths], async (pool, users) => {
          const { does } = changeOf(context.op);
          context.must(await change(context, pool, does, positions(0, users))).be.accepted();
          await mustBe(context, pool, [does === 'assign' ? positions(0, users) : positions(users, most)]);
        }),
    },
  ),

  ...checks(
    [
      'add-class-students.user-ids/different',
      'add-class-teachers.user-ids/different',
      'remove-class-teachers.user-ids/different',
    ],
    {
      access: 'write',
      needs,
      unless,
      sends: 'lists of 100 and of 101 different users, and of other numbers around the bounds',
      run: (context) =>
        onLengths(context, [longest, tooLong, aroundBounds], async (pool, users) => {
          const answer = await change(context, pool, changeOf(context.op).does, positions(0, users));
          if (users <= most) context.must(answer).be.accepted();
          else context.must(answer).have.status(400);
        }),
    },
  ),
];

/**
 * Judges a law for lists of these lengths, one value of each arbitrary and more of the last. A list begins where
 * nobody is assigned, or a hundred are: whether more than that is accepted is left open.
 */
async function onLengths(
  context: Context,
  arbitraries: readonly fc.Arbitrary<Length>[],
  law: (pool: Pool, users: number) => Promise<void>,
): Promise<void> {
  const { membership, does } = changeOf(context.op);
  const pool = await poolOfHundred(context, membership);
  for (const [nth, users] of arbitraries.entries()) {
    const isLast = nth === arbitraries.length - 1;
    await context.forAll(users, holds, isLast ? context.byEffort({ quick: 1, standard: 2, deep: 10 }) : 1);
  }
  await arrange(context, pool, []);

  async function holds({ users }: Length): Promise<void> {
    await arrange(context, pool, does === 'assign' ? [] : [positions(0, most)]);
    await law(pool, users);
  }
}

/** Positions in the pool, from the first one to the one before `end`. */
function positions(from: number, end: number): readonly number[] {
  return Array.from({ length: end - from }, (_, nth) => from + nth);
}
