import { loadContract } from '../../spec/contract.ts';
import type { CommandEntry } from '../command.ts';
import type { Flag } from '../flags.ts';

/** What may stand behind a flag: one of some words, a file or a folder, or anything; nothing behind a flag that is on or off. */
export type Value = readonly string[] | 'path' | 'any' | undefined;

/** A flag as a shell completes it. */
export interface CompletedFlag {
  /** Without its dashes. */
  readonly name: string;
  /** One sentence. */
  readonly help: string;
  readonly value: Value;
  readonly many: boolean;
}

/** A command as a shell completes it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
}

const paths = ['FILE', 'DIR', 'KEY', 'FILE|URL'];

/** Every command with its flags, as the help knows them. */
export function completedCommands(
  commands: Readonly<Record<string, CommandEntry>>,
): Promise<readonly CompletedCommand[]> {
  const words: Readonly<Record<string, readonly string[]>> = {
    LEVEL: ['quick', 'standard', 'deep'],
    PATTERN: patterns(),
  };
  const kindOf = ({ value }: Flag): Value =>
    value === undefined ? undefined : (words[value] ?? (paths.includes(value) ? 'path' : 'any'));
  return Promise.all(
    Object.entries(commands).map(async ([name, { summary, load }]) => {
      const flags = Object.entries({ ...(await load()).flags, help: { help: 'This text.' } });
      return {
        name,
        summary,
        flags: flags.map(([flag, about]: [string, Flag]) => ({
          name: flag,
          help: /^.*?[.;](?=\s|$)/.exec(about.help)?.[0].slice(0, -1) ?? about.help,
          value: kindOf(about),
          many: about.many ?? false,
        })),
      };
    }),
  );
}

/** What one begins a pattern of rows with: operations, and the first words of clauses. */
function patterns(): readonly string[] {
  const { operations, clauses } = loadContract();
  const words = [...clauses.keys()].map((id) => id.split('.')[0] ?? id);
  return [...new Set([...operations.map(({ id }) => id), ...words])];
}
