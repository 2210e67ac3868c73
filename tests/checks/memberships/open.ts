import { placeOf } from '../../../generators/roster.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Membership } from '../../target/members/membership.ts';
import { bring, change, type Pool, poolOf } from '../../target/members/pool.ts';
import { mustBe } from './effect.ts';

/**
 * What the interface does not say: assigning who is there, removing who is not, naming who is unknown. The
 * answer is noted; that nobody else is moved by it is judged.
 */
export function openChecks(membership: Membership): Check[] {
  const { what, clauses, needs, add, remove, group } = membership;
  const write = { access: 'write', needs } as const;
  return [
    check(`${clauses.add}.effect/twice`, {
      ...write,
      on: [add],
      sends: `the same assignment of two of our ${what} to a ${group.kind}, twice`,
      accepts: 'any answer but a failure to the second; both are there after it',
      async run(context) {
        const { pool, groupId } = await begin(context, membership, [0, 1]);
        const answer = await change(context, membership, 'assign', groupId, pool.members.slice(0, 2));
        context.observe('membership.assign-twice', String(answer.status));
        await mustBe(context, membership, pool, { [placeOf(what, 0)]: [0, 1] });
      },
    }),

    check(`${clauses.remove}.keeps-others/absent`, {
      ...write,
      on: [remove],
      sends: `a removal of one of our ${what} from a ${group.kind} that has only another, then of several`,
      accepts: 'any answer but a failure; the other is there after each',
      async run(context) {
        const { pool, groupId } = await begin(context, membership, [0]);
        for (const absent of [pool.members.slice(1, 2), pool.members.slice(1)]) {
          const answer = await change(context, membership, 'remove', groupId, absent);
          context.observe('membership.remove-absent', String(answer.status));
          await mustBe(context, membership, pool, { [placeOf(what, 0)]: [0] });
        }
      },
    }),

    ...(
      [
        ['assign', clauses.add, add],
        ['remove', clauses.remove, remove],
      ] as const
    ).map(([does, clause, op]) =>
      check(`${clause}.keeps-others/unknown`, {
        ...write,
        on: [op],
        sends: `an id that the run invented, in the list for a ${group.kind} that has two of our ${what}, then two such ids`,
        accepts: 'any answer but a failure; both are there after each',
        async run(context) {
          const { pool, groupId } = await begin(context, membership, [0, 1]);
          const unknown = [context.unknownId('member'), context.unknownId('another member')];
          for (const count of [1, 2]) {
            const answer = await change(context, membership, does, groupId, unknown.slice(0, count));
            context.observe('membership.unknown-ids', String(answer.status));
            await mustBe(context, membership, pool, { [placeOf(what, 0)]: [0, 1] });
          }
        },
      }),
    ),
  ];
}

/** A group of ours with just these members of the pool. */
async function begin(
  context: Context,
  membership: Membership,
  who: readonly number[],
): Promise<{ readonly pool: Pool; readonly groupId: string }> {
  const pool = await poolOf(context, membership);
  await bring(context, membership, pool, { [placeOf(membership.what, 0)]: who });
  return { pool, groupId: context.need(pool.groups[0], `a ${membership.group.kind} of our own`) };
}
