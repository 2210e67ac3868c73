import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Check } from './check.ts';

const idLiteral = /'([a-z][\w.-]*\.[\w./-]+)'/g;
const clauseInData = /(?:x-(?:answer-)?clause|- id): ['"]?([\w.-]+)/g;

/**
 * Adds to each check its place in the source: file and line, as a path below `root`. The id of a check stands
 * literally once in the source. A check that is derived from a schema stands where the contract names its clause.
 *
 * @param root the folder of the package or the checkout
 * @param folder the folder of the checks, below `root`
 * @param contract the files of the contract, below `root`, those that name clauses in schemas first
 */
export function withSources(
  checks: readonly Check[],
  {
    root,
    folder,
    contract,
  }: { readonly root: string; readonly folder: string; readonly contract: readonly string[] },
): readonly Check[] {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.[jt]s$/.test(name))
    .map((name) => path.join(folder, name));
  const ids = placesIn(root, files, idLiteral);
  const clauses = placesIn(root, contract, clauseInData);
  return checks.map((check) => {
    const source = ids.get(check.id) ?? clauses.get(check.clause);
    return source === undefined ? check : { ...check, source };
  });
}

/** The first place of each text that a pattern captures. */
function placesIn(root: string, files: readonly string[], pattern: RegExp): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const file of files)
    for (const [at, line] of readFileSync(path.join(root, file), 'utf8').split('\n').entries())
      for (const [, id = ''] of line.matchAll(pattern))
        if (!places.has(id)) places.set(id, `${file.split(path.sep).join('/')}:${at + 1}`);
  return places;
}
