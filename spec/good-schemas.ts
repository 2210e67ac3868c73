import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { arrayAt } from './tree.ts';

/** What is known to be good, by digests. */
interface Good {
  /** The documents whose schemas are good, and the profiles that have their form. */
  readonly texts: Set<string>;
  /** Single schemas that compiled: most are the same in the next document. */
  readonly schemas: Set<string>;
}

/** What the package knows: its build has looked at the contract and at the profile that is built in. A checkout looks anew. */
const file = path.join(import.meta.dirname, 'good.json');

let known: Good | undefined;

function good(): Good {
  known ??= stored();
  return known;
}

function stored(): Good {
  const kept: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const digests = (name: string) => new Set(arrayAt(kept, name).map(String));
  return { texts: digests('texts'), schemas: digests('schemas') };
}

/** Compiles a schema, unless one of the same text was compiled before. Those it throws on are not remembered. */
export function compileOnce(text: string, compile: () => unknown): void {
  const digest = digestOf(text);
  if (good().schemas.has(digest)) return;
  compile();
  good().schemas.add(digest);
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * The first problem of a text. To look for it takes up to a third of a second, so it is looked for once, and not in the
 * processes that are told of it.
 */
export function unlessGood<Problem>(text: string, problemOf: () => Problem | undefined): Problem | undefined {
  const digest = digestOf(text);
  if (good().texts.has(digest)) return undefined;
  const problem = problemOf();
  if (problem === undefined) good().texts.add(digest);
  return problem;
}

/** What to tell a process that this one starts: the documents and the profiles that it found good. */
export function goodSchemas(): string {
  return [...good().texts].join(' ');
}

/** Takes the word of the process that started this one. */
export function trustGoodSchemas(told = ''): void {
  for (const digest of told.split(' ')) good().texts.add(digest);
}

/** Writes what this process has found good, for the compiled package. */
export function keepGoodSchemas(): void {
  const { texts, schemas } = good();
  writeFileSync(file, JSON.stringify({ texts: [...texts], schemas: [...schemas] }));
}
