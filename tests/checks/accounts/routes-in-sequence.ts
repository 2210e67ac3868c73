import { routeSequences } from '../../../generators/account-sequences.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import {
  bring,
  eventualPositions,
  fromGroup,
  fromUser,
  type GroupsOfOne,
  groupsOfOne,
  poolOf,
  positionsOf,
  tell,
} from '../../target/members/of-user.ts';
import { readUser } from '../../target/users/read.ts';
import { needsOf } from './memberships.ts';

/** How many steps a sequence has at most; those that make no sense where they stand are passed over. */
const longest = (context: Context) => (context.runs < 12 ? 8 : 40);
/** So few classes that the routes meet in them. */
const classes = 2;

/** Who is in classes by two routes, and which operation takes them out again from the user's side. */
const twoRoutes = groupsOfOne.flatMap((of) =>
  of.group === 'class' && of.does === 'assign'
    ? groupsOfOne
        .filter(({ kind, group, does }) => kind === of.kind && group === 'class' && does === 'remove')
        .map((removing) => ({ of, removing }))
    : [],
);

/** Both routes into a class, that of the user and that of the class, are about one and the same membership. */
export const routeChecks: readonly Check[] = twoRoutes.map(({ of, removing }) =>
  // What one route assigns the other removes, in any order, and each user's `classIds` follow.
  check(`${of.account.gap.split('.')[0]}.effect/in-sequence`, {
    access: 'write',
    on: [of.account.op],
    needs: [...needsOf(of), removing.account.gap],
    sends: `sequences of ${of.account.op}, ${removing.account.op}, ${of.assign} and ${of.remove} for one ${of.kind}, and a read after each`,
    accepts: "`classIds` with exactly the classes that the sequence leaves, among the run's own",
    async run(context) {
      const userId = await accountId(context, of.kind);
      const pool = await poolOf(context, 'class', classes);
      let steps = 0;
      let before: readonly number[] = [];
      const play = { context, of, removing, userId, pool };
      await context.inSequence(
        routeSequences(
          [
            [of.account.op, 'assign'],
            [removing.account.op, 'remove'],
            [of.assign, 'assign'],
            [of.remove, 'remove'],
          ],
          classes,
          longest(context),
        ),
        {
          start: [],
          async begin() {
            await leaveAll(play);
            before = [];
          },
          async act(step, expected) {
            steps += 1;
            await act(play, step, { before, expected });
            before = expected;
          },
        },
        Math.ceil(context.runs / 4) + 2,
      );
      context.need(steps > 0, 'a sequence with a step: another seed, or more effort');
    },
  }),
);

interface Played {
  readonly context: Context;
  readonly of: GroupsOfOne;
  readonly removing: GroupsOfOne;
  readonly userId: string;
  readonly pool: readonly string[];
}

/** Takes the user out of all classes of the pool, from the user's side and then from that of the classes. */
async function leaveAll({ context, of, removing, userId, pool }: Played): Promise<void> {
  const now = positionsOf(context, await readUser(context, userId), of.field, pool);
  if (now.length === 0) return;
  const ids = now.flatMap((at) => pool[at] ?? []);
  await fromUser(context, removing, userId, ids);
  const left = await eventualPositions(context, of, userId, pool, []);
  if (left.length > 0) await bring(context, of, userId, pool, []);
}

async function act(
  { context, of, removing, userId, pool }: Played,
  step: { readonly route: string; readonly does: 'assign' | 'remove'; readonly at: number },
  { before, expected }: { readonly before: readonly number[]; readonly expected: readonly number[] },
): Promise<void> {
  const id = pool[step.at] ?? '';
  const side = [of, removing].find(({ account }) => account.op === step.route);
  const answer = await (side
    ? fromUser(context, side, userId, [id])
    : fromGroup(context, of, step.does, id, userId));
  // Assigning twice and removing nobody may be refused; either way nothing is to change.
  if (String(before) !== String(expected)) context.must(answer).be.accepted();
  const seen = await eventualPositions(context, of, userId, pool, expected);
  context.must.hold(String(seen) === String(expected), {
    expected: tell('classes', expected),
    actual: tell('classes', seen),
    in: answer,
  });
}
