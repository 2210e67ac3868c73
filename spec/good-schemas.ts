import { createHash } from 'node:crypto';

/** The digests of the documents whose schemas are known to be good. */
const good = new Set<string>();

/**
 * The first problem in the schemas of a document. To look for it takes a third of a second, so it is looked for once, and
 * not in the processes that are told of it.
 */
export function unlessGood(
  tree: unknown,
  problemOf: (tree: unknown) => string | undefined,
): string | undefined {
  const digest = createHash('sha256').update(JSON.stringify(tree)).digest('hex');
  if (good.has(digest)) return undefined;
  const problem = problemOf(tree);
  if (problem === undefined) good.add(digest);
  return problem;
}

/** What to tell a process that this one starts: the documents that it found good. */
export function goodSchemas(): string {
  return [...good].join(' ');
}

/** Takes the word of the process that started this one. */
export function trustGoodSchemas(told = ''): void {
  for (const digest of told.split(' ')) good.add(digest);
}
