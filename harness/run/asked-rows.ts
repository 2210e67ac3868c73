import { fileJournal } from './journal.ts';
import type { RunOptions } from './options.ts';
import { journalFile } from './preflight-record.ts';

const topic = 'asked';

/** Which rows a run was asked for, as its journal keeps it: the header of a run does not say. */
export interface Asked {
  readonly only: readonly string[];
  readonly skip: readonly string[];
  /** The folder of `--failed`, and the rows that had failed there when the run began. */
  readonly failed?: { readonly in: string; readonly rows: readonly string[] };
  /** `K/N`. */
  readonly shard?: string;
}

/** Writes to the journal which rows are asked for. */
export function noteAsked(out: string, asked: Asked): void {
  fileJournal(journalFile(out)).append(topic, { ...asked });
}

/** Reads which rows the run in a folder was asked for; `undefined` where nobody has noted it. */
export function askedOf(out: string): Asked | undefined {
  const entry = fileJournal(journalFile(out)).read(topic).at(-1);
  if (entry === undefined) return undefined;
  const { only, skip, failed, shard } = entry as Partial<Asked>;
  return {
    only: Array.isArray(only) ? only : [],
    skip: Array.isArray(skip) ? skip : [],
    ...(failed === undefined ? {} : { failed }),
    ...(shard === undefined ? {} : { shard }),
  };
}

/** What the options of a run ask for. `failed` are the rows of `--failed`. */
export function askedBy(
  { only, skip, shard, failed }: Pick<RunOptions, 'only' | 'skip' | 'shard' | 'failed'>,
  rows: readonly string[],
): Asked {
  return {
    only,
    skip,
    ...(failed === undefined ? {} : { failed: { in: failed, rows } }),
    ...(shard === undefined ? {} : { shard: `${shard.index}/${shard.of}` }),
  };
}
