import { type Shares, shares } from '../../../generators/shares.ts';
import { type Check, check, type Prerequisite } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { inParallel } from '../../../harness/judging/in-parallel.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import {
  bring,
  eventualPositions,
  fromUser,
  type GroupsOfOne,
  groupsOfOne,
  poolOf,
  poolSize,
  tell,
} from '../../target/members/of-user.ts';
import { prerequisiteOf } from '../../target/reuse/resources.ts';

/** What has to be filled before there is an account and something to put it into. */
export function needsOf({ kind, group }: Pick<GroupsOfOne, 'kind' | 'group'>): readonly Prerequisite[] {
  return [prerequisiteOf(kind), prerequisiteOf(group)];
}

/** Classes and cohorts of one user, assigned and removed from the user's side. */
export const membershipChecks: readonly Check[] = groupsOfOne.flatMap((of) => [
  // What the list names is assigned or removed, all of it and nothing else.
  check(`${of.account.gap.split('.')[0]}.effect`, {
    access: 'write',
    on: [of.account.op],
    needs: needsOf(of),
    sends: `lists of one and of several ${of.many} for a ${of.kind} that the run made, who has others already, then a read`,
    accepts: `\`${of.field}\` with exactly those that follow, among the run's own`,
    async run(context) {
      for (const length of ['one', 'several'] as const) {
        await context.forAll(shares(poolSize, length), (dealt) => judge(context, of, dealt), runsOf(context));
      }
    },
  }),

  ...(of.does === 'assign' ? [atOnce(of)] : []),
]);

function runsOf(context: Context): number {
  return Math.max(1, Math.floor(context.runs / 4));
}

async function judge(context: Context, of: GroupsOfOne, { has, list }: Shares): Promise<void> {
  const userId = await accountId(context, of.kind);
  const pool = await poolOf(context, of.group);
  // A removal begins with what the list names as well, so that nobody is removed from where they are not.
  const both = [...has, ...list].sort((one, other) => one - other);
  const [start, end] = of.does === 'assign' ? [has, both] : [both, has];
  await bring(context, of, userId, pool, start);
  const ids = list.flatMap((at) => pool[at] ?? []);
  const answer = await fromUser(context, of, userId, ids);
  context.must(answer).be.accepted();
  const seen = await eventualPositions(context, of, userId, pool, end);
  context.must.hold(String(seen) === String(end), {
    expected: tell(of.many, end),
    actual: tell(of.many, seen),
    in: answer,
  });
}

/** Assignments that overlap lose nothing: each that is accepted has its effect. */
function atOnce(of: GroupsOfOne): Check {
  return check(`${of.account.gap.split('.')[0]}.effect/at-once`, {
    access: 'write',
    on: [of.account.op],
    needs: needsOf(of),
    sends: `assignments of one ${of.kind} to three ${of.many}, all at once, then a read`,
    accepts: `all ${of.many} whose assignment was accepted; one that overlaps may be refused`,
    async run(context) {
      const userId = await accountId(context, of.kind);
      const pool = await poolOf(context, of.group);
      await bring(context, of, userId, pool, []);
      const answers = await inParallel(pool.map((id) => () => fromUser(context, of, userId, [id])));
      const expected = [...pool.keys()].filter((at) => (answers[at]?.status ?? 0) < 300);
      context.need(expected.length > 1, 'two overlapping assignments to be accepted');
      const seen = await eventualPositions(context, of, userId, pool, expected);
      const lost = expected.filter((at) => !seen.includes(at));
      context.must.hold(lost.length === 0, {
        expected: `every ${of.group} whose assignment was accepted`,
        actual: `${tell(of.many, lost)} lost`,
        in: answers,
      });
    },
  });
}
