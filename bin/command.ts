import type { Flags } from './flags.ts';

/** One word of the command line after `rollcall`. */
export interface Command {
  /** The line that shows how it is written. */
  readonly usage: string;
  /** What it does, in a paragraph or two. */
  readonly about: string;
  readonly flags: Flags;
  /** @returns the exit code @throws ConfigurationError for whatever the caller can mend */
  readonly run: (args: readonly string[]) => Promise<number>;
}
