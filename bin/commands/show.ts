import { exits } from '../../harness/judging/verdict.ts';
import { bookWithPin } from '../../reports/pin/rows.ts';
import { shellWord } from '../../reports/repeat.ts';
import { rowInFull } from '../../reports/terminal/row.ts';
import { styleFor } from '../../reports/terminal/style.ts';
import { commandLine } from '../../spec/command-line.ts';
import { loadContract } from '../../spec/contract.ts';
import type { Command } from '../command.ts';
import { readFlags } from '../flags.ts';
import { storedRow } from '../replay/stored-row.ts';

const flags = { json: { help: 'The row as JSON, as rows.ndjson has it.' } } as const;

/** `rollcall show ROW`: shows all that a report holds about one row. */
export const show: Command = {
  usage: 'rollcall show ROW [DIR] [--json]',
  about:
    'Shows what the report in DIR (rollcall-report unless given) holds about one row: verdict, what was expected and what came, the smallest example, and each exchange with the curl line that repeats it. ROW is the id of a row, or of a check, clause or operation where one row alone, or one failure, has it. Nothing is sent.',
  flags,
  run: async (args) => {
    const { values, words } = readFlags(flags, args, 2);
    const { run, row, folder } = storedRow(words[0], words[1]);
    const style = styleFor(process.stdout, process.env);
    const text = values['json']
      ? JSON.stringify(row, null, 2)
      : `${rowInFull(row, run.header, bookWithPin(loadContract()), style)}\n${style.dim(`To try it again: ${commandLine(replayWords(row.id, folder))}`)}`;
    process.stdout.write(`${text}\n`);
    return exits.ok;
  },
};

function replayWords(id: string, folder: string): string {
  return ['replay', shellWord(id), ...(folder === 'rollcall-report' ? [] : [shellWord(folder)])].join(' ');
}
