import fc from 'fast-check';
import { sizesAround } from '../../../generators/id-lists.ts';
import { startingFrom } from '../../../generators/initial-state.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { arrange } from '../../target/members/arrange.ts';
import { change } from '../../target/members/change.ts';
import { poolOfHundred, unlessHundredUsers as unless } from '../../target/members/hundred.ts';
import { changeOf, membershipNeeds as needs } from '../../target/members/membership.ts';
import { type Pool, poolOf } from '../../target/members/pool.ts';
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
          await arrangeFor(context, pool);
          const answer = await change(context, pool, does, positions(0, users));
          if (users === most) await context.world.once(keyOfLongest(context), async () => answer);
          context.must(answer).have.status(204);
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
          const send = async () => {
            await arrangeFor(context, pool);
            return change(context, pool, changeOf(context.op).does, positions(0, users));
          };
          const answer = await (users === most ? context.world.once(keyOfLongest(context), send) : send());
          context.must(answer).have.status(users <= most ? 204 : 400);
        }),
    },
  ),
];

/** Judges a law for lists of these lengths, one value of each arbitrary and more of the last. */
async function onLengths(
  context: Context,
  arbitraries: readonly fc.Arbitrary<Length>[],
  law: (pool: Pool, users: number) => Promise<void>,
): Promise<void> {
  const pool = await poolOfHundred(context, changeOf(context.op).membership);
  for (const [nth, users] of arbitraries.entries()) {
    const isLast = nth === arbitraries.length - 1;
    const times = isLast ? context.byEffort({ quick: 1, standard: 1, deep: 10 }) : 1;
    await context.forAll(users, (length) => law(pool, length.users), times);
  }
  await arrange(context, pool, []);
}

/** A list begins where nobody is assigned, or a hundred are: whether more than that is accepted is left open. */
function arrangeFor(context: Context, pool: Pool): Promise<void> {
  return arrange(context, pool, changeOf(context.op).does === 'assign' ? [] : [positions(0, most)]);
}

/** Under which the answer to a list of a hundred is kept for other rows, which need not send it again. */
function keyOfLongest({ op }: Context): string {
  return `answer of ${op.id} to ${most} members`;
}

/** Positions in the pool, from the first one to the one before `end`. */
function positions(from: number, end: number): readonly number[] {
  return Array.from({ length: end - from }, (_, nth) => from + nth);
}

/** The bound of the neighbours, which these operations do not have. */
const many = 100;

/** Lists of a hundred where no bound is stated. */
export const manyChecks: readonly Check[] = checks(
  [
    'remove-class-students.user-ids-many',
    'add-cohort-students.user-ids-many',
    'remove-cohort-students.user-ids-many',
    'add-cohort-tests.test-ids-many',
    'remove-cohort-tests.test-ids-many',
  ],
  {
    access: 'write',
    needs,
    sends:
      'a list that names one member twice (accepted), then lists that name the members 25 and 100 times in all',
    accepts:
      'the longer lists wherever the shorter one is accepted: what names somebody twice may be refused',
    async run(context) {
      const twice = await sendTimes(context, 2);
      context.observe('the same member twice in one list', twice < 300 ? 'accepted' : 'refused');
      context.need(twice < 300, `a list that names a member twice to be accepted, got ${twice}`);
      for (const times of [many / 4, many]) {
        const status = await sendTimes(context, times);
        context.must.hold(status === 204, {
          expected: `a list of ${times} to be accepted with 204, for no bound is stated`,
          actual: `status ${status}`,
        });
      }
    },
  },
);

/** Sends a change that makes a difference, as a list of `times` entries. Gives the status. */
async function sendTimes(context: Context, times: number): Promise<number> {
  const { membership, does } = changeOf(context.op);
  const pool = await poolOf(context, membership);
  const all = [...pool.members.keys()];
  await arrange(context, pool, does === 'assign' ? [] : [all]);
  const who = times === 2 ? [0, 0] : Array.from({ length: times }, (_, nth) => all[nth % all.length] ?? 0);
  return (await change(context, pool, does, who)).status;
}
