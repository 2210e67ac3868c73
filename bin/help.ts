import { wrap } from '../reports/terminal/layout.ts';
import type { Command, CommandEntry } from './command.ts';
import { programOf } from './flags.ts';

const helpWidth = 80;

/** The help text of a command. */
export function helpOf({ usage, about, flags }: Command): string {
  const [, name = '', rest = ''] = /^(rollcall \S+) ?(.*)$/.exec(usage) ?? [];
  const program = programOf(flags).name(name).usage(rest).description(about);
  return program.configureHelp({ helpWidth }).helpInformation().trimEnd();
}

const codes =
  'Exit codes: 0 conforms, 1 violates, 2 the command line, profile, key or address is wrong, 3 Rollcall itself went wrong, 130 interrupted. `rollcall COMMAND --help` says more.';

/** The help of the whole command line. */
export function overview(commands: Readonly<Record<string, CommandEntry>>): string {
  const program = programOf({})
    .name('rollcall')
    .usage('COMMAND [options]')
    .description(
      'Judges an HTTP server clause by clause against the Roster and Initial Assessment Service interface.',
    )
    .helpCommand(false)
    .configureHelp({ helpWidth });
  for (const [name, { summary }] of Object.entries(commands))
    program.command(name).helpOption(false).description(summary);
  return `${program.helpInformation().trimEnd()}\n\n${wrap(codes, helpWidth).join('\n')}`;
}
