import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readSource, type Source } from './source.ts';
import { isObject, objectAt } from './tree.ts';

/** The texts of the contract's files; a file that is left out is read from beside this module. */
export interface ContractFiles {
  readonly openapi?: string;
  readonly passages?: string;
  readonly clauses?: string;
  readonly gaps?: string;
}

const names: readonly (keyof ContractFiles)[] = ['openapi', 'passages', 'clauses', 'gaps'];
const snapshotFile = new URL('contract.json', import.meta.url);
const read = new Map<string, Source>();
let snapshot: unknown;

function textOf(name: keyof ContractFiles): string {
  return readFileSync(new URL(`${name}.yaml`, import.meta.url), 'utf8');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The parsed text in the snapshot; undefined without a snapshot, or where it was made from another text. */
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
  return {
    file,
    tree,
    error: (...about) => readSource(file, text).error(...about),
    lineOf: (path) => readSource(file, text).lineOf(path),
  };
}

/** Parses a file of the contract: the given text, or else the file beside this module, which is read once. */
export function sourceOf(name: keyof ContractFiles, text: string | undefined): Source {
  if (text !== undefined) return readSource(`spec/${name}.yaml`, text);
  const source = read.get(name) ?? readOwn(name);
  read.set(name, source);
  return source;
}

/**
 * Writes a snapshot of the parsed contract as JSON. The package has one beside the compiled module, because parsing the
 * YAML takes every process half a second. A snapshot is used only for the texts that it was made from.
 */
export function writeSnapshot(file: string): void {
  const entries = names.map((name) => {
    const text = textOf(name);
    return [name, { sha256: digest(text), tree: readSource(`spec/${name}.yaml`, text).tree }];
  });
  writeFileSync(file, JSON.stringify(Object.fromEntries(entries)));
}
