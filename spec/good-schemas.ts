import { createHash } from 'node:crypto';

/** The digests of the documents whose schemas are known to be good, and of the profiles that have their form. */
const good = new Set<string>();

/** The digests of single schemas that compiled: most are the same in the next document. */
const compiled = new Set<string>();

/** Compiles a schema, unless one of the same text was compiled before. Those it throws on are not remembered. */
export function compileOnce(text: string, compile: () => unknown): void {
  const digest = digestOf(text);
  if (compiled.has(digest)) return;
  compile();
  compiled.add(digest);
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
  if (good.has(digest)) return undefined;
  const problem = problemOf();
  if (problem === undefined) good.add(digest);
  return problem;
}

/** What to tell a process that this one starts: the documents and the profiles that it found good. */
export function goodSchemas(): string {
  return [...good].join(' ');
}

/** Takes the word of the process that started this one. */
export function trustGoodSchemas(told = ''): void {
  for (const digest of told.split(' ')) good.add(digest);
}
