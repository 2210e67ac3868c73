import type { Contract, Operation } from '../../spec/contract.ts';
import { arrayAt, isObject, objectAt, textAt } from '../../spec/tree.ts';
import type { Prober } from './probe.ts';

/** Words that the sort of a list takes; empty where the answers don't tell. */
export interface Sorts {
  readonly fields: readonly string[];
  readonly directions: readonly string[];
}

const directions = ['asc', 'desc'];
const noWord = 'rollcall-no-word';

/**
 * Tries the fields that a list shows and the directions that the interface names in its defaults. They tell
 * something only where a word that nobody knows is refused.
 */
export async function sortsOf(
  prober: Prober,
  contract: Contract,
  lists: readonly Operation[],
): Promise<Map<string, Sorts>> {
  const sorts = new Map<string, Sorts>();
  for (const op of lists.filter((list) => list.method === 'GET' && list.has('sort'))) {
    const taken = async (field: unknown, direction: unknown): Promise<boolean> =>
      (await prober.ask(op.id, { limit: 1, sort: { field, direction } }))?.status === 200;
    const start = objectAt(
      contract.operation(op.id).parameters.find(({ name }) => name === 'sort')?.schema,
      'default',
    );
    const [field, direction] = [textAt(start, 'field'), textAt(start, 'direction')];
    const only = async (words: readonly string[], test: (word: string) => Promise<boolean>) => {
      if (!(await taken(field, direction)) || (await test(noWord))) return [];
      const found: string[] = [];
      for (const word of words) if (await test(word)) found.push(word);
      return found;
    };
    sorts.set(op.id, {
      fields: await only(await shownFields(prober, op), (word) => taken(word, direction)),
      directions: await only(directions, (word) => taken(field, word)),
    });
  }
  return sorts;
}

/** Names of the plain fields of the first rows. */
async function shownFields(prober: Prober, op: Operation): Promise<string[]> {
  const answer = await prober.ask(op.id, { limit: 5 });
  const items = arrayAt(answer?.json, 'data').filter(isObject);
  const names = items.flatMap((item) => Object.keys(item).filter((name) => typeof item[name] === 'string'));
  return [...new Set(names)].filter((name) => /^[A-Za-z]\w{0,39}$/.test(name));
}
