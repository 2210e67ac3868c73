import { shellWord } from '../repeat.ts';
import type { Header } from '../report.ts';
import { labelled, plural } from './layout.ts';
import type { Style } from './style.ts';

/** A run that did not come to its end. */
export interface Halted {
  readonly header: Header;
  /** How many rows have their verdict. */
  readonly judged: number;
  /** The folder as the reader of the terminal would name it. */
  readonly out: string;
  /** What stays on the target, in a few words; empty when nothing does. */
  readonly residue: string;
  /** What kept files from being written; left out when somebody interrupted the run. */
  readonly problem?: string | undefined;
}

/** The last lines of a run that was cut short: why, how far it came, and how it goes on. */
export function halted({ header, judged, out, residue, problem }: Halted, style: Style): string {
  const far = `${judged} of ${plural(header.planned, 'row')} judged, and there is no verdict.`;
  const again = header.target.embedded
    ? 'The embedded reference service ended with it: run again.'
    : `To go on: rollcall run --resume ${shellWord(out)}`;
  return [
    ...(residue ? labelled('Residue', residue, 0, 9) : []),
    ...(problem === undefined ? [] : [style.red(`✗ ${problem}`)]),
    style.bold(style.yellow(`${problem === undefined ? 'Interrupted' : 'Stopped'}: ${far}`)),
    again,
  ].join('\n');
}
