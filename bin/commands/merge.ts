import path from 'node:path';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { readOptions } from '../../harness/run/options.ts';
import { exitCodeOf } from '../../reports/report.ts';
import { styleFor } from '../../reports/terminal/style.ts';
import { terminal } from '../../reports/terminal/terminal.ts';
import type { Command } from '../command.ts';
import { readFlags } from '../flags.ts';
import { mergeFolders } from '../merge/folders.ts';

const flags = {
  out: { value: 'DIR', help: 'Folder for the one report; rollcall-report unless given.' },
  profile: {
    value: 'FILE',
    help: 'The profile of the shards; the file that they name unless given.',
  },
  pin: { value: 'FILE', help: 'Hold what all shards saw together to this pin.' },
  strict: { help: 'What could not be established counts as a violation.' },
  verbose: { help: 'Show every row that did not pass, and every reason.' },
} as const;

/** The most shards of a run. */
const mostFolders = 64;

/** `rollcall merge`: makes one report of those that all shards of a run left. */
export const merge: Command = {
  usage: 'rollcall merge DIR… [--out DIR]',
  about:
    'Makes one report of those that `rollcall run --shard K/N` left in these folders, as one run would have left it. A missing shard, a row that comes twice, and shards of another target, seed, effort, profile or contract are refused by name. The exit code is that of the run.',
  flags,
  run: async (args) => {
    const { values, words } = readFlags(flags, args, mostFolders);
    const one = (name: keyof typeof flags) => values[name]?.at(-1);
    if (words.length === 0)
      throw new ConfigurationError('merge needs the folders that all shards left: merge DIR…');
    const asked = readOptions(process.env);
    const { report, output } = await mergeFolders(words, {
      out: path.resolve(one('out') ?? 'rollcall-report'),
      profile: one('profile') ?? asked.profile,
      pin: one('pin') ?? asked.pin,
    });
    const strict = one('strict') !== undefined || asked.strict;
    const style = styleFor(process.stdout, process.env);
    process.stdout.write(`${terminal(report, output, style, one('verbose') !== undefined)}\n`);
    return exitCodeOf(report, strict);
  },
};
