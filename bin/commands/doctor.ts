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
    help: 'Base address of the target, with /api/v1. Without it, the embedded reference service is examined.',
  },
  profile: { value: 'FILE', help: 'What is known about the target: a YAML file.' },
  write: { help: 'Describe a run that may create and change things. Doctor itself writes nothing.' },
  seed: { value: 'N', help: 'The seed that the run will have; 1 unless given.' },
  'no-rehearsal': { help: 'Show the budgets alone, without a dry run that counts requests.' },
  insecure: { help: "Do not verify the target's certificate." },
  verbose: { help: 'Name every row that will not be judged.' },
} as const;

/** `rollcall doctor`: examines a target, and describes a run before it starts. */
export const doctor: Command = {
  usage: 'rollcall doctor [--target URL] [--profile FILE] [--write]',
  about:
    'Examines a target with a few reads before any run. It shows whether address, keys and profile are right, which rows a run can judge with the data of the target, which it will not judge and why, what it will send and write, and how long that takes.\n\n' +
    'A mistake that the caller has to correct ends doctor with exit code 2.',
  flags,
  run: async (args) => {
    const given = readFlags(flags, args);
    return withTarget({ ...process.env, ...environmentOf(given) }, async (target) => {
      const examination = await examine(target);
      const costs = await costsOf(examination, given.values['no-rehearsal'] === undefined);
      const style = styleFor(process.stdout, process.env);
      const text = doctorText(examination, costs, style, given.values['verbose'] !== undefined);
      process.stdout.write(`${text}\n`);
      refuseBrokenKeys(examination);
      return exits.ok;
    });
  },
};

function environmentOf({ values }: Given): Record<string, string> {
  const entries = Object.entries(variables).map(([name, variable]) => [variable, values[name]?.at(-1)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
