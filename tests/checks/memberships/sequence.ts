import {
  byLists,
  eachOnce,
  placeOf,
  type Roster,
  type RosterStep,
  rosterSequences,
} from '../../../generators/roster.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import type { Play } from '../../../harness/judging/sequence.ts';
import type { Operation } from '../../../spec/contract.ts';
import { awaitEarlierChanges } from '../../target/accounts/barrier.ts';
import { classGroup } from '../../target/groups/group.ts';
import { eventuallyGroup, lostFields } from '../../target/groups/shown.ts';
import { type Alike, alikeGroups, arrangeOtherKind, movesOf } from '../../target/members/alike.ts';
import { change, changeOnUser } from '../../target/members/change.ts';
import { changeOf, type Membership, memberships } from '../../target/members/membership.ts';
import type { MembershipState, Pool } from '../../target/members/pool.ts';
import { type Beside, clear, mustShow, unchangedView, type View } from '../../target/members/surroundings.ts';
import { mustBeUnchanged } from '../../target/must-eventually.ts';
import { create } from '../../target/reuse/creation.ts';

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
      'sequences of up to twenty operations on two groups, of one name in two academic years where the target lets it: both kinds of members assigned and removed, by lists of members and of groups, and the groups created again',
    accepts:
      'after each operation, in both groups, exactly those whom the operations so far have put there, and all else as it was; in the end the groups as their creations said',
    async run(context) {
      const alike = await alikeGroups(context, bothKinds(context.op));
      const { pools } = alike;
      await arrangeOtherKind(context, alike);
      await awaitEarlierChanges(context, inPlay(pools));
      const sizes = Object.fromEntries(pools.map(({ membership }) => [membership.many, memberCount]));
      const { group } = changeOf(context.op).membership;
      const choice = { groups: groupCount, pools: sizes, words: group, moves: movesOf(context, pools) };
      let before: View | undefined;
      const sequences = rosterSequences(choice, longest);
      const steps: Play<Roster, RosterStep> = {
        start: {},
        begin: async () => {
          await clear(context, alike);
          before ??= await unchangedView(context, alike, besideOf(pools));
        },
        act: async (step, model) => {
          const answer = await play(context, alike, step);
          const states = pools.map((pool) => stateIn(model, pool));
          const beside: Beside =
            step.does !== 'create again' && step.what === 'tests' ? 'the list of tests' : 'nothing else';
          if (before) await mustShow(context, alike, { before, states, beside }, answer);
        },
      };
      await context.inSequence(eachOnce(choice), steps, 1);
      await context.inSequence(byLists(choice), steps, 1);
      if (context.effort !== 'quick')
        await context.inSequence(sequences, steps, context.byEffort({ quick: 1, standard: 1, deep: 60 }));
      await mustStayAsSaid(context, alike);
    },
  },
);

/** Claims that classes are as their creations said, whoever was in them meanwhile. Of cohorts each step shows it. */
async function mustStayAsSaid(context: Context, { pools: [first], said }: Alike): Promise<void> {
  if (first === undefined || first.membership.group !== classGroup) return;
  for (const [at, id] of first.groups.entries()) {
    const sent = said[at] ?? {};

    const thing = await eventuallyGroup(context, classGroup, id, sent);
    mustBeUnchanged(context, await lostFields(context, classGroup, thing, sent), {
      expected: 'classes as their creations said',
    });
  }
}

/** Both memberships of the class or cohort that an operation is about. */
function bothKinds(op: Operation): readonly Membership[] {
  const { group } = changeOf(op).membership;
  return memberships.filter((membership) => membership.group === group);
}

/** The users whom steps name. */
function inPlay(pools: readonly Pool[]): readonly string[] {
  return pools.filter((pool) => !ofTests(pool)).flatMap(({ members }) => members.slice(0, memberCount));
}

function besideOf(pools: readonly Pool[]): Beside {
  return pools.some(ofTests) ? 'the list of tests' : 'nothing else';
}

function ofTests({ membership }: Pool): boolean {
  return membership.member === 'test';
}

/** Sends one step. A change that makes no difference may be refused. */
async function play(context: Context, alike: Alike, step: RosterStep): Promise<Answer | undefined> {
  if (step.does === 'create again') return createAgain(context, alike, step.group);
  const pool = context.need(
    alike.pools.find(({ membership }) => membership.many === step.what),
    `members that are ${step.what}`,
  );
  if (!('groups' in step)) return change(context, pool, step.does, step.who, step.group);
  const [who] = step.who;
  const [member = ''] = pool.members.slice(who);
  return changeOnUser(context, { ...pool, members: [member] }, step.does, step.groups);
}

/** Creates a group once more. A lent group is left out, for it was not created here. */
async function createAgain(context: Context, { said }: Alike, position: number): Promise<Answer | undefined> {
  const all = said[position];
  if (all === undefined) return undefined;
  const { description: _, ...again } = all;
  const { kind } = changeOf(context.op).membership.group;
  const answer = await create(context, kind, again);
  // One that is not described alike may be another; what is the same in all it says is there already.
  if (answer.status !== 409) context.must(await create(context, kind, all)).have.status(409);
  return answer;
}

/** What the model says of one kind of members. */
function stateIn(model: Roster, { membership, groups }: Pool): MembershipState {
  return groups.map((_, at) => model[placeOf(membership.many, at)] ?? []);
}
