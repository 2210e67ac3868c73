import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Check } from './check.ts';

const idLiteral = /'([a-z][\w.-]*\.[\w./-]+)'/g;
const clauseInData = /(?:x-(?:answer-)?clause|- id): ['"]?([\w.-]+)/g;

/** Where the places of checks are found. */
interface Sources {
  /** The file that {@link keepSources} left where the source itself is not at hand. */
  readonly kept: string;
  /** The folder of the source. */
  readonly root: string;
  /** The folder of the checks, below `root`. */
  readonly folder: string;
  /** The files of the contract, below `root`, those that name clauses in schemas first. */
  readonly contract: readonly string[];
}

/**
 * Adds to each check its place in the source: file and line, as a path below `root`. The id of a check stands
 * literally once in the source. A check that is derived from a schema stands where the contract names its clause.
 */
export function withSources(checks: readonly Check[], where: Sources): readonly Check[] {
  const sourceOf = existsSync(where.kept) ? keptSources(where.kept) : searched(where);
  return checks.map((check) => {
    const source = sourceOf(check);
    return source === undefined ? check : { ...check, source };
  });
}

/** Keeps the places of checks for what is compiled, which stands elsewhere and would read two hundred files each time. */
export function keepSources(file: string, checks: readonly Check[]): void {
  writeFileSync(file, JSON.stringify(Object.fromEntries(checks.map(({ id, source }) => [id, source]))));
}

function keptSources(file: string): (check: Check) => string | undefined {
  const sources = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return ({ id }) => sources[id];
}

function searched({ root, folder, contract }: Sources): (check: Check) => string | undefined {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(folder, name));
  const ids = placesIn(root, files, idLiteral);
  const clauses = placesIn(root, contract, clauseInData);
  return ({ id, clause }) => ids.get(id) ?? clauses.get(clause);
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
