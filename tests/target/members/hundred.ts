import type { Meanings } from '../../../generators/body.ts';
import { birthdaysOfEachKind } from '../../../generators/person.ts';
import { budgetFor } from '../../../harness/http/budget.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Settings } from '../../../harness/run/settings.ts';
import type { Operation } from '../../../spec/contract.ts';
import { genders } from '../accounts/meanings.ts';
import { text } from '../body.ts';
import { fromStandard } from '../effort.ts';
import { eventually } from '../eventually.ts';
import { listedBy } from '../listed-by.ts';
import { markedName, mayBeTaken, meaningsOf } from '../reuse/creation.ts';
import { findExistingUsers } from '../reuse/existing.ts';
import { createdFixture, obtain, Refused } from '../reuse/fixture.ts';
import { lentUsers } from '../reuse/lending.ts';
import { resources } from '../reuse/resources.ts';
import { changeOf, type Membership } from './membership.ts';
import { type Pool, poolOf } from './pool.ts';

type UserKind = 'student' | 'teacher';

/** A hundred and one users of one kind. */
export interface Crowd {
  readonly ids: readonly string[];
  /** What the creation of each said of it; nothing of those that are lent, or that were made with other values. */
  readonly said: readonly (Meanings | undefined)[];
}

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
  if ((settings.lentThings?.[lent] ?? []).length >= hundredSize) return fromStandard(op, settings);
  const missing = unlessMadeHundred(kind, settings);
  return missing === undefined
    ? fromStandard(op, settings)
    : `${missing}, \`lent.${lent}\` of ${hundredSize} to do without`;
}

/** Why a run leaves out what a hundred new users of its own show. */
export function unlessCrowdIsMade(op: Operation, settings: Settings): string | undefined {
  return (
    unlessMadeHundred(op.makes === 'teacher' ? 'teacher' : 'student', settings) ?? fromStandard(op, settings)
  );
}

function unlessMadeHundred(kind: UserKind, settings: Settings): string | undefined {
  const { creations } = settings.budget ?? budgetFor(settings.effort, settings.write);
  if (creations >= creationsFor) return undefined;
  return `takes ${hundredSize} ${kind}s, which stay: \`budget.creations\` of ${creationsFor} in the profile allows to make them`;
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
  return { membership, groups, members: (await crowdOf(context, userKind(membership))).ids };
}

/**
 * A hundred and one users of one kind, the same for all rows: what the profile lends if it lends as many, else what
 * earlier runs left and, for the rest, new ones.
 */
export function crowdOf(context: Context, kind: UserKind): Promise<Crowd> {
  return context.world.once(`crowd of ${kind}s`, async () => {
    if (context.world.lent(resources[kind].many).length >= hundredSize)
      return { ids: await lentUsers(context, kind, hundredSize), said: [] };
    const crowd = await createdCrowd(context, kind);
    await eventually(
      context,
      () => listedBy(context, resources[kind].list, 'userId', crowd.ids),
      (known) => known.length === crowd.ids.length,
    );
    return crowd;
  });
}

async function createdCrowd(context: Context, kind: UserKind): Promise<Crowd> {
  const labels = Array.from({ length: hundredSize }, (_, nth) => `crowd ${nth + 1}`);
  const sought = labels.map((label, nth) => oneOfMany(context, kind, label, nth));
  const left = await findExistingUsers(context, kind, sought);
  const ids: string[] = [];
  const said: (Meanings | undefined)[] = [];
  for (const [nth, label] of labels.entries()) {
    let meanings = sought[nth] ?? {};
    let got = await obtain(context, kind, meanings, left[nth]);
    // Another user may have the name, although the list does not show it; or a date may be refused. Others are tried.
    if (got instanceof Refused && mayBeTaken(kind, got.answer.status)) {
      meanings = oneOfMany(context, kind, `${label} 2`, nth);
      got = await obtain(context, kind, meanings, undefined);
    }
    const user = got instanceof Refused ? await createdFixture(context, kind, label) : got;
    ids.push(context.need(text(user['userId']), 'the `userId` of each user that was made'));
    said.push(got === user && user['dateOfBirth'] !== usualDate(context, kind) ? meanings : undefined);
  }
  context.need(new Set(ids).size === hundredSize, `${hundredSize} different ${kind}s`);
  return { ids, said };
}

/** Users as creations have them, of every gender and with birthdays of each kind. */
function oneOfMany(context: Context, kind: UserKind, label: string, nth: number): Meanings {
  const of = <T>(values: readonly T[]) => values[nth % values.length];
  const gender = of(genders(context));
  return {
    ...meaningsOf(context, kind, markedName(context, `${kind} ${label}`)),
    dateOfBirth: context.world.synthetic(of(birthdaysOfEachKind) ?? ''),
    ...(gender === undefined ? {} : { gender }),
  };
}

/** Earlier versions of this suite gave the same birthday to each. */
function usualDate(context: Context, kind: UserKind): unknown {
  return meaningsOf(context, kind, markedName(context, `${kind} of a crowd`))['dateOfBirth'];
}
