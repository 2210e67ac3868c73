import path from 'node:path';
import type { RunVerdict } from '../../harness/judging/verdict.ts';
import { choicesSheet } from '../choices.ts';
import {
  baseUrl,
  countUnfit,
  type Footer,
  type Header,
  type Report,
  type Scope,
  scopeOf,
  verdictOf,
} from '../report.ts';
import { labelled, plural } from './layout.ts';
import type { Style } from './style.ts';

/** The output of a run, for its last lines in the terminal. */
export interface Output {
  /** The output folder, as the reader of the terminal would name it. */
  readonly out: string;
  /** The page that tells the run at a glance. */
  readonly summary?: string;
  /** The page of the Allure report; `undefined` where nobody asked for it, or it could not be made. */
  readonly page: string | undefined;
  /** What is missing among the files, and why. */
  readonly note?: string;
  /** The names of the files in the folder. */
  readonly files: readonly string[];
  /** What stays on the target, in one line; empty when nothing does. */
  readonly residue?: string;
  /** A line for each file that was deleted because it held a key or a canary. With any, the report is withheld. */
  readonly leaks?: readonly string[];
}

const sentences: Record<RunVerdict, (footer: Footer, scope: Scope) => string> = {
  conforms: (_, { judged, of, whole }) =>
    whole ? 'The target conforms.' : `Nothing violated in ${judged} of ${of} rows.`,
  violates: ({ counts }) => `The target violates the interface: ${plural(counts.fail, 'row')} failed.`,
  inconclusive: ({ counts }, { judged, of }) =>
    counts.pass === 0
      ? 'Nothing could be established: no row passed.'
      : `Nothing violated in ${judged} of ${of} rows; ${plural(counts.inconclusive, 'row')} could not be established.`,
  error: ({ counts, mishaps }) =>
    mishaps.length + counts.suiteError === 0
      ? 'Nothing was judged: the run gave no row at all.'
      : 'Rollcall itself went wrong; its errors say nothing about the target.',
};

/** What a finished run says about the target, in one sentence with its scope. */
export function verdictSentence(report: Report): string {
  return sentences[verdictOf(report)](report.footer, scopeOf(report));
}

/** The last lines of a finished run: where its files are, what it cost, and the verdict. */
export function ending(report: Report, output: Output, style: Style): string {
  const { header, footer } = report;
  const verdict = verdictOf(report);
  const colour = verdict === 'conforms' ? style.green : verdict === 'inconclusive' ? style.yellow : style.red;
  const cost = `${plural(footer.requests, 'request')} in ${(footer.durationMs / 1000).toFixed(1)} s`;
  const choices = choicesSheet(report.rows).length;
  const unfit = countUnfit(report);
  return [
    ...(output.summary ? [`Summary  ${style.bold(output.summary)}`] : []),
    ...(output.page ? [`Allure   ${output.page}`] : []),
    ...(output.note ? labelled('', output.note, 0, 9) : []),
    ...labelled('Files', `${path.join(output.out, '/')}: ${output.files.join(', ')}`, 0, 9),
    ...(choices > 0
      ? [`Choices  ${plural(choices, 'place')} where the interface leaves the choice, in choices.json`]
      : []),
    ...(output.residue
      ? labelled('Residue', `${output.residue}: ${path.join(output.out, 'residue.md')}`, 0, 9)
      : []),
    `Run      ${terms(header)}, ${cost}`,
    ...(unfit > 0 ? labelled('Profile', unfitText(unfit), 0, 9) : []),
    '',
    colour(style.bold(verdictSentence(report))),
  ].join('\n');
}

function unfitText(rows: number): string {
  return `the target refuses what the profile describes, so ${plural(rows, 'row')} could not be judged: correct the profile`;
}

/** The first lines of a run: the versions, the target and the settings. */
export function opening(header: Header, style: Style): string {
  const { tool, interface: version, target, planned } = header;
  const where = target.embedded ? 'the embedded reference service' : baseUrl({ target });
  return [
    style.bold(`Rollcall ${tool.version}: ${plural(planned, 'row')} of interface ${version}`),
    `Target   ${where}, profile ${target.profile}`,
    `Run      ${terms(header)}`,
  ].join('\n');
}

function terms({ run }: Header): string {
  return `seed ${run.seed}, effort ${run.effort}, ${run.write ? 'writes allowed' : 'read-only'}`;
}
