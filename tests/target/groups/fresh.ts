import type { Meanings } from '../../../generators/body.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { type Json, object, resourceOf, text } from '../body.ts';
import { fromPage } from '../page.ts';
import { create, markedName } from '../reuse/creation.ts';
import { findExisting } from '../reuse/existing.ts';
import { freeNumber } from '../reuse/free-number.ts';
import { resources } from '../reuse/resources.ts';
import type { Group } from './group.ts';
import { otherYearIds } from './years.ts';

/** A creation that was accepted: what was sent, and what came. */
export interface FreshGroup {
  readonly meanings: Meanings;
  readonly answer: Answer;
  readonly thing: Json;
  readonly id: string;
}

/** The words in the name of a creation that has nothing special. */
const simplestLabel = 'made';

/** How many names are tried: a name may be taken although the search does not show by what. */
const tries = 8;

/**
 * A class or cohort that this run created, the same one for the same words. Its name has a number, for what earlier
 * runs created under these words is still there. Inconclusive when the target refuses.
 */
export function freshGroup(
  context: Context,
  group: Group,
  words = simplestLabel,
  more: Readonly<Record<string, unknown>> = {},
): Promise<FreshGroup> {
  return context.world.once(`created ${group.kind} ${words}`, async () => {
    const { answer, meanings } = await freshGroupAnswer(context, group, words, more);
    context.need.described(answer);
    const id = text(object(object(answer.json)?.[group.kind])?.[group.id]);
    return {
      meanings,
      answer,
      id: context.need(id, `\`${group.id}\` in the answer to a creation, got ${answer.status}`),
      thing: resourceOf(context, answer, group.kind),
    };
  });
}

/** The answer to a creation whose name nothing has. */
export interface FreshAnswer {
  readonly answer: Answer;
  readonly meanings: Meanings;
  /** The answer under the name that was tried first: a conflict where this one is under another. */
  readonly first: Answer;
}

/**
 * The answer to the creation of something new, whatever the answer is; sent once for the same words.
 *
 * @param before what happens to the name that is tried first, before it is given
 */
export function freshGroupAnswer(
  context: Context,
  group: Pick<Group, 'kind'>,
  words = simplestLabel,
  more: Readonly<Record<string, unknown>> = {},
  before: (meanings: Meanings) => Promise<void> = async () => undefined,
): Promise<FreshAnswer> {
  return context.world.once(`newest ${group.kind} ${words}`, async () => {
    let number = await freeNumber(context, async (n) => (await taken(n)) !== undefined);
    // A service may remember which year was asked for last, and take it for the current one.
    const [another] = await otherYearIds(context);
    if (another !== undefined) await context.send(resources[group.kind].list, { academicYearId: another });
    await before(meaningsAt(number));
    let first: Answer | undefined;
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const meanings = meaningsAt(number);
      const answer = await create(context, group.kind, meanings, { headers: fromPage });
      first ??= answer;
      if (answer.status !== 409) return { answer, meanings, first };
      number += 2 ** attempt;
    }
    // Earlier runs may have taken all of these and the list not show it. Nobody has taken the time.
    const meanings = meaningsAt(Date.now());
    const answer = await create(context, group.kind, meanings, { headers: fromPage });
    return { answer, meanings, first: first ?? answer };
  });

  function meaningsAt(number: number): Meanings {
    const name = markedName(context, `${group.kind} ${words} ${number}`);
    return { name, description: name, ...more };
  }

  function taken(number: number): Promise<Json | undefined> {
    return findExisting(context, group.kind, meaningsAt(number));
  }
}
