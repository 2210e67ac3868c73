import { budgetFor } from '../../../harness/http/budget.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Settings } from '../../../harness/run/settings.ts';
import type { Operation } from '../../../spec/contract.ts';
import { text } from '../body.ts';
import { fromStandard } from '../effort.ts';
import { eventually } from '../eventually.ts';
import { listedBy } from '../listed-by.ts';
import { markedName, meaningsOf } from '../reuse/creation.ts';
import { findExistingUsers } from '../reuse/existing.ts';
import { createdFixture, obtain } from '../reuse/fixture.ts';
import { lentUsers } from '../reuse/lending.ts';
import { resources } from '../reuse/resources.ts';
import { changeOf, type Membership } from './membership.ts';
import { type Pool, poolOf } from './pool.ts';

type UserKind = 'student' | 'teacher';

function userKind({ member }: Membership): UserKind {
  return member === 'teacher' ? 'teacher' : 'student';
}

/** One more than the longest list. */
const hundredSize = 101;

/** The budget of a run that may create a hundred users of both kinds, and all that the other rows ask for. */
const creationsFor = 300;

/**
 * Why a run leaves out what an operation does to a hundred users. A hundred new users stay on the target, so that a
 * profile has to allow them.
 */
export function unlessHundredUsers(op: Operation, settings: Settings): string | undefined {
  const kind = userKind(changeOf(op).membership);
  const { many: lent } = resources[kind];
  const { creations } = settings.budget ?? budgetFor(settings.effort, settings.write);
  if (creations >= creationsFor || (settings.lentThings?.[lent] ?? []).length >= hundredSize)
    return fromStandard(op, settings);
  return `takes ${hundredSize} ${kind}s, which stay: \`budget.creations\` of ${creationsFor} in the profile allows to make them, \`lent.${lent}\` of ${hundredSize} to do without`;
}

/** Why a run leaves out what takes some thirty classes, which stay as well: a profile has to allow as many creations. */
export function unlessManyGroups(op: Operation, settings: Settings): string | undefined {
  const { creations } = settings.budget ?? budgetFor(settings.effort, settings.write);
  if (creations >= creationsFor) return fromStandard(op, settings);
  return `takes more than thirty classes, which stay: \`budget.creations\` of ${creationsFor} in the profile allows to make them`;
}

/** The groups of the run, and a hundred and one users to assign to them. */
export async function poolOfHundred(context: Context, membership: Membership): Promise<Pool> {
  const { groups } = await poolOf(context, membership);
  return { membership, groups, members: await hundredUsers(context, userKind(membership)) };
}

/**
 * A hundred and one users of one kind, the same for all rows: what the profile lends if it lends as many, else what
 * earlier runs left and, for the rest, new ones.
 */
function hundredUsers(context: Context, kind: UserKind): Promise<readonly string[]> {
  return context.world.once(`crowd of ${kind}s`, async () => {
    if (context.world.lent(resources[kind].many).length >= hundredSize)
      return lentUsers(context, kind, hundredSize);
    const ids = await createdUsers(context, kind);
    await eventually(
      context,
      () => listedBy(context, resources[kind].list, 'userId', ids),
      (known) => known.length === ids.length,
    );
    return ids;
  });
}

async function createdUsers(context: Context, kind: UserKind): Promise<readonly string[]> {
  const labels = Array.from({ length: hundredSize }, (_, nth) => `crowd ${nth + 1}`);
  const sought = labels.map((label) => meaningsOf(context, kind, markedName(context, `${kind} ${label}`)));
  const left = await findExistingUsers(context, kind, sought);
  const ids: string[] = [];
  for (const [nth, label] of labels.entries()) {
    const got = await obtain(context, kind, sought[nth] ?? {}, left[nth]);
    // Another user may have the name, although the list does not show it. In that case other names are tried.
    const user = typeof got === 'number' ? await createdFixture(context, kind, label) : got;
    ids.push(context.need(text(user['userId']), 'the `userId` of each user that was made'));
  }
  return context.need(new Set(ids).size === hundredSize && ids, `${hundredSize} different ${kind}s`);
}
