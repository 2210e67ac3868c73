import { placeOf, type Roster, type RosterStep, rosterSequences } from '../../../generators/roster.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import type { Operation } from '../../../spec/contract.ts';
import { arrange } from '../../target/members/arrange.ts';
import { change } from '../../target/members/change.ts';
import { changeOf, type Membership, memberships } from '../../target/members/membership.ts';
import { type Pool, poolOf } from '../../target/members/pool.ts';
import { type MembershipState, mustBe } from '../../target/members/state.ts';
import { create, markedName, meaningsOf } from '../../target/reuse/creation.ts';
import { isLent } from '../../target/reuse/lending.ts';

/** Two groups and few members in long sequences: what matters is that the same ones come up again. */
const groupCount = 2;
const memberCount = 2;
const longest = 20;

/** Any order of assignments and removals of both kinds of members, and of creations of the groups once more. */
export const sequenceChecks: readonly Check[] = checks(
  ['add-class-students.keeps-others/sequence', 'add-cohort-students.keeps-others/sequence'],
  {
    access: 'write',
    needs: (op) => [...new Set(bothKinds(op).flatMap(({ needs }) => needs))],
    sends:
      'sequences of up to twenty operations on two groups: both kinds of members assigned and removed, and the groups created again',
    accepts: 'after each operation, in both groups, exactly those whom the operations so far have put there',
    async run(context) {
      const pools: Pool[] = [];
      for (const membership of bothKinds(context.op)) pools.push(await poolOf(context, membership));
      const sizes = Object.fromEntries(pools.map(({ membership }) => [membership.many, memberCount]));
      await context.inSequence<Roster, RosterStep>(rosterSequences(groupCount, sizes, longest), {
        start: {},
        begin: async () => {
          for (const pool of pools) await arrange(context, pool, []);
        },
        act: async (step, model) => {
          await play(context, pools, step);
          for (const pool of pools) await mustBe(context, pool, stateIn(model, pool));
        },
      });
    },
  },
);

/** Both memberships of the class or cohort that an operation is about. */
function bothKinds(op: Operation): readonly Membership[] {
  const { group } = changeOf(op).membership;
  return memberships.filter((membership) => membership.group === group);
}

/** Sends one step. A change that makes no difference may be refused. */
async function play(context: Context, pools: readonly Pool[], step: RosterStep): Promise<void> {
  if (step.does === 'create again') return createAgain(context, pools, step.group);
  const pool = context.need(
    pools.find(({ membership }) => membership.many === step.what),
    `members that are ${step.what}`,
  );
  await change(context, pool, step.does, step.who, step.group);
}

/** Creates a group once more. A lent group is left out, for it was not created here. */
async function createAgain(context: Context, [pool]: readonly Pool[], position: number): Promise<void> {
  const { kind } = changeOf(context.op).membership.group;
  if (isLent(context, kind, pool?.groups[position] ?? '')) return;
  const name = markedName(context, `${kind} roster ${position + 1}`);
  context.must(await create(context, kind, meaningsOf(context, kind, name))).have.status(409);
}

/** What the model says of one kind of members. */
function stateIn(model: Roster, { membership, groups }: Pool): MembershipState {
  return groups.map((_, at) => model[placeOf(membership.many, at)] ?? []);
}
