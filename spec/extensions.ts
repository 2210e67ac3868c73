import { operationExtensions, schemaExtensions } from './keywords.ts';
import { suggest } from './nearest.ts';
import type { Path, Source } from './source.ts';
import { isObject } from './tree.ts';

const extensions = { ...schemaExtensions, ...operationExtensions };

/** The ids that extensions may name. */
export interface KnownIds {
  readonly clauses: ReadonlySet<string>;
  readonly gaps: ReadonlySet<string>;
}

/** The extensions that name ids, and of what. */
const naming: Readonly<Record<string, keyof KnownIds>> = {
  'x-clause': 'clauses',
  'x-gap': 'gaps',
  'x-request-gap': 'gaps',
  'x-answer-gap': 'gaps',
  'x-answer-clause': 'clauses',
};

function checkOne(source: Source, path: Path, value: unknown, known: KnownIds): void {
  const key = String(path.at(-1));
  const extension = extensions[key];
  if (extension === undefined) {
    throw source.error(
      path,
      `${key} is not an extension of this contract`,
      suggest(key, Object.keys(extensions), `known are ${Object.keys(extensions).join(', ')}`),
    );
  }
  if (!extension.holds(value))
    throw source.error(path, `does not hold ${extension.words}`, `write ${extension.words}`);
  const kind = naming[key];
  const ids = kind && known[kind];
  for (const id of ids === undefined ? [] : [value].flat()) {
    if (ids?.has(String(id)) === false) {
      throw source.error(
        path,
        `${String(id)} is not known`,
        suggest(String(id), ids, `add it to ${kind}.yaml`),
      );
    }
  }
}

/**
 * Checks every `x-` key of a document: it must be a known extension with a valid value, and the ids in it must be those
 * of clauses and gaps.
 * @throws ContractError with line, key and the nearest known word
 */
export function checkExtensions(
  source: Source,
  known: KnownIds,
  path: Path = [],
  node: unknown = source.tree,
): void {
  if (Array.isArray(node))
    for (const [i, item] of node.entries()) checkExtensions(source, known, [...path, i], item);
  if (!isObject(node)) return;
  for (const [key, value] of Object.entries(node)) {
    const at = [...path, key];
    // Below `properties`, a key is the name of a field and never an extension.
    if (key.startsWith('x-') && path.at(-1) !== 'properties') checkOne(source, at, value, known);
    else checkExtensions(source, known, at, value);
  }
}
