import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Check } from './check.ts';

const literal = /'([a-z][\w.-]*\.[\w./-]+)'/g;
const clauseOfNode = /x-clause: ['"]?([\w.-]+)/g;

/**
 * Tells each check where it stands: file and line, as a path below `root`. The id of a check stands literally once in
 * the source; a check that is derived from a schema stands where the contract, or else a list of the checks, names its
 * clause.
 *
 * @param root the folder that the package or the checkout is in
 * @param folder the folder of the checks, below it
 * @param contract the file of the contract, below it
 */
export function withSources(
  checks: readonly Check[],
  { root, folder, contract }: { readonly root: string; readonly folder: string; readonly contract: string },
): readonly Check[] {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.[jt]s$/.test(name))
    .map((name) => path.join(folder, name));
  const ids = placesIn(root, files, literal);
  const clauses = placesIn(root, [contract], clauseOfNode);
  return checks.map((check) => {
    const source = ids.get(check.id) ?? clauses.get(check.clause) ?? ids.get(check.clause);
    return source === undefined ? check : { ...check, source };
  });
}

/** The first place of everything that a pattern captures. */
function placesIn(root: string, files: readonly string[], pattern: RegExp): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const file of files)
    for (const [at, line] of readFileSync(path.join(root, file), 'utf8').split('\n').entries())
      for (const [, id = ''] of line.matchAll(pattern))
        if (!places.has(id)) places.set(id, `${file.split(path.sep).join('/')}:${at + 1}`);
  return places;
}
