import { loadContract } from '../../spec/contract.ts';
import { suggest } from '../../spec/nearest.ts';
import type { Path, Source } from '../../spec/source.ts';
import { arrayAt, objectAt } from '../../spec/tree.ts';
import { ConfigurationError } from '../judging/outcome.ts';

/** The settings that list operations, besides those of each key. */
const lists: readonly Path[] = [
  ['readings', 'authentication.key-permissions', 'restricted-may-use'],
  ['readings', 'authentication.key-permissions', 'restricted-may-not-use'],
];

/** Those of each key. */
function listsOfKeys({ tree }: Source): Path[] {
  const roles = Object.keys(objectAt(tree, 'keys') ?? {});
  return roles.flatMap((role) => [
    ['keys', role, 'mayUse'],
    ['keys', role, 'mayNotUse'],
  ]);
}

/**
 * Refuses a name in a list of operations that no operation of the interface has, in any of its versions.
 *
 * @throws ConfigurationError with file, line and the nearest name
 */
export function refuseUnknownOperations(source: Source): void {
  const known = loadContract().operations.map(({ id }) => id);
  for (const list of [...listsOfKeys(source), ...lists]) {
    const holder = list
      .slice(0, -1)
      .reduce<unknown>((node, step) => objectAt(node, String(step)), source.tree);
    for (const [i, name] of arrayAt(holder, String(list.at(-1))).entries()) {
      if (known.includes(String(name))) continue;
      const fix = suggest(String(name), known, 'spec/openapi.yaml lists them');
      throw new ConfigurationError(
        source.error([...list, i], `${name} is no operation of the interface`, fix).message,
      );
    }
  }
}
