import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Something wrong with a service, and the rows of a quick run that find it. */
export interface Found {
  /** The id of a fault, or the name of a mutant. */
  readonly wrong: string;
  readonly rows: readonly string[];
}

/** What was measured, a line each; of what was measured again, the last. Nothing where there is no file yet. */
export function readFound(file: string): ReadonlyMap<string, readonly string[]> {
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return new Map(lines.map((line) => JSON.parse(line) as Found).map(({ wrong, rows }) => [wrong, rows]));
}

/** What was found by all rows, where some were judged again: of these, what they find now, and of the others what was known. */
export function foundNow(
  before: readonly string[],
  again: { readonly isJudged: (row: string) => boolean; readonly failed: readonly string[] },
): readonly string[] {
  return [...before.filter((row) => !again.isJudged(row)), ...again.failed];
}

/** Keeps what was measured, at once: an interrupted measuring goes on where it was, and parts add up. */
export function keepFound(file: string, found: Found): void {
  appendFileSync(file, `${JSON.stringify(found)}\n`);
}
