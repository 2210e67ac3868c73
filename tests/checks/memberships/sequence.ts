import { type Roster, type RosterStep, rosterSequences } from '../../../generators/roster.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Membership } from '../../target/members/membership.ts';
import {
  bring,
  change,
  idsAt,
  type Pool,
  poolOf,
  sameRoster,
  seen,
  tell,
} from '../../target/members/pool.ts';
import { create, markedName, meaningsOf } from '../../target/reuse/fixture.ts';
import { isLent } from '../../target/reuse/lending.ts';

/** Few members in long sequences: what matters is that the same ones come up again. */
const players = 2;
const longest = 20;

/** One kind of member and where its members are. */
interface Side {
  readonly membership: Membership;
  readonly pool: Pool;
}

/**
 * Any order of assignments, removals and repeated creations, over two groups of this run and its few members:
 * after each operation everybody is exactly where the operations so far have put them.
 */
export function sequenceChecks(memberships: readonly Membership[]): Check[] {
  const [first] = memberships;
  if (!first) return [];
  const { group, clauses, add } = first;
  const all = memberships.map(({ what }) => what).join(' and ');
  return [
    check(`${clauses.add}.keeps-others/sequence`, {
      access: 'write',
      on: [add],
      needs: [...new Set(memberships.flatMap(({ needs }) => needs))],
      sends: `sequences of up to twenty operations: ${all} of two ${group.many} assigned and removed, and the ${group.many} created again`,
      accepts:
        'after each operation, in both groups, exactly those whom the operations so far have put there',
      async run(context) {
        const sides: Side[] = [];
        for (const membership of memberships)
          sides.push({ membership, pool: await poolOf(context, membership) });
        const pools = Object.fromEntries(sides.map(({ membership }) => [membership.what, players]));
        await context.inSequence<Roster, RosterStep>(rosterSequences(2, pools, longest), {
          start: {},
          begin: async () => {
            for (const { membership, pool } of sides) await bring(context, membership, pool, {});
          },
          act: (step, expected) => play(context, sides, step, expected),
        });
      },
    }),
  ];
}

async function play(
  context: Context,
  sides: readonly Side[],
  step: RosterStep,
  expected: Roster,
): Promise<void> {
  if (step.does === 'create again') {
    const { kind } = context.need(sides[0], 'a kind of member').membership.group;
    const name = markedName(context, `${kind} roster ${step.group + 1}`);
    // What is lent was not created here, and can't be created again.
    if (isLent(context, kind, sides[0]?.pool.groups[step.group] ?? '')) return;
    context.must(await create(context, kind, meaningsOf(context, kind, name))).have.status(409);
  } else {
    await playChange(context, sides, step);
  }
  for (const { membership, pool } of sides) await mustShow(context, membership, pool, expected);
}

/** A change of nothing may be refused; any other has to be accepted for the comparison to mean anything. */
async function playChange(
  context: Context,
  sides: readonly Side[],
  { does, what, who, group }: Exclude<RosterStep, { does: 'create again' }>,
): Promise<void> {
  const side = context.need(
    sides.find(({ membership }) => membership.what === what),
    `a pool of ${what}`,
  );
  const groupId = context.need(side.pool.groups[group], 'a group of our own');
  await change(context, side.membership, does, groupId, idsAt(side.pool, who));
}

/** Claims of one kind of member what the model says of it. */
async function mustShow(context: Context, membership: Membership, pool: Pool, model: Roster): Promise<void> {
  const own = Object.entries(model).filter(([place]) => place.startsWith(`${membership.what} of `));
  const expected = Object.fromEntries(own);
  const roster = await seen(context, membership, pool, expected);
  context.must.hold(sameRoster(roster, expected), { expected: tell(expected), actual: tell(roster) });
}
