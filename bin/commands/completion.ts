import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { exits } from '../../harness/judging/verdict.ts';
import { suggest } from '../../spec/nearest.ts';
import type { Command, CommandEntry } from '../command.ts';
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

/** `rollcall completion SHELL`: prints what a shell needs to complete these commands. */
export function completionOf(commands: Readonly<Record<string, CommandEntry>>): Command {
  return {
    usage: 'rollcall completion bash|zsh|fish',
    about:
      'Prints a script with which a shell completes commands, flags and their values. For bash and zsh, put `source <(rollcall completion bash)` (or zsh) into the file that the shell reads when it starts; for fish, `rollcall completion fish > ~/.config/fish/completions/rollcall.fish`.',
    flags,
    run: async (args) => {
      const script = scriptFor(readFlags(flags, args, 1).words[0]);
      process.stdout.write(script(await completedCommands(commands)));
      return exits.ok;
    },
  };
}

function scriptFor(shell: string | undefined) {
  const script = Object.entries(scripts).find(([name]) => name === shell)?.[1];
  if (script) return script;
  const names = Object.keys(scripts);
  const known = `it is one of ${names.join(', ')}`;
  throw new ConfigurationError(
    shell === undefined
      ? `completion needs the name of a shell; ${known}`
      : `there is no script for \`${shell}\`; ${suggest(shell, names, known)}`,
  );
}
