import type { Option } from 'commander';
import { variants } from '../../reference/variants/index.ts';
import { loadContract } from '../../spec/contract.ts';
import type { CommandEntry } from '../command.ts';
import { programOf } from '../flags.ts';

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
  /** What the first word behind the name may be. */
  readonly argument: Value;
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
    ROW: patterns(),
    ID: patterns(),
    VARIANT: variants.map(({ id }) => id),
  };
  const argumentOf = (usage: string): Value => {
    const [, , first = ''] = usage.split(' ');
    if (/^\[?-/.test(first) || first === '') return undefined;
    return words[first] ?? (/^[a-z|]+$/.test(first) ? first.split('|') : 'path');
  };
  const kindOf = ({ flags, required }: Option): Value => {
    const value = /<(.*)>/.exec(flags)?.[1] ?? '';
    return required ? (words[value] ?? (paths.includes(value) ? 'path' : 'any')) : undefined;
  };
  return Promise.all(
    Object.entries(commands).map(async ([name, { summary, load }]) => {
      const { usage, flags } = await load();
      return {
        name,
        summary,
        argument: argumentOf(usage),
        flags: programOf(flags).options.map((option) => ({
          name: option.name(),
          help: /^.*?[.;](?=\s|$)/.exec(option.description)?.[0].slice(0, -1) ?? option.description,
          value: kindOf(option),
          many: flags[option.name()]?.many ?? false,
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
