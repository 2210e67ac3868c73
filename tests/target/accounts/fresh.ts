import { carries, type Meanings } from '../../../generators/body.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { type Json, object, text } from '../body.ts';
import { create, markedName, mayBeTaken, meaningsOf } from '../reuse/fixture.ts';
import { freeNumber } from '../reuse/free-number.ts';
import { leftover } from '../reuse/leftovers.ts';
import { resources } from '../reuse/resources.ts';
import { emailMeanings, genders } from './request.ts';

/** An account that was made just now: what was said of it, and what came. */
export interface FreshUser {
  readonly meanings: Meanings;
  readonly answer: Answer;
}

/** The words of the plainest creation. */
export const simplest = 'new';

/** How many names are tried that look free and are not: a target may hide users who are disabled. */
const tries = 6;

/**
 * The creation of an account under a name that nobody has, the same for all who ask with these words. Its name has a
 * number, for what earlier runs made under these words is still there.
 */
export function freshUser(
  context: Context,
  kind: 'student' | 'teacher',
  words: string = simplest,
): Promise<FreshUser> {
  return context.world.once(`fresh ${kind} ${words}`, async () => {
    let number = await freeNumber(context, async (n) => (await taken(n)) !== undefined);
    for (let attempt = 1; ; attempt += 1) {
      const meanings = meaningsAt(number);
      const answer = await create(context, kind, meanings);
      if (attempt === tries || !mayBeTaken(kind, answer.status)) return { meanings, answer };
      number += 2 ** attempt;
    }
  });

  function meaningsAt(number: number): Meanings {
    const usual = meaningsOf(context, kind, markedName(context, `${kind} ${words} ${number}`));
    return { ...usual, ...more(context, kind, words, number) };
  }

  /** A body that carries nothing that nobody may share takes any name. */
  async function taken(number: number): Promise<Json | undefined> {
    const body = context.operation(resources[kind].make).body ?? {};
    if (!unshared.some((name) => carries(body, name))) return undefined;
    return leftover(context, kind, meaningsAt(number));
  }
}

/** Fields that no two users may share. */
const unshared = ['username', 'externalId', 'upn'];

/** The user in an answer, or `undefined`. */
export function userIn(answer: Answer): Json | undefined {
  return object(object(answer.json)?.['user']);
}

/** The id of the user in an answer. Inconclusive without one: other clauses say so. */
export function userIdIn(context: Context, answer: Answer): string {
  return context.need(text(userIn(answer)?.['userId']), `\`userId\` in the answer, got ${answer.status}`);
}

/** What a creation says beside the name, where the body has a place for it: a UPN may have to be a real one. */
function more(context: Context, kind: string, words: string, number: number): Meanings {
  const mark = `${kind}.${number}.${context.world.mark}`;
  if (words !== simplest) return { upn: context.world.synthetic(`upn.${mark}`) };
  const [gender] = genders(context);
  return {
    ...emailMeanings(context, `${mark}@example.org`),
    externalId: context.world.synthetic(mark),
    dateOfBirth: context.world.synthetic('2001-02-03'),
    ...(gender === undefined ? {} : { gender }),
  };
}
