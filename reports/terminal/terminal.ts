import type { Report } from '../report.ts';
import { chapterTable } from './chapters.ts';
import { ending, type Output } from './ending.ts';
import { failureList } from './failures.ts';
import { labelled } from './layout.ts';
import { operationTable } from './operations.ts';
import { reasonList } from './reasons.ts';
import type { Style } from './style.ts';

/** The report of a finished run in the terminal: tables, reasons, then where the eye is the failures and the verdict. */
export function terminal(report: Report, output: Output, style: Style, verbose = false): string {
  const { rows } = report;
  return [
    chapterTable(report, style),
    operationTable(report, style),
    errorList(report, style),
    reasonList(rows, 'suiteError', 'Errors of Rollcall itself, please report them', style, verbose),
    reasonList(rows, 'notApplicable', 'Not applicable', style, verbose),
    reasonList(rows, 'inconclusive', 'Inconclusive', style, verbose),
    failureList(report, style, verbose),
    ending(report, output, style),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function errorList({ footer }: Report, style: Style): string {
  if (footer.mishaps.length === 0) return '';
  const title = style.bold(style.red('Outside any row, Rollcall itself went wrong; please report it'));
  return [title, ...footer.mishaps.flatMap((error) => labelled('', error, 0, 8))].join('\n');
}
