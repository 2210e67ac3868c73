import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** What a file of outcomes keeps, by id; nothing where there is no file yet. */
export function readKept<Kept>(file: string): Readonly<Record<string, Kept>> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Kept>) : {};
}

/**
 * Keeps one outcome beside the others of its file, in the order of the ids. Whoever reads the file at this moment, for another
 * part, reads all of it.
 */
export function keepIn<Kept>(file: string, ids: readonly string[], id: string, outcome: Kept): void {
  const all: Readonly<Record<string, Kept>> = { ...readKept<Kept>(file), [id]: outcome };
  const ordered = ids.flatMap((one) => {
    const kept = all[one];
    return kept === undefined ? [] : [[one, kept] as const];
  });
  const own = `${file}.${process.pid}`;
  writeFileSync(own, `${JSON.stringify(Object.fromEntries(ordered), null, 2)}\n`);
  renameSync(own, file);
}

/** How a command of this folder chooses: what was not judged yet, what was treated wrongly before the mending, or all. */
export interface Choice {
  readonly only: string;
  /** Such as `1/2`: the first of two parts. */
  readonly part?: string;
  readonly after: boolean;
  readonly again: boolean;
}

/** Those that were chosen by a text in their ids, and of these one part. */
export function chosenFrom<One extends { readonly id: string }>(
  all: readonly One[],
  { only, part: text = '1/1' }: Choice,
): readonly One[] {
  const [part = 1, parts = 1] = text.split('/').map(Number);
  return all.filter(({ id }, index) => index % parts === part - 1 && id.includes(only));
}

/** Whether one is to be judged, after what is kept of it. */
export function isDue<Kept>(
  kept: Kept | undefined,
  { after, again }: Choice,
  wasWrong: (kept: Kept) => boolean,
): boolean {
  if (again) return true;
  return after ? kept !== undefined && wasWrong(kept) : kept === undefined;
}
