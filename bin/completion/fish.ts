import type { CompletedCommand, CompletedFlag } from './table.ts';

/** A script for fish. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, summary, argument, flags }) => [
    `complete -c rollcall -f -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ...(typeof argument === 'object'
      ? [`complete -c rollcall -n '__fish_seen_subcommand_from ${name}' -a ${quoted(argument.join(' '))}`]
      : []),
    ...flags.map((flag) => flagLine(name, flag)),
  ]);
  return `# fish completion for rollcall\n${lines.join('\n')}\n`;
}

function flagLine(command: string, { name, help, value }: CompletedFlag): string {
  const takes =
    value === undefined
      ? ''
      : value === 'path'
        ? ' -r -F'
        : value === 'any'
          ? ' -x'
          : ` -x -a ${quoted(value.join(' '))}`;
  return `complete -c rollcall -n '__fish_seen_subcommand_from ${command}' -l ${name}${takes} -d ${quoted(help)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}
