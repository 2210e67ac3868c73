import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readSource, type Source } from './source.ts';
import { isObject, objectAt } from './tree.ts';

/** The texts of the contract's files, where a caller brings its own instead of the ones beside this module. */
export interface ContractFiles {
  readonly openapi?: string;
  readonly clauses?: string;
  readonly gaps?: string;
}

const names: readonly (keyof ContractFiles)[] = ['openapi', 'clauses', 'gaps'];
const snapshotFile = new URL('contract.json', import.meta.url);
const read = new Map<string, Source>();
let snapshot: unknown;

function textOf(name: keyof ContractFiles): string {
  return readFileSync(new URL(`${name}.yaml`, import.meta.url), 'utf8');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The tree that the snapshot has for exactly this text; undefined where there is none, or an older one. */
function snapshotTree(name: string, text: string): unknown {
  snapshot ??= existsSync(snapshotFile) ? JSON.parse(readFileSync(snapshotFile, 'utf8')) : {};
  const entry = objectAt(snapshot, name);
  return entry['sha256'] === digest(text) ? entry['tree'] : undefined;
}

function readOwn(name: keyof ContractFiles): Source {
  const file = `spec/${name}.yaml`;
  const text = textOf(name);
  const tree = snapshotTree(name, text);
  if (!isObject(tree)) return readSource(file, text);
  return { file, tree, error: (...about) => readSource(file, text).error(...about) };
}

/** The file of the contract, from the text given or from beside this module, where it is read once. */
export function sourceOf(name: keyof ContractFiles, text: string | undefined): Source {
  if (text !== undefined) return readSource(`spec/${name}.yaml`, text);
  const source = read.get(name) ?? readOwn(name);
  read.set(name, source);
  return source;
}

/**
 * Writes what reading the contract's files gives as JSON, for a package: `contract.json` beside the compiled module
 * spares every process the half second that reading YAML takes. It counts only for the very same texts.
 */
export function writeSnapshot(file: string): void {
  const entries = names.map((name) => {
    const text = textOf(name);
    return [name, { sha256: digest(text), tree: readSource(`spec/${name}.yaml`, text).tree }];
  });
  writeFileSync(file, JSON.stringify(Object.fromEntries(entries)));
}
