import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { exits } from '../../harness/judging/verdict.ts';
import { suggest } from '../../spec/nearest.ts';
import type { Command } from '../command.ts';
import { bashScript } from '../completion/bash.ts';
import { fishScript } from '../completion/fish.ts';
import { type CompletedCommand, completedCommands } from '../completion/table.ts';
import { zshScript } from '../completion/zsh.ts';
import { readFlags } from '../flags.ts';

const flags = {} as const;

const scripts: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** `rollcall completion SHELL`: prints what a shell needs to complete this command line. */
export const completion: Command = {
  usage: 'rollcall completion bash|zsh|fish',
  about:
    'Prints a script with which a shell completes commands, flags and their values. For bash and zsh, put `source <(rollcall completion bash)` (or zsh) into the file that the shell reads when it starts; for fish, `rollcall completion fish > ~/.config/fish/completions/rollcall.fish`.',
  flags,
  run: async (args) => {
    const [shell] = readFlags(flags, args, 1).words;
    const script =
      shell === undefined ? undefined : Object.entries(scripts).find(([name]) => name === shell)?.[1];
    if (script === undefined) {
      const names = Object.keys(scripts);
      const known = `it is one of ${names.join(', ')}`;
      throw new ConfigurationError(
        shell === undefined
          ? `completion needs the name of a shell; ${known}`
          : `there is no script for \`${shell}\`; ${suggest(shell, names, known)}`,
      );
    }
    process.stdout.write(script(await completedCommands()));
    return exits.ok;
  },
};
