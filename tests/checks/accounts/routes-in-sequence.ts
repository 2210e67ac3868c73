import { eachRoute, type RouteStep, routeSequences } from '../../../generators/account-sequences.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import type { Play } from '../../../harness/judging/sequence.ts';
import { accountOf } from '../../target/accounts/account.ts';
import { arrange } from '../../target/members/arrange.ts';
import { change, changeOnUser } from '../../target/members/change.ts';
import { changeBy, changeOf, changesOf } from '../../target/members/membership.ts';
import { type Pool, poolOfUser } from '../../target/members/pool.ts';
import {
  eventualState,
  groupsIn,
  inGroups,
  mustBe,
  sameState,
  settledState,
} from '../../target/members/state.ts';

/** How many steps a sequence has at most; those that make no sense where they stand are passed over. */
const longest = (context: Context) => context.byEffort({ quick: 8, standard: 40, deep: 40 });
/** There are few classes, so that both operations often change the same one. */
const classCount = 2;

/** The operations on the user and those on the class change the same membership. */
export const routeChecks: readonly Check[] = checks(
  ['add-student-classes.effect/in-sequence', 'add-teacher-classes.effect/in-sequence'],
  {
    access: 'write',
    needs(op) {
      const { membership } = changeOf(op);
      return [...membership.needs, accountOf(membership.onUser.remove ?? '').gap];
    },
    sends: 'sequences of assignments and removals of one user by both routes, and a read after each',
    async run(context) {
      const { membership } = changeOf(context.op);
      const pool = await poolOfUser(context, membership, classCount);
      const routes = changesOf(membership).map(({ op, does }) => [op, does] as const);
      let steps = 0;
      let before: readonly number[] = [];
      const walk: Play<readonly number[], RouteStep> = {
        start: [],
        async begin() {
          await leaveAll(context, pool);
          before = [];
        },
        async act(step, expected) {
          steps += 1;
          await play(context, pool, step, { before, expected });
          before = expected;
        },
      };
      await context.inSequence(eachRoute(routes), walk, 1);
      const runs = context.byEffort({ quick: 1, standard: 1, deep: 16 });
      await context.inSequence(routeSequences(routes, classCount, longest(context)), walk, runs);
      context.need(steps > 0, 'a sequence with a step: another seed, or more effort');
    },
  },
);

/** Removes the user from all classes of the pool, by the operation on the user and then by those on the classes. */
async function leaveAll(context: Context, pool: Pool): Promise<void> {
  const now = groupsIn(await settledState(context, pool));
  if (now.length === 0) return;
  await changeOnUser(context, pool, 'remove', now);
  if (!sameState(await eventualState(context, pool, [], 'arrangement'), [])) await arrange(context, pool, []);
}

async function play(
  context: Context,
  pool: Pool,
  { route, does, at }: RouteStep,
  { before, expected }: { readonly before: readonly number[]; readonly expected: readonly number[] },
): Promise<void> {
  const answer =
    changeBy(route)?.side === 'onUser'
      ? await changeOnUser(context, pool, does, [at])
      : await change(context, pool, does, [0], at);
  // A target may refuse a second assignment, and the removal of a user who is not there. Neither changes anything.
  if (String(before) !== String(expected)) context.must(answer).be.accepted();
  await mustBe(context, pool, inGroups(pool, expected), answer);
}
