import type { Operation } from './operation.ts';
import { below, type Place, readChoice, readList } from './read.ts';

const selectors: Readonly<Record<string, (operation: Operation) => boolean>> = {
  all: () => true,
  paginated: ({ paginated }) => paginated,
  reads: ({ writes }) => !writes,
  writes: ({ writes }) => writes,
  lists: ({ wrapper }) => wrapper === 'data',
  'lists-400': (operation) => operation.lists(400),
  'lists-404': (operation) => operation.lists(404),
  'lists-409': (operation) => operation.lists(409),
  none: () => false,
};

/**
 * Reads `operations:` of a clause or a gap, which is the name of a selector or a list of operationIds.
 * @returns the operationIds
 * @throws ContractError for an unknown word, or an id that occurs twice
 */
export function selectOperations(
  place: Place,
  value: unknown,
  operations: readonly Operation[],
): readonly string[] {
  const ids = operations.map(({ id }) => id);
  if (typeof value === 'string') {
    const chosen = selectors[readChoice(place, value, Object.keys(selectors))] ?? (() => false);
    return operations.filter(chosen).map(({ id }) => id);
  }
  const named = readList(place, value).map((id, i) => readChoice(below(place, i), id, ids));
  named.forEach((id, i) => {
    if (named.indexOf(id) === i) return;
    throw place.source.error([...place.path, i], `${id} stands here twice`, 'name it once');
  });
  return named;
}
