import fc from 'fast-check';
import { choiceOf, deal } from '../../../generators/id-lists.ts';
import { placeOf, type Roster } from '../../../generators/roster.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { inParallel } from '../../../harness/judging/in-parallel.ts';
import type { Membership } from '../../target/members/membership.ts';
import {
  bring,
  change,
  idsAt,
  type Pool,
  poolOf,
  rosterNow,
  sameRoster,
  seen,
  tell,
} from '../../target/members/pool.ts';

/** What assigning and removing change, and what they leave as it was. */
export function effectChecks(membership: Membership): Check[] {
  const { what, clauses, needs, add, remove, group } = membership;
  const write = { access: 'write', needs } as const;
  return [
    // Those that are assigned are members afterwards, however many a list names.
    check(`${clauses.add}.effect`, {
      ...write,
      on: [add],
      sends: `lists of ${what} of this run, assigned to a ${group.kind} of this run that has none of them`,
      accepts: `all of the list, and nobody else, in the ${group.kind}`,
      run: (context) =>
        onLists(context, membership, (pool) => ({
          from: () => ({}),
          act: (who) => change(context, membership, 'assign', pool.groups[0] ?? '', idsAt(pool, who)),
          to: (who) => ({ [placeOf(what, 0)]: [...who].sort() }),
        })),
    }),

    // Those that are removed are no members afterwards.
    check(`${clauses.remove}.effect`, {
      ...write,
      on: [remove],
      sends: `lists of ${what} of this run, removed from a ${group.kind} of this run that has all of them`,
      accepts: `none of the list in the ${group.kind} any more, and all others still`,
      run: (context) =>
        onLists(context, membership, (pool) => ({
          from: () => ({ [placeOf(what, 0)]: everyone(pool) }),
          act: (who) => change(context, membership, 'remove', pool.groups[0] ?? '', idsAt(pool, who)),
          to: (who) => ({ [placeOf(what, 0)]: everyone(pool).filter((at) => !who.includes(at)) }),
        })),
    }),

    // Assigning leaves those in place that were there, in this group and in others.
    check(`${clauses.add}.keeps-others`, {
      ...write,
      on: [add],
      sends: `a ${group.kind} with some ${what}, another with all; then others assigned to the first, and some twice`,
      accepts: `everybody who was there still, in both ${group.many}`,
      run: (context) =>
        onLists(context, membership, (pool) => ({
          from: (who) => ({ [placeOf(what, 0)]: rest(pool, who), [placeOf(what, 1)]: everyone(pool) }),
          act: (who) => change(context, membership, 'assign', pool.groups[0] ?? '', idsAt(pool, who)),
          to: () => ({ [placeOf(what, 0)]: everyone(pool), [placeOf(what, 1)]: everyone(pool) }),
        })),
    }),

    // Removing leaves those in place that were not named, and the same members in other groups.
    check(`${clauses.remove}.keeps-others`, {
      ...write,
      on: [remove],
      sends: `two ${group.many} with all ${what} of this run; then some removed from the first`,
      accepts: `the others in the first, and everybody in the second`,
      run: (context) =>
        onLists(context, membership, (pool) => ({
          from: () => ({ [placeOf(what, 0)]: everyone(pool), [placeOf(what, 1)]: everyone(pool) }),
          act: (who) => change(context, membership, 'remove', pool.groups[0] ?? '', idsAt(pool, who)),
          to: (who) => ({ [placeOf(what, 0)]: rest(pool, who), [placeOf(what, 1)]: everyone(pool) }),
        })),
    }),

    // Requests at the same time each take effect.
    check(`${clauses.add}.concurrent`, {
      ...write,
      on: [add],
      sends: `the ${what} of this run dealt into several lists, all assigned to one ${group.kind} at once`,
      accepts: `all of every list in the ${group.kind}`,
      async run(context) {
        const pool = await poolOf(context, membership);
        const hands = deal(pool.members.length, 4).map((lists) => ({ lists }));
        await context.forAll(
          hands,
          async ({ lists }) => {
            await bring(context, membership, pool, {});
            const statuses: number[] = [];
            const assign = async (who: readonly number[]) => {
              const ids = idsAt(pool, who);
              const answer = await change(context, membership, 'assign', pool.groups[0] ?? '', ids);
              statuses.push(answer.status);
            };
            await inParallel([
              ...lists.map((who) => () => assign(who)),
              () => lookMeanwhile(context, membership, pool, lists),
            ]);
            context.need(
              statuses.every((status) => status < 300),
              'assignments at the same time to be accepted',
            );
            await mustBe(context, membership, pool, { [placeOf(what, 0)]: everyone(pool) });
          },
          Math.ceil(context.runs / 3),
        );
      },
    }),
  ];
}

/** Reads while assignments are under way, and notes whether a part of one was seen: nothing is promised here. */
async function lookMeanwhile(
  context: Context,
  membership: Membership,
  pool: Pool,
  lists: readonly (readonly number[])[],
): Promise<void> {
  const there = (await rosterNow(context, membership, pool))[placeOf(membership.what, 0)] ?? [];
  const parts = lists.filter(
    (who) => who.some((at) => there.includes(at)) && !who.every((at) => there.includes(at)),
  );
  context.observe(
    'reads during writes',
    parts.length > 0 ? 'see a part of one' : 'see all of one or nothing',
  );
}

/** A law over lists of members: where it begins, what is sent, and where that leads. */
interface ListLaw {
  readonly from: (who: readonly number[]) => Roster;
  readonly act: (who: readonly number[]) => Promise<{ readonly status: number }>;
  readonly to: (who: readonly number[]) => Roster;
}

async function onLists(
  context: Context,
  membership: Membership,
  lawFor: (pool: Pool) => ListLaw,
): Promise<void> {
  const pool = await poolOf(context, membership);
  const law = lawFor(pool);
  const size = pool.members.length;
  const some = fc.record({ list: choiceOf(size) });
  const longest = fc.record({ list: fc.constant(everyone(pool)) });
  await context.forAll(some, holds, Math.ceil(context.runs / 2));
  await context.forAll(longest, holds, 1);

  async function holds({ list }: { list: readonly number[] }): Promise<void> {
    await bring(context, membership, pool, law.from(list));
    const { status } = await law.act(list);
    context.need(status < 300, `the change of ${membership.what} to be accepted, got ${status}`);
    await mustBe(context, membership, pool, law.to(list));
  }
}

/** Claims who is where, as soon as it can be seen. */
export async function mustBe(
  context: Context,
  membership: Membership,
  pool: Pool,
  expected: Roster,
): Promise<void> {
  const roster = await seen(context, membership, pool, expected);
  context.must.hold(sameRoster(roster, expected), { expected: tell(expected), actual: tell(roster) });
}

function everyone(pool: Pool): readonly number[] {
  return [...pool.members.keys()];
}

function rest(pool: Pool, who: readonly number[]): readonly number[] {
  return everyone(pool).filter((at) => !who.includes(at));
}
