import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
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
/** A package has its snapshot beside this module. A checkout makes its own, where its tools keep theirs. */
const isCheckout = import.meta.filename.endsWith('.ts');
const snapshotFile = path.join(
  import.meta.dirname,
  isCheckout ? '../node_modules/.cache/rollcall/contract.json' : 'contract.json',
);
const read = new Map<string, Source>();
let snapshot: unknown;

function textOf(name: keyof ContractFiles): string {
  return readFileSync(new URL(`${name}.yaml`, import.meta.url), 'utf8');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function storedSnapshot(): unknown {
  try {
    return existsSync(snapshotFile) ? JSON.parse(readFileSync(snapshotFile, 'utf8')) : {};
  } catch {
    return {};
  }
}

/** The parsed text in the snapshot; undefined without a snapshot, or where it was made from another text. */
function snapshotTree(name: string, text: string): unknown {
  snapshot ??= storedSnapshot();
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
  const known = read.get(name);
  if (known !== undefined) return known;
  const source = readOwn(name);
  read.set(name, source);
  if (isCheckout && read.size === names.length) keepSnapshot();
  return source;
}

/** Keeps what was parsed for the next process, where it is new. A checkout that cannot be written does without. */
function keepSnapshot(): void {
  const isNew = names.some((name) => objectAt(snapshot, name)['sha256'] !== digest(textOf(name)));
  if (!isNew) return;
  try {
    mkdirSync(path.dirname(snapshotFile), { recursive: true });
    const own = `${snapshotFile}.${process.pid}`;
    writeSnapshot(own);
    renameSync(own, snapshotFile);
  } catch {
    // The next process parses again.
  }
}

/**
 * Writes a snapshot of the parsed contract as JSON. The package has one beside the compiled module, because parsing the
 * YAML takes every process half a second. A snapshot is used only for the texts that it was made from.
 */
export function writeSnapshot(file: string): void {
  const entries = names.map((name) => {
    const text = textOf(name);
    const { tree } = read.get(name) ?? readSource(`spec/${name}.yaml`, text);
    return [name, { sha256: digest(text), tree }];
  });
  writeFileSync(file, JSON.stringify(Object.fromEntries(entries)));
}
