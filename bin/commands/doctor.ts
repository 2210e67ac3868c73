import { exits } from '../../harness/judging/verdict.ts';
import { variables } from '../../harness/run/options.ts';
import { styleFor } from '../../reports/terminal/style.ts';
import type { Command } from '../command.ts';
import { costsOf } from '../doctor/cost.ts';
import { examine, refuseBrokenKeys } from '../doctor/examine.ts';
import { doctorText } from '../doctor/text.ts';
import { type Given, readFlags } from '../flags.ts';
import { withTarget } from '../target.ts';

const flags = {
  target: {
    value: 'URL',
    help: 'Base address of the target, with /api/v1. Without it, the embedded reference service is looked at.',
  },
  profile: { value: 'FILE', help: 'What is known about the target: a YAML file.' },
  write: { help: 'Tell of a run that may create and change. Nothing is written here.' },
  seed: { value: 'N', help: 'The seed that the run will have; 1 unless given.' },
  'no-rehearsal': { help: 'Tell the budgets alone, without counting requests in a rehearsal.' },
  insecure: { help: "Do not verify the target's certificate." },
  verbose: { help: 'Name every row that will not be judged.' },
} as const;

/** `rollcall doctor`: what a run would find and do, before there is one. */
export const doctor: Command = {
  usage: 'rollcall doctor [--target URL] [--profile FILE] [--write]',
  about:
    'Looks at a target before any run, with a few plain reads, and tells whether address, keys and profile are right, what its data lets a run judge, what will not be judged and why, and what a run will send and write and how long that takes.\n\n' +
    'Whatever the caller has to mend ends here with exit code 2.',
  flags,
  run: async (args) => {
    const given = readFlags(flags, args);
    return withTarget({ ...process.env, ...environmentOf(given) }, async (target) => {
      const seen = await examine(target);
      const costs = await costsOf(seen, given.values['no-rehearsal'] === undefined);
      const style = styleFor(process.stdout, process.env);
      const text = doctorText(seen, costs, style, given.values['verbose'] !== undefined);
      process.stdout.write(`${text}\n`);
      refuseBrokenKeys(seen);
      return exits.ok;
    });
  },
};

function environmentOf({ values }: Given): Record<string, string> {
  const entries = Object.entries(variables).map(([name, variable]) => [variable, values[name]?.at(-1)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
