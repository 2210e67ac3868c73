import { propertyFor } from '../../../generators/body.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Contract, Operation } from '../../../spec/contract.ts';
import { object } from '../body.ts';
import { sample } from './facts.ts';

/** The words to ask for a status by. */
export interface StatusWords {
  readonly words: readonly string[];
  /** Whether sessions show the same words. */
  readonly areShown: boolean;
}

/** The words that sessions show of their status, or those that the profile names for the filter where they are others. */
export async function statusWords(context: Context): Promise<StatusWords> {
  const shown = (await sample(context)).flatMap(({ status }) => status ?? []);
  context.need(shown.length > 0, 'a session with a status');
  const named = namedWords(context.op);
  const areShown = takesShownStatus(context) || shown.every((status) => named.includes(status));
  if (areShown) return { words: [...new Set(shown)], areShown };
  return { words: context.need(named.length === 2 && named, 'two words for the two statuses'), areShown };
}

/**
 * Whether the filter by status takes the words that sessions show, as far as the profile tells: it names none, or two of
 * those that it names for the status itself.
 */
export function takesShownStatus({ contract, op }: Pick<Context, 'contract' | 'op'>): boolean {
  const words = namedWords(op);
  if (words.length === 0) return true;
  const shown = words.filter((word) => mayBeShown(contract, word));
  return !mayBeShown(contract, nobodysWord) && shown.length >= Math.min(words.length, 2);
}

/** Where sessions may show this one, the profile does not name their words. */
const nobodysWord = 'a word that no profile names';

/** The words that the filter by status takes, where the profile lists them. */
function namedWords({ body, parameters }: Operation): readonly string[] {
  const schema =
    body === undefined
      ? object(parameters.find(({ name }) => name === 'status')?.schema)
      : propertyFor(body, 'status');
  const words = schema?.['enum'];
  return Array.isArray(words) ? words.filter((word) => typeof word === 'string') : [];
}

function mayBeShown(contract: Contract, status: string): boolean {
  const violations = contract.validate('listSessions', 200, { data: [{ status }] });
  return !violations.some(({ clause }) => clause === 'session.status');
}
