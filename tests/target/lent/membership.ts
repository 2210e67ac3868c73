import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { isFilled } from '../accounts/request.ts';
import { attempt } from '../attempt.ts';
import { groupIds, holdsId, needGroupIds } from '../groups/ids-in-user.ts';
import { change, changeOnUser } from '../members/change.ts';
import { changeOf, changesOf, type Does, type MembershipChange } from '../members/membership.ts';
import type { Pool } from '../members/pool.ts';
import { changedBut } from '../members/snapshot.ts';
import { UnreadableGroups } from '../members/state.ts';
import { isOfCurrentYear } from '../reuse/existing.ts';
import { fixture, fixtureId } from '../reuse/fixture.ts';
import { isLent } from '../reuse/lending.ts';
import type { Kind } from '../reuse/resources.ts';
import { asTheyAre, type Lent, lookAnew } from './as-they-are.ts';
import { needMore, userOf } from './change.ts';
import { type Made, mustKeepTheRest, needTaken, type Outcome, outcomeOf } from './keeps-the-rest.ts';
import type { LentPerson } from './people.ts';

/** An assignment or a removal that was sent: what came of it where it was accepted, and else the refusal. */
type Turn = { readonly outcome: Outcome } | { readonly refused: Answer };

/** Judges that an assignment to a class or cohort, or a removal, leaves all else of a lent person as it was. */
export async function judgeMembershipOfLent(context: Context): Promise<void> {
  const { op, membership } = changeOf(context.op);
  const { group, member } = membership;
  const turns = await context.world.once(`lent ${member} in a ${group.kind} and out of it`, () =>
    inAndOut(context),
  );
  const turn = context.need(turns.get(op), `a lent ${member} who can be put into a ${group.kind}`);
  if ('refused' in turn) return needTaken(context, turn.refused);
  mustKeepTheRest(context, turn.outcome, 'the one membership changed, and all else as it was');
}

/**
 * Puts a lent person into a class or cohort and takes it out again, once by each operation that does so; in the other
 * order where it is in there already. By operation.
 */
async function inAndOut(context: Context): Promise<ReadonlyMap<string, Turn>> {
  const { membership } = changeOf(context.op);
  const { group, member } = membership;
  const lent = await asTheyAre(context);
  const [person] = lent.people.filter(({ kind }) => kind === member);
  if (person === undefined) return new Map();
  needMore(context, lent, [person]);
  await needGroupIds(context, group.membership);
  const pool: Pool = { membership, groups: [await groupOf(context, group.kind)], members: [person.id] };
  const shown = context.need(
    groupIds(userOf(lent, person), group.membership),
    `the ${group.many} of a lent person`,
  );
  const wasIn = holdsId(shown, pool.groups[0] ?? '');
  const walk: Walk = { pool, turns: new Map(), isIn: wasIn };
  try {
    await takeTurns(context, lent, walk);
  } finally {
    if (walk.isIn !== wasIn) await putBack(context, walk);
  }
  return walk.turns;
}

/** One lent person and one class or cohort: what came of each operation, and whether the person is in it now. */
interface Walk {
  readonly pool: Pool;
  readonly turns: Map<string, Turn>;
  isIn: boolean;
}

async function takeTurns(context: Context, lent: Lent, walk: Walk): Promise<void> {
  let before = lent;
  let left = changesOf(walk.pool.membership).filter(
    ({ side, op }) => side === 'onGroup' || isFilled(context, op),
  );
  for (;;) {
    const next = left.find(({ does }) => (does === 'remove') === walk.isIn);
    if (next === undefined) return;
    left = left.filter((one) => one !== next);
    const turn = await takeTurn(context, before, walk, next);
    walk.turns.set(next.op, turn);
    const isAsExpected = 'outcome' in turn && turn.outcome.wrong.length === 0;
    if (!isAsExpected) lookAnew(context);
    before = isAsExpected ? { ...before, before: turn.outcome.after } : await asTheyAre(context);
  }
}

async function takeTurn(context: Context, before: Lent, walk: Walk, next: MembershipChange): Promise<Turn> {
  const { pool } = walk;
  const send = next.side === 'onUser' ? changeOnUser : change;
  const answer = await send(context, pool, next.does, [0]);
  if (answer.status >= 300) return { refused: answer };
  walk.isIn = next.does === 'assign';
  // Whoever looks anew has the person anew.
  const made = before.people
    .filter(({ id }) => pool.members.includes(id))
    .map((person) => madeBy(pool, person, next.does, answer));
  // The list of users is read by their ids at any rate.
  return { outcome: await outcomeOf(context, before, made, ['searchUsers']) };
}

async function putBack(context: Context, { pool, isIn }: Walk): Promise<void> {
  const back = await attempt(() => change(context, pool, isIn ? 'remove' : 'assign', [0]));
  if (back === undefined || back.status >= 300) lookAnew(context);
}

/** A class or cohort of the run; of lent ones, one of the current year, for a user may show no others. */
async function groupOf(context: Context, kind: Kind): Promise<string> {
  for (const label of ['roster 1', 'roster 2', 'shared']) {
    const id = await fixtureId(context, kind, label);
    if (!isLent(context, kind, id)) return id;
    if (await isOfCurrentYear(context, await fixture(context, kind, label))) return id;
  }
  return context.need(undefined, `a lent ${kind} of the current year`);
}

function madeBy({ membership, groups }: Pool, person: LentPerson, does: Does, answer: Answer): Made {
  const [groupId = ''] = groups;
  const field = membership.group.membership;
  return {
    person,
    answer,
    shows: (now) => {
      const ids = groupIds(now, field);
      // Who was in none before may have shown no form of them.
      if (ids === undefined) throw new UnreadableGroups(field);
      return holdsId(ids, groupId) === (does === 'assign') ? [] : ['the membership'];
    },
    unexpected: changedBut({ field, id: groupId }),
    contradicted: () => [],
  };
}
