import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { exits } from '../../harness/judging/verdict.ts';
import { writeWhole } from '../../harness/run/storage.ts';
import { formatPin, makePin } from '../../reports/pin/pin.ts';
import { verdictOf } from '../../reports/report.ts';
import { plural } from '../../reports/terminal/layout.ts';
import type { Command } from '../command.ts';
import { readFlags } from '../flags.ts';
import { readRunFolder, readShapesIn, refuseUnwritable } from '../stored.ts';

const flags = {
  out: { value: 'FILE', help: 'Where the pin goes; commit it.' },
} as const;

/** `rollcall pin`: writes what a target chose and what its answers look like, for later runs to be held to. */
export const pin: Command = {
  usage: 'rollcall pin --out FILE [DIR]',
  about:
    'Writes the choices that a target took and the shapes of its answers, as the run saw them that left DIR (rollcall-report unless given). `rollcall run --pin FILE` holds a later run to it: each difference fails a row `pin.choices @ OPERATION` or `pin.shapes @ OPERATION`. A pin holds no value of the target’s data.',
  flags,
  run: async (args) => {
    const { values, words } = readFlags(flags, args, 1);
    const file = values['out']?.at(-1);
    if (file === undefined) throw new ConfigurationError('pin needs a file to write: --out FILE');
    refuseUnwritable(file, '--out');
    const folder = words[0] ?? 'rollcall-report';
    const run = readRunFolder(folder);
    const shapes = readShapesIn(folder);
    if (verdictOf(run) === 'error' || shapes.length === 0)
      throw new ConfigurationError(`${folder} is not of a whole run with shapes; run again`);
    const made = makePin({ run, shapes });
    writeWhole(file, formatPin(made));
    const [choices, answers] = [Object.keys(made.choices).length, Object.keys(made.shapes).length];
    process.stdout.write(
      `${file}: ${plural(choices, 'choice')} and the shapes of ${plural(answers, 'answer')}. Commit it, and run with --pin ${file}.\n`,
    );
    return exits.ok;
  },
};
