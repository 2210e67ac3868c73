import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { Inconclusive } from '../../../harness/judging/outcome.ts';
import { type Json, resourceOf, text } from '../body.ts';
import { eventually } from '../eventually.ts';
import type { Group } from '../groups/group.ts';
import { inAnotherYear } from '../groups/namesakes.ts';
import { readGroup } from '../groups/read.ts';
import { currentYearId, isOfYear } from '../groups/years.ts';
import { mustStayUnchanged } from '../must-eventually.ts';
import { isLent, lentLabels, lentThing } from '../reuse/lending.ts';
import { change } from './change.ts';
import { changeOf, type Does, type Membership } from './membership.ts';
import { type Pool, poolOf } from './pool.ts';
import { changedInGroup } from './snapshot.ts';

/** A change of who is in a class or cohort of another academic year, and what reads of it show before and after. */
export interface ChangeInAnotherYear {
  readonly pool: Pool;
  readonly before: Json;
  readonly answer: Answer;
  /** As it was before where the change is refused. */
  readonly after: Json;
}

/**
 * The change of an operation in what the run has created in another year: an assignment, and for a removal the removal
 * that follows it. Each is sent once in a run. Nothing else of the run writes to it, so that what the first change
 * destroys is seen.
 */
export function changeInAnotherYear(context: Context): Promise<ChangeInAnotherYear> {
  const { membership, does } = changeOf(context.op);
  return does === 'assign' ? assigned(context, membership) : removed(context, membership);
}

/** Claims that such a change, where it is accepted, leaves the class or cohort as it was. */
export async function mustStayInItsYear(
  context: Context,
  { pool, before, answer, after }: ChangeInAnotherYear,
): Promise<void> {
  const { group, member } = pool.membership;
  const but = member === 'test' ? pool.members[0] : undefined;
  let seen: Json | undefined = after;
  const read = async () => {
    const now = seen ?? (await readGroup(context, group, pool.groups[0] ?? ''));
    seen = undefined;
    return changedInGroup(before, now, but).map((field) => `\`${field}\``);
  };
  await mustStayUnchanged(context, read, {
    expected: `the ${group.kind} as it was, but for who or what is in it`,
    in: answer,
  });
}

function assigned(context: Context, membership: Membership): Promise<ChangeInAnotherYear> {
  const { group, many } = membership;
  return context.world.once(`${many} into a ${group.kind} of another year`, async () => {
    const id = await idInAnotherYear(context, group);
    const found = await eventually(
      context,
      () => context.send(group.get, { [group.id]: id }),
      ({ status }) => status === 200,
    );
    context.need(
      found.status === 200,
      `the ${group.kind} of another year to be found by its id, got ${found.status}`,
    );
    const { members } = await poolOf(context, membership);
    const pool: Pool = { membership, groups: [id], members };
    return sendChange(context, pool, 'assign', resourceOf(context, found, group.kind));
  });
}

/** The id of what the run has created in another year; where it may create nothing, of what is lent to it. */
async function idInAnotherYear(context: Context, group: Group): Promise<string> {
  try {
    return (await inAnotherYear(context, group)).id;
  } catch (error) {
    const id = error instanceof Inconclusive ? await lentInAnotherYear(context, group) : undefined;
    if (id === undefined) throw error;
    return id;
  }
}

async function lentInAnotherYear(context: Context, { kind, many, id }: Group): Promise<string | undefined> {
  const labels = lentLabels.slice(0, context.world.lent(many).length);
  const current = labels.length > 0 ? await currentYearId(context) : '';
  for (const label of labels) {
    const thing = await lentThing(context, kind, label);
    if (isOfYear(thing, current) === false) return text(thing[id]);
  }
  return undefined;
}

function removed(context: Context, membership: Membership): Promise<ChangeInAnotherYear> {
  const { group, many } = membership;
  return context.world.once(`${many} out of a ${group.kind} of another year`, async () => {
    const { pool, answer, after } = await assigned(context, membership);
    context.need(answer.status < 300, 'an assignment in another year to be accepted');
    // Who is in what is lent, other rows have changed since.
    if (isLent(context, membership.group.kind, pool.groups[0] ?? ''))
      await change(context, pool, 'assign', [0]);
    return sendChange(context, pool, 'remove', after);
  });
}

/** Sends a change of one member; where it is answered with 404, as often as what is new may need to be seen. */
async function sendChange(
  context: Context,
  pool: Pool,
  does: Does,
  before: Json,
): Promise<ChangeInAnotherYear> {
  const answer = await eventually(
    context,
    () => change(context, pool, does, [0]),
    ({ status }) => status !== 404,
  );
  const { group } = pool.membership;
  const after = answer.status < 300 ? await readGroup(context, group, pool.groups[0] ?? '') : before;
  return { pool, before, answer, after };
}
