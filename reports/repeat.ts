import type { Row } from '../harness/judging/row.ts';
import { repeatFolder } from '../harness/run/options.ts';
import { baseUrl, type Header } from './report.ts';

/** The command that judges a row again, on the same target and with the same seed and counterexample; for a file. */
export function repeatLine(row: Pick<Row, 'id' | 'counterexample'>, header: Header): string {
  return `rollcall ${repeatWords(row, header)}`;
}

/** The words of that command. What it leaves replaces no report. */
export function repeatWords(row: Pick<Row, 'id' | 'counterexample'>, { target, run }: Header): string {
  const words = ['run'];
  if (!target.embedded) {
    words.push(`--target ${shellWord(baseUrl({ target }))}`);
    if (run.write) words.push('--write');
  }
  if (target.profileFile !== undefined) words.push(`--profile ${shellWord(target.profileFile)}`);
  words.push(`--only ${shellWord(row.id)}`, `--seed ${run.seed}`);
  if (run.effort !== 'standard') words.push(`--effort ${run.effort}`);
  // With a path, the run has that folder in any case.
  if (row.counterexample?.path) words.push(`--path ${shellWord(row.counterexample.path)}`);
  else words.push(`--out ${repeatFolder}`);
  return words.join(' ');
}

/** Quotes a text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
