import type { Flags } from './flags.ts';

/** One command of the command line, such as `rollcall run`. */
export interface Command {
  /** The command line in the help: `rollcall run [--target URL]`. */
  readonly usage: string;
  /** The description in the help. An empty line parts paragraphs. */
  readonly about: string;
  readonly flags: Flags;
  /** Runs the command. @returns the exit code @throws ConfigurationError for what the caller can correct */
  readonly run: (args: readonly string[]) => Promise<number>;
}

/** A command in the list of commands. Its module is loaded only when the command runs. */
export interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}
