import type { Contract, Operation } from '../../spec/contract.ts';
import { arrayAt, isObject, objectAt, textAt } from '../../spec/tree.ts';
import type { Prober } from './probe.ts';

/** The words that a list accepts for sorting; empty where the answers do not show them. */
export interface Sorts {
  readonly fields: readonly string[];
  readonly directions: readonly string[];
}

const directions = ['asc', 'desc'];
const unknownWord = 'rollcall-no-word';

/**
 * Finds the words for sorting: tries the fields that the rows of a list show, and both directions. An accepted word
 * shows something only where the list refuses an unknown word.
 */
export async function sortsOf(
  prober: Prober,
  contract: Contract,
  lists: readonly Operation[],
): Promise<Map<string, Sorts>> {
  const sorts = new Map<string, Sorts>();
  for (const op of lists.filter((list) => list.method === 'GET' && list.has('sort'))) {
    const isAccepted = async (field: unknown, direction: unknown): Promise<boolean> =>
      (await prober.ask(op.id, { limit: 1, sort: { field, direction } }))?.status === 200;
    const start = objectAt(
      contract.operation(op.id).parameters.find(({ name }) => name === 'sort')?.schema,
      'default',
    );
    const [field, direction] = [textAt(start, 'field'), textAt(start, 'direction')];
    const only = async (words: readonly string[], test: (word: string) => Promise<boolean>) => {
      if (!(await isAccepted(field, direction)) || (await test(unknownWord))) return [];
      const found: string[] = [];
      for (const word of words) if (await test(word)) found.push(word);
      return found;
    };
    sorts.set(op.id, {
      fields: await only(await shownFields(prober, op), (word) => isAccepted(word, direction)),
      directions: await only(directions, (word) => isAccepted(field, word)),
    });
  }
  return sorts;
}

/** The names of the text fields in the first rows of a list. */
async function shownFields(prober: Prober, op: Operation): Promise<string[]> {
  const answer = await prober.ask(op.id, { limit: 5 });
  const items = arrayAt(answer?.json, 'data').filter(isObject);
  const names = items.flatMap((item) => Object.keys(item).filter((name) => typeof item[name] === 'string'));
  return [...new Set(names)].filter((name) => /^[A-Za-z]\w{0,39}$/.test(name));
}
