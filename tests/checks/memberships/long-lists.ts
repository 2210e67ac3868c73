import fc from 'fast-check';
import { sizesAround } from '../../../generators/id-lists.ts';
import { outsetFrom } from '../../../generators/initial-state.ts';
import { placeOf, type Roster } from '../../../generators/roster.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { hundredSize, hundredUsers, unlessHundredUsers } from '../../target/members/hundred.ts';
import type { Membership } from '../../target/members/membership.ts';
import { bring, change, idsAt, type Pool, poolOf } from '../../target/members/pool.ts';
import { mustBe } from './effect.ts';

const most = 100;
const changes = ['assign', 'remove'] as const;
const lengths = fc.record({ users: fc.integer({ min: 1, max: most }) });
const longest = outsetFrom({ users: most }, lengths);

/** Lists of up to a hundred different users, which is as many as the interface lets one name at once. */
export function longListChecks(membership: Membership): Check[] {
  const { what, clauses, needs, group, bounded, kind } = membership;
  if (kind !== 'student' && kind !== 'teacher') return [];
  if (bounded.length === 0) return [];
  return changes.flatMap((does) => {
    const [op, clause] =
      does === 'assign' ? [membership.add, clauses.add] : [membership.remove, clauses.remove];
    const base = { access: 'write', on: [op], needs, unless: unlessHundredUsers(kind) } as const;
    const change = does === 'assign' ? 'assigned to' : 'removed from';

    const effect = check(`${clause}.effect/long-lists`, {
      ...base,
      sends: `lists of up to ${most} different ${what}, the longest first, ${change} a ${group.kind} of this run`,
      accepts: `the change for each of the list, and for nobody else`,
      run: (context) => onLengths(context, membership, does),
    });

    const accepted = check(`${clause}.${membership.listClause}/different`, {
      ...base,
      sends: `${most} and ${hundredSize} different ${what}, and other numbers around the bounds, ${change} a ${group.kind} of this run`,
      accepts: `acceptance of 1 to ${most}, 400 for more`,
      run: (context) => onBounds(context, membership, does),
    });
    return bounded.includes(does) ? [effect, accepted] : [effect];
  });
}

async function onLengths(context: Context, membership: Membership, does: 'assign' | 'remove'): Promise<void> {
  const pool = await crowdPool(context, membership);
  await context.forAll(longest, holds, 1);
  await context.forAll(lengths, holds, Math.ceil(context.runs / 6));
  await bring(context, membership, pool, {});

  async function holds({ users }: { users: number }): Promise<void> {
    await bring(context, membership, pool, before(membership, does));
    const { status } = await change(context, membership, does, pool.groups[0] ?? '', firstOf(pool, users));
    context.need(status < 300, `a list of ${users} ${membership.what} to be accepted, got ${status}`);
    const named = positions(0, users);
    const there = does === 'assign' ? named : positions(users, most);
    await mustBe(context, membership, pool, { [placeOf(membership.what, 0)]: there });
  }
}

async function onBounds(context: Context, membership: Membership, does: 'assign' | 'remove'): Promise<void> {
  const pool = await crowdPool(context, membership);
  const sizes = fc.record({ users: sizesAround(1, most).filter((size) => size > 0) });
  await context.forAll(longest, holds, 1);
  await context.forAll(fc.constant({ users: most + 1 }), holds, 1);
  await context.forAll(sizes, holds, Math.ceil(context.runs / 6));
  await bring(context, membership, pool, {});

  async function holds({ users }: { users: number }): Promise<void> {
    await bring(context, membership, pool, before(membership, does));
    const answer = await change(context, membership, does, pool.groups[0] ?? '', firstOf(pool, users));
    if (users <= most) context.must(answer).be.accepted();
    else context.must(answer).have.status(400);
  }
}

/** Nobody before an assignment, a hundred before a removal: whether anything else is accepted is left open. */
function before({ what }: Membership, does: 'assign' | 'remove'): Roster {
  return does === 'assign' ? {} : { [placeOf(what, 0)]: positions(0, most) };
}

async function crowdPool(context: Context, membership: Membership): Promise<Pool> {
  const { groups } = await poolOf(context, membership);
  return {
    groups,
    members: await hundredUsers(context, membership.kind === 'teacher' ? 'teacher' : 'student'),
  };
}

function firstOf(pool: Pool, count: number): readonly string[] {
  return idsAt(pool, positions(0, count));
}

/** Positions in the pool, from the first one to the one before `end`. */
function positions(from: number, end: number): readonly number[] {
  return Array.from({ length: end - from }, (_, nth) => from + nth);
}
