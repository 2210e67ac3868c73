import type { Row } from '../../harness/judging/row.ts';
import { repeatFolder, variables } from '../../harness/run/options.ts';
import { shellWord } from '../../reports/repeat.ts';
import { storyLines } from '../../reports/replay-lines.ts';
import { exitCodeOf } from '../../reports/report.ts';
import { labelled, plural } from '../../reports/terminal/layout.ts';
import { rowHeadline, rowOutcome, verdictWords } from '../../reports/terminal/row.ts';
import { type Style, styleFor } from '../../reports/terminal/style.ts';
import { commandLine } from '../../spec/command-line.ts';
import type { Command } from '../command.ts';
import { readFlags } from '../flags.ts';
import { type Replayed, replay as replayRow } from '../replay/replay.ts';
import { storedRow } from '../replay/stored-row.ts';

const flags = {
  out: { value: 'DIR', help: 'Folder for what the replay sees; rollcall-replay unless given.' },
  strict: { help: 'What could not be established counts as a violation.' },
  insecure: { help: "Do not verify the target's certificate." },
} as const;

/** `rollcall replay ROW`: judges one row of a report again. */
export const replay: Command = {
  usage: 'rollcall replay ROW [DIR] [--out DIR]',
  about:
    'Judges one row of the report in DIR (rollcall-report unless given) again: on the same target, with the same profile, seed, effort and counterexample. The report stays as it is; what the replay sees is left in rollcall-replay. ROW is the id of a row, or of a check, clause or operation where one row alone, or one failure, has it. The exit codes are those of a run.',
  flags,
  run: async (args) => {
    const { values, words } = readFlags(flags, args, 2);
    const stored = storedRow(words[0], words[1]);
    const insecure = values['insecure'] ? { [variables.insecure]: '1' } : {};
    const env = { ...process.env, ...insecure };
    const replayed = await replayRow(stored, env, values['out']?.at(-1) ?? repeatFolder);
    const style = styleFor(process.stdout, process.env);
    process.stdout.write(`${replayText(stored.row, replayed, style)}\n`);
    const { run } = replayed;
    return exitCodeOf(run, values['strict'] !== undefined);
  },
};

/** What came of a replay, in a few lines. */
function replayText(before: Row, replayed: Replayed, style: Style): string {
  const { row, run, isOtherContract, residue, notPutBack, out } = replayed;
  const { seed } = run.header.run;
  const cost = `${plural(run.footer.requests, 'request')} in ${(run.footer.durationMs / 1000).toFixed(1)} s`;
  const example = before.counterexample?.path ? `, path ${before.counterexample.path}` : '';
  return [
    rowHeadline(row, style, before.verdict === row.verdict ? ' again' : '; before, it was otherwise'),
    ...(before.verdict === row.verdict ? [] : labelled('before', verdictWords[before.verdict][1])),
    ...rowOutcome(row),
    ...storyLines(row).map((line, at) => `  ${(at === 0 ? 'repeat' : '').padEnd(11)}${style.dim(line)}`),
    ...(isOtherContract ? labelled('note', 'the contract or the profile is not that of the report') : []),
    ...(residue === '' ? [] : labelled('residue', residue)),
    ...notPutBack.map((problem) => style.red(`✗ a lent thing is not put back: ${problem}`)),
    style.dim(
      `  seed ${seed}${example}, ${cost}; all exchanges: ${commandLine(`show ${shellWord(row.id)} ${out}`)}`,
    ),
  ].join('\n');
}
