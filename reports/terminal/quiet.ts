import type { Report } from '../report.ts';
import { ending, type Output } from './ending.ts';
import { failureList } from './failures.ts';
import type { Style } from './style.ts';

/** The shortest report of a finished run in the terminal: the failures, and the verdict in the last line. */
export function quietTerminal(report: Report, output: Output, style: Style): string {
  const verdict = ending(report, output, style).split('\n').at(-1) ?? '';
  return [failureList(report, style), verdict].filter((part) => part !== '').join('\n\n');
}
