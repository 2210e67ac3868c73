import { commandLine } from '../../spec/command-line.ts';
import { shellWord } from '../repeat.ts';
import type { Header } from '../report.ts';
import { labelled, plural } from './layout.ts';
import type { Style } from './style.ts';

/** A run that ended before all its rows were judged. */
export interface InterruptedRun {
  readonly header: Header;
  /** How many rows have a verdict. */
  readonly judged: number;
  /** The output folder, as the reader of the terminal would name it. */
  readonly out: string;
  /** What stays on the target, in one line; empty when nothing does. */
  readonly residue: string;
  /** Why files could not be written; left out when a person interrupted the run. */
  readonly problem?: string | undefined;
}

/** The last lines of an interrupted run: why it ended, how many rows it judged, and the command that continues it. */
export function interruptedText(
  { header, judged, out, residue, problem }: InterruptedRun,
  style: Style,
): string {
  const rows = plural(header.planned, 'row');
  const progress =
    judged < header.planned
      ? `${judged} of ${rows} judged, and there is no verdict.`
      : `all ${rows} judged, and there is no report yet.`;
  const next = header.target.embedded
    ? 'The embedded reference service ended with it: run again.'
    : `To go on: ${commandLine(`run --resume ${shellWord(out)}`)}`;
  return [
    ...(residue ? labelled('Residue', residue, 0, 9) : []),
    ...(problem === undefined ? [] : [style.red(`✗ ${problem}`)]),
    style.bold(style.yellow(`${problem === undefined ? 'Interrupted' : 'Stopped'}: ${progress}`)),
    next,
  ].join('\n');
}
