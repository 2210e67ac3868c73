import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import { otherNames } from '../words/meanings.ts';
import { missingIn, type Trier, wordsIn } from './trier.ts';

/** One body that may be right: its wrapper, and the names of its fields by what they mean. */
export interface Candidate {
  readonly wrap: string | undefined;
  readonly names: Readonly<Record<string, string>>;
}

/** What to look for. */
export interface Quest {
  readonly operation: string;
  readonly params: Params;
  /** What the body has to say. */
  readonly meanings: readonly string[];
  readonly wraps: readonly (string | undefined)[];
  /** The value for a meaning; `undefined` where none is known. */
  readonly value: (meaning: string) => unknown;
  /** Whether the answer to a body shows that it was understood. A server may accept what it does not look at. */
  readonly shows: (answer: Answer) => Promise<boolean> | boolean;
  /** Names that another operation has shown. */
  readonly known: Readonly<Record<string, string>>;
}

/** A body that was found, with its answer; or in words why none was. */
export type Found = { readonly candidate: Candidate; readonly answer: Answer } | string;

/**
 * Looks for the body of an operation: first the usual names, then those that a refusal names. A refused try changes
 * nothing.
 */
export async function searchBody(trier: Trier, quest: Quest): Promise<Found> {
  const waiting = candidatesOf(quest);
  const tried = new Set<string>();
  let ended = 'nothing to try';
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const key = JSON.stringify(next);
    if (tried.has(key)) continue;
    tried.add(key);
    const answer = await trier.send(quest.operation, quest.params, bodyOf(next, quest.value));
    if (typeof answer === 'string') return answer;
    const { status } = answer;
    if (status < 300) {
      if (await quest.shows(answer)) return { candidate: next, answer };
      ended = `accepted (${status}), but nothing shows that it was understood`;
      continue;
    }
    if ([401, 403, 405, 429].includes(status) || status >= 500) return `answered ${status}`;
    ended = `refused (${status})`;
    waiting.unshift(...repaired(next, answer, quest));
  }
  return `${ended}, whatever was tried`;
}

/** The body of a candidate. */
export function bodyOf({ wrap, names }: Candidate, value: Quest['value']): Record<string, unknown> {
  const fields = Object.entries(names).map(([meaning, name]) => [name, value(meaning)]);
  const payload = Object.fromEntries(fields.filter(([, one]) => one !== undefined)) as Record<
    string,
    unknown
  >;
  return wrap === undefined ? payload : { [wrap]: payload };
}

/** The usual bodies: each way of naming, in each wrapper. */
function candidatesOf({ meanings, wraps, known }: Quest): Candidate[] {
  const ways = Math.max(...meanings.map((meaning) => namesFor(meaning).length));
  return Array.from({ length: Math.min(ways, 3) }, (_, way) =>
    wraps.map((wrap) => ({
      wrap,
      names: Object.fromEntries(
        meanings.map((meaning) => [meaning, known[meaning] ?? namesFor(meaning)[way] ?? meaning]),
      ),
    })),
  ).flat();
}

function namesFor(meaning: string): readonly string[] {
  return [meaning, ...(otherNames[meaning] ?? [])];
}

/** The candidates to which a refusal leads: another wrapper, another name, one more field. */
function repaired({ wrap, names }: Candidate, answer: Answer, quest: Quest): Candidate[] {
  const used = [...Object.values(names), wrap];
  const isMissing = new Set(missingIn(answer));
  return [...new Set(wordsIn(answer))].flatMap((word): Candidate[] => {
    if (used.includes(word)) return [];
    const meaning = Object.keys(otherNames).find((one) => namesFor(one).includes(word));
    // What is missing and is no field that anybody knows may be what all of them stand in.
    const mayWrap = quest.wraps.includes(word) || (meaning === undefined && isMissing.has(word));
    const wrapped = mayWrap ? [{ wrap: word, names }] : [];
    if (meaning === undefined || quest.value(meaning) === undefined) return wrapped;
    return [...wrapped, { wrap, names: { ...names, [meaning]: word } }];
  });
}
