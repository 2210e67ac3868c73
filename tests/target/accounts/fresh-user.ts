import { carries, type Meanings, requires } from '../../../generators/body.ts';
import { upnOf } from '../../../generators/upn.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { attempt } from '../attempt.ts';
import { type Json, object, text } from '../body.ts';
import { fromPage } from '../page.ts';
import { create, markedName, mayBeTaken, meaningsOf } from '../reuse/creation.ts';
import { findExisting } from '../reuse/existing.ts';
import { createdFixture } from '../reuse/fixture.ts';
import { freeNumber } from '../reuse/free-number.ts';
import { resources } from '../reuse/resources.ts';
import type { Account } from './account.ts';
import { joinGroups } from './earlier-groups.ts';
import { emailMeanings, genders } from './meanings.ts';

type AccountKind = Account['kind'];

/** The answer to a creation of an account, and what the creation said. */
export interface FreshUser {
  readonly meanings: Meanings;
  readonly answer: Answer;
}

/** The label of the creation that says the least. */
export const simplestLabel = 'new';

/** The label of a creation that says all that can be said, in values that storage and serialisers trip over. */
export const fullestLabel = 'full';

/** The words of creations without a date of birth, where the body requires none: the names of the first are not ASCII. */
export const dateless = ['Zoë Łódź', 'of no date'] as const;

/** The label of an account that is there before the one that says everything; no row changes its details. */
export const earlyLabel = 'member 1';

/** Fields that no two users may share. */
const uniqueFields = ['username', 'externalId', 'upn'];

/** How many names are tried. A name may look free and be taken, because a target may hide users who are disabled. */
const tries = 6;

/**
 * Creates an account under a name that nobody has, once in a run for each label. The name has a number, because the
 * accounts that earlier runs created under this label are still there.
 */
export function freshUser(
  context: Context,
  kind: AccountKind,
  words: string = simplestLabel,
): Promise<FreshUser> {
  return context.world.once(`fresh ${kind} ${words}`, async () => {
    // What is left out comes right after what says everything, and that after the first account of the run.
    if (isDateless(words)) {
      await freshUser(context, kind);
      const { answer } = await freshUser(context, kind, fullestLabel);
      const id = text(userIn(answer)?.['userId']);
      if (id !== undefined && context.effort !== 'quick') await attempt(() => joinGroups(context, kind, id));
    }
    if (words === fullestLabel) await attempt(() => createdFixture(context, kind, earlyLabel));
    return createFree(context, kind, (number, isRefused) =>
      meaningsAt(context, kind, words, number, isRefused),
    );
  });
}

/**
 * The creation of an account with what is said at a number, the first one at which nobody has its values. What is said
 * may be other than at first where that was refused.
 */
export async function createFree(
  context: Context,
  kind: AccountKind,
  said: (number: number, isRefused: boolean) => Meanings,
): Promise<FreshUser> {
  let number = await freeNumber(context, (n) => isTaken(context, kind, said(n, false)));
  for (let attempt = 1; ; attempt += 1) {
    const meanings = said(number, attempt > 1);
    const answer = await create(context, kind, meanings, { headers: fromPage });
    if (attempt === tries || !mayBeTaken(kind, answer.status)) return { meanings, answer };
    number += 2 ** attempt;
  }
}

/** Whether a body of this kind carries a field that no two users may share. */
export function carriesUnique(context: Context, kind: AccountKind): boolean {
  const body = context.operation(resources[kind].create).body ?? {};
  return uniqueFields.some((name) => carries(body, name));
}

/** The user in an answer, or `undefined`. */
export function userIn(answer: Answer): Json | undefined {
  return object(object(answer.json)?.['user']);
}

/** The id of the user in an answer. Inconclusive without one: other clauses say so. */
export function userIdIn(context: Context, answer: Answer): string {
  context.need.described(answer);
  return context.need(text(userIn(answer)?.['userId']), `\`userId\` in the answer, got ${answer.status}`);
}

/** Where a body carries nothing unique, two users may have the same name. */
async function isTaken(context: Context, kind: AccountKind, meanings: Meanings): Promise<boolean> {
  if (!carriesUnique(context, kind)) return false;
  return (await findExisting(context, kind, meanings)) !== undefined;
}

function meaningsAt(
  context: Context,
  kind: AccountKind,
  words: string,
  number: number,
  isRefused: boolean,
): Meanings {
  const { dateOfBirth, ...others } = meaningsOf(
    context,
    kind,
    markedName(context, `${kind} ${words} ${number}`),
  );
  if (isDateless(words)) return requiresDate(context, kind) ? { ...others, dateOfBirth } : others;
  const usual = { ...others, dateOfBirth };
  const mark = `${kind}.${number}.${context.world.mark}`;
  if (words === simplestLabel) return { ...usual, ...everyField(context, mark) };
  return {
    ...usual,
    ...(words === fullestLabel ? awkward(context, kind, number, mark) : upn(context, mark)),
    ...(words === fullestLabel && !isRefused ? withCapitals(context, others, mark) : {}),
  };
}

function isDateless(words: string): boolean {
  return dateless.some((one) => one === words);
}

/** Whether nobody can be created without a date of birth. */
export function requiresDate(context: Context, kind: AccountKind): boolean {
  return requires(context.operation(resources[kind].create).body ?? {}, 'dateOfBirth');
}

/** A UPN of the national form, an identifier of digits that begins with zeros, a leap day, the last gender. */
function awkward(context: Context, kind: AccountKind, number: number, mark: string): Meanings {
  const { world } = context;
  const digits = (Number.parseInt(world.mark, 16) + 10 * number + (kind === 'teacher' ? 5 : 0)) % 1e9;
  const gender = genders(context).at(-1);
  return {
    ...emailMeanings(context, `${mark}.full@example.org`),
    firstName: world.synthetic('Zoë-Ann'),
    upn: world.synthetic(upnOf(digits)),
    externalId: world.synthetic(`00${digits}`),
    // Whoever counts from 1970 has to count backwards for a teacher.
    dateOfBirth: world.synthetic(kind === 'teacher' ? '1964-02-29' : '2004-02-29'),
    ...(gender === undefined ? {} : { gender }),
  };
}

/** A username and an address with capitals: whoever takes them, stores them in a letter case and finds them in it. */
function withCapitals(context: Context, { username }: Meanings, mark: string): Meanings {
  return {
    ...emailMeanings(context, `Full.${mark.toUpperCase()}@example.org`),
    username: context.world.synthetic(inTitleCase(text(username) ?? mark)),
  };
}

/** Each word with a capital. */
function inTitleCase(words: string): string {
  return words.replace(/(?<![a-z0-9])[a-z]/g, (letter) => letter.toUpperCase());
}

/** A target may refuse a UPN that is not a real one, so the simplest creation has none. */
function upn({ world }: Context, mark: string): Meanings {
  return { upn: world.synthetic(`upn.${mark}`) };
}

/** A value of each field beside the names; the mark makes the address and the identifier nobody else's. */
export function everyField(context: Context, mark: string): Meanings {
  const [gender] = genders(context);
  return {
    ...emailMeanings(context, `${mark}@example.org`),
    externalId: context.world.synthetic(mark),
    dateOfBirth: context.world.synthetic('2001-02-03'),
    ...(gender === undefined ? {} : { gender }),
  };
}
