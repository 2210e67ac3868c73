import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { exits } from '../../harness/judging/verdict.ts';
import { commandLine } from '../../spec/command-line.ts';
import { suggest } from '../../spec/nearest.ts';
import { openCatalogue } from '../catalogue.ts';
import type { Command } from '../command.ts';
import { explanations } from '../explanations.ts';
import { readFlags } from '../flags.ts';

const flags = {} as const;

/** `rollcall explain ID`: shows everything about one id. */
export const explain: Command = {
  usage: 'rollcall explain ID',
  about:
    'Says what an id of a clause, check, row, fault, variant, gap or operation means: the statement, the passages of the interface that it rests on, why it matters, what is sent, what is accepted, how to fix it, and the fault that proves the check.',
  flags,
  run: async (args) => {
    const [id] = readFlags(flags, args, 1).words;
    if (id === undefined)
      throw new ConfigurationError(`explain needs an id, as \`${commandLine('list')}\` prints them`);
    const all = openCatalogue();
    const found = explanations.map(({ tell }) => tell(id, all)).find((text) => text !== undefined);
    if (found === undefined) {
      const ids = explanations.flatMap(({ ids }) => ids(all));
      throw new ConfigurationError(
        `nothing has the id \`${id}\`; ${suggest(id, ids, `\`${commandLine('list')}\` shows them all`)}`,
      );
    }
    process.stdout.write(`${found}\n`);
    return exits.ok;
  },
};
