import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { Inconclusive } from '../../../harness/judging/outcome.ts';
import { type Json, resourceOf, text } from '../body.ts';
import { eventually, eventuallyTaken } from '../eventually.ts';
import type { Group } from '../groups/group.ts';
import { inAnotherYear } from '../groups/namesakes.ts';
import { readGroup, unchangedGroup } from '../groups/read.ts';
import { currentYearId, isOfYear } from '../groups/years.ts';
import { mustStayUnchanged } from '../must-eventually.ts';
import { isLent, lentLabels, lentThing } from '../reuse/lending.ts';
import { arrange } from './arrange.ts';
import { change, changeOnUser } from './change.ts';
import { changeOf, type Does, type Membership } from './membership.ts';
import { type Pool, poolOf } from './pool.ts';
import { seenInYear } from './seen-in-year.ts';
import { changedInGroup } from './snapshot.ts';

/** A change of who is in a class or cohort of another academic year, and what reads of it show before and after. */
export interface ChangeInAnotherYear {
  readonly pool: Pool;
  readonly before: Json;
  readonly answer: Answer;
  /** As it was before where the change is refused. */
  readonly after: Json;
  /** Whether the member is in there after an accepted change; `undefined` where nothing shows it. */
  readonly seen: boolean | undefined;
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

/** Claims that such a change, where it is accepted, has its effect. Inconclusive where nothing would show it. */
export function mustBeSeenInItsYear(
  context: Context,
  { answer, seen }: Pick<ChangeInAnotherYear, 'answer' | 'seen'>,
): void {
  const { membership, does } = changeOf(context.op);
  const { member, group } = membership;
  context.need(answer.status < 300, 'a change in another year to be accepted');
  context.need(seen !== undefined, `somebody who is shown in a ${group.kind} of that year`);
  context.must.hold(seen === (does === 'assign'), {
    expected: `the ${member} ${does === 'assign' ? 'in' : 'no longer in'} the ${group.kind} of another year`,
    actual: does === 'assign' ? `a ${group.kind} without the ${member}` : `the ${member} still in it`,
    in: answer,
  });
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

/**
 * The same by the operation on the user, after that on the group and with another user, if there is one: whether an
 * accepted change is seen.
 */
export function changeOfUserInAnotherYear(
  context: Context,
): Promise<Pick<ChangeInAnotherYear, 'answer' | 'seen'>> {
  const { membership, does } = changeOf(context.op);
  return context.world.once(
    `${does} a ${membership.member} by ${context.op.id} in another year`,
    async () => {
      const { pool, after } = await assigned(context, membership);
      const own: Pool = { ...pool, members: pool.members.slice(-1) };
      if (does === 'remove') await arrange(context, own, [[0]]);
      const answer = await changeOnUser(context, own, does, [0]);
      const seen = answer.status < 300 ? await seenInYear(context, own, does, after) : undefined;
      // What no operation on the user takes back is taken back here: later runs begin with the same people.
      if (membership.onUser.remove === undefined && answer.status < 300)
        await change(context, own, 'remove', [0]);
      return { answer, seen };
    },
  );
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
    const { pool, answer, seen } = await assigned(context, membership);
    context.need(answer.status < 300, 'an assignment in another year to be accepted');
    // Who is in what is lent, other rows have changed since.
    if (isLent(context, membership.group.kind, pool.groups[0] ?? ''))
      await change(context, pool, 'assign', [0]);
    // Tests may have come to a cohort since, and students: other rows assign them.
    const before = await unchangedGroup(context, group, pool.groups[0] ?? '');
    const removal = await sendChange(context, pool, 'remove', before);
    // Whoever was not seen in there is not seen to leave.
    return seen ? removal : { ...removal, seen: undefined };
  });
}

/** Sends a change of one member; where it is answered with 404, as often as what is new may need to be seen. */
async function sendChange(
  context: Context,
  pool: Pool,
  does: Does,
  before: Json,
): Promise<ChangeInAnotherYear> {
  const answer = await eventuallyTaken(
    context,
    () => change(context, pool, does, [0]),
    ({ status }) => status !== 404,
  );
  const { group } = pool.membership;
  if (answer.status >= 300) return { pool, before, answer, after: before, seen: undefined };
  const after = await readGroup(context, group, pool.groups[0] ?? '');
  return { pool, before, answer, after, seen: await seenInYear(context, pool, does, after) };
}
