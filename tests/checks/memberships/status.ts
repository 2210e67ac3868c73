import { placeOf } from '../../../generators/roster.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { forEachMalformed } from '../../target/each-kind.ts';
import type { Membership } from '../../target/members/membership.ts';
import { bring, change, poolOf } from '../../target/members/pool.ts';

/** What assigning and removing are answered with, and what they refuse. */
export function statusChecks(membership: Membership): Check[] {
  return (['assign', 'remove'] as const).flatMap((does) => statusesOf(membership, does));
}

function statusesOf(membership: Membership, does: 'assign' | 'remove'): Check[] {
  const { what, list, listClause, group, needs } = membership;
  const [op, clause] =
    does === 'assign'
      ? [membership.add, membership.clauses.add]
      : [membership.remove, membership.clauses.remove];
  const base = { access: 'write', on: [op], needs } as const;
  const change = does === 'assign' ? 'an assignment' : 'a removal';
  const control = `${change} of one of our ${what} (accepted)`;

  return [
    // A change is answered with 204.
    check(`${clause}.success`, {
      ...base,
      sends: `${change} of one of our ${what}`,
      accepts: '204',
      run: async (context) =>
        context.must((await plainChange(context, membership, does)).answer).have.status(204),
    }),

    // The 204 has no body: nothing came, and nothing was announced.
    check(`${clause}.body`, {
      ...base,
      sends: `${change} of one of our ${what}`,
      accepts: 'an answer without a body, and without a length above zero',
      run: async (context) =>
        context.must((await plainChange(context, membership, does)).answer).have.noBody(),
    }),

    // A list that is no list is answered with 400.
    check(`${clause}.bad-request`, {
      ...base,
      sends: `${control}, then the same with the id by itself in place of the list, and with a number in the list`,
      accepts: '400',
      async run(context) {
        const { groupId, id } = await accepted(context, membership, does);
        for (const ids of [id, [17]]) {
          context.must(await context.send(op, { [group.id]: groupId, [list]: ids })).have.status(400);
        }
      },
    }),

    // A group that does not exist is answered with 404.
    check(`${clause}.not-found`, {
      ...base,
      sends: `${control}, then the same for a ${group.kind} that the run invented`,
      accepts: '404',
      async run(context) {
        const { id } = await accepted(context, membership, does);
        context
          .must(await context.send(op, { [group.id]: context.unknownId(group.id), [list]: [id] }))
          .have.status(404);
      },
    }),

    // A body is needed; without one, some servers miss the media type first.
    check(`${clause}.body-required`, {
      ...base,
      sends: `${control}, then the same without a body`,
      accepts: '400, 411 or 415',
      async run(context) {
        const { groupId } = await accepted(context, membership, does);
        const answer = await context.send(op, { [group.id]: groupId });
        context.observe('errors.missing-body-status', String(answer.status));
        context.must(answer).have.status(400, 411, 415);
      },
    }),

    // The list is needed.
    check(`${clause}.${listClause}-required`, {
      ...base,
      sends: `${control}, then the same with an empty object`,
      accepts: '400',
      async run(context) {
        const { groupId } = await accepted(context, membership, does);
        context.must(await context.send(op, { [group.id]: groupId }, { body: {} })).have.status(400);
      },
    }),

    // Every item of the list is a UUID.
    check(`${clause}.${listClause}-form`, {
      ...base,
      sends: `${control}, then the same with a text beside the id that is no UUID`,
      accepts: '400',
      async run(context) {
        const { groupId, id } = await accepted(context, membership, does);
        // Where the control was accepted, so that what is wrong is the text alone.
        await ready(context, membership, does);
        await forEachMalformed(
          context,
          async (malformed) => {
            for (const ids of [[malformed], [id, malformed]]) {
              context.must(await context.send(op, { [group.id]: groupId, [list]: ids })).have.status(400);
            }
          },
          Math.ceil(context.runs / 2),
        );
      },
    }),

    // The id in the path is a UUID: 400 and 404 are both listed.
    check(`${clause}.path-id`, {
      ...base,
      sends: `${control}, then the same with a text in the path that is no UUID`,
      accepts: '400 or 404',
      async run(context) {
        const { id } = await accepted(context, membership, does);
        await forEachMalformed(
          context,
          async (malformed) => {
            const answer = await context.send(op, { [group.id]: malformed, [list]: [id] });
            context.observe('paths.malformed-id', String(answer.status));
            context.must(answer).have.status(400, 404);
          },
          Math.ceil(context.runs / 2),
        );
      },
    }),
  ];
}

/** The plainest change: the first of our members, assigned where absent or removed where present. */
async function plainChange(
  context: Context,
  membership: Membership,
  does: 'assign' | 'remove',
): Promise<{ readonly answer: Answer; readonly groupId: string; readonly id: string }> {
  const { groupId, id } = await ready(context, membership, does);
  return { answer: await change(context, membership, does, groupId, [id]), groupId, id };
}

/** A group and a member of ours of which the plainest change would make a difference. */
async function ready(context: Context, membership: Membership, does: 'assign' | 'remove') {
  const pool = await poolOf(context, membership);
  const groupId = context.need(pool.groups[0], `a ${membership.group.kind} of our own`);
  const id = context.need(pool.members[0], `one of our ${membership.what}`);
  await bring(context, membership, pool, { [placeOf(membership.what, 0)]: does === 'assign' ? [] : [0] });
  return { groupId, id };
}

/** The plainest change as the control of a refusal; sent once for all rows that ask. */
function accepted(context: Context, membership: Membership, does: 'assign' | 'remove') {
  const { add, remove, what } = membership;
  return context.world.once(`accepted ${does === 'assign' ? add : remove}`, async () => {
    const { answer, groupId, id } = await plainChange(context, membership, does);
    context.need(answer.status < 300, `the plain change of ${what} to be accepted, got ${answer.status}`);
    return { groupId, id };
  });
}
