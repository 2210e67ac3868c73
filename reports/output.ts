import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Shapes } from '../harness/privacy/shapes.ts';
import { stored, writeWhole } from '../harness/run/storage.ts';
import { allureFiles } from './allure.ts';
import { noPage, openAllurePage } from './allure-page.ts';
import { choicesSheet } from './choices.ts';
import { ctrf } from './ctrf.ts';
import { junit, type Timings } from './junit.ts';
import { type Neighbour, overviewPage } from './overview/page.ts';
import { profileLine } from './profile-line.ts';
import type { Report } from './report.ts';
import { rulesOf, runFindings, sarif } from './sarif.ts';
import { formatShapes } from './shapes.ts';
import { summarize } from './summary.ts';
import type { Output } from './terminal/ending.ts';

/** The output of a run besides its stream of rows. */
export const outputNames = [
  'summary.html',
  'summary.json',
  'junit.xml',
  'choices.json',
  'shapes.json',
  'ctrf.json',
  'results.sarif',
  'allure-results',
  'allure-report',
] as const;

/** What stands beside the page that tells a run at a glance. */
const neighbours: readonly Neighbour[] = [
  { file: 'allure-report/index.html', about: 'every row, with its evidence, as an Allure report' },
  { file: 'rows.ndjson', about: 'every row as it was judged' },
  { file: 'summary.json', about: 'verdicts, for scripts' },
  { file: 'choices.json', about: 'which of several permitted ways the target took' },
  { file: 'shapes.json', about: 'the shape of each answer' },
  { file: 'junit.xml', about: 'for CI; ctrf.json and results.sarif as well' },
  { file: 'residue.md', about: 'what stays on the target' },
];

/** Deletes the output of an earlier run, so that its verdict is not taken for that of the new run. */
export function clearOutput(out: string): void {
  for (const name of outputNames) rmSync(path.join(out, name), { recursive: true, force: true });
}

/** The folder of Allure's page. */
const pageFolder = 'allure-report';

/** Whether a file of the output, by its path below the folder, belongs to Allure's page. */
export function isOfPage(file: string): boolean {
  return file.split(path.sep)[0] === pageFolder;
}

/** What a run leaves besides Allure's page, as the terminal names it. */
const leftFiles = [
  'summary.html',
  'rows.ndjson',
  'summary.json',
  'junit.xml',
  'ctrf.json',
  'results.sarif',
  'choices.json',
  'shapes.json',
  'residue.md',
  'journal.ndjson',
  'allure-results',
  'allure-history.jsonl',
];

/** How long the other process is given to learn that it may begin, in milliseconds, before this one is busy. */
const headStartMs = 20;

/**
 * Writes the output of a finished run to its folder.
 *
 * @param meanwhile is called when all files but Allure's page are written, while another process makes that page
 * @param asked whether that page is asked for
 * @throws StorageError
 */
export async function writeOutput(
  report: Report & { readonly shapes: Shapes },
  timings: Timings,
  out: string,
  meanwhile: () => void = () => undefined,
  asked = true,
): Promise<Output> {
  const results = path.join(out, 'allure-results');
  const opened = asked ? openAllurePage(results, path.join(out, pageFolder)) : noPage;
  let making: ReturnType<typeof opened.make>;
  try {
    // First what the other process waits for: it makes its page while this one writes the rest.
    stored(results, () => mkdirSync(results, { recursive: true }));
    for (const { name, text } of allureFiles(report, timings)) writeWhole(path.join(results, name), text);
    making = opened.make();
    if (asked) await sleep(headStartMs);
    writeFiles(report, timings, out);
    meanwhile();
  } catch (error) {
    opened.abandon();
    throw error;
  }
  const page = await making;
  return {
    out: displayPath(out),
    summary: displayPath(path.join(out, 'summary.html')),
    page: page === undefined ? undefined : displayPath(page),
    ...(asked && page === undefined ? { note: withoutPage } : {}),
    files: leftFiles.filter((name) => existsSync(path.join(out, name))),
  };
}

/** Writes all files of the output but Allure's. @throws StorageError */
function writeFiles(report: Report & { readonly shapes: Shapes }, timings: Timings, out: string): void {
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const write = (name: string, text: string) => writeWhole(path.join(out, name), text);
  write('summary.html', overviewPage(report, neighbours));
  write('summary.json', json(summarize(report)));
  write('junit.xml', junit(report, timings));
  write('choices.json', json(choicesSheet(report.rows)));
  write('ctrf.json', ctrf(report, timings));
  write('results.sarif', sarif(runFindings(report, placeIn(report)), rulesOf(report)));
  write('shapes.json', formatShapes(report.shapes));
}

const withoutPage =
  'There is no Allure page: the optional packages @allurereport are not installed, or could not make it. Its results are in allure-results.';

/** A path as the reader of the terminal would name it: relative to the working folder where it is below that. */
export function displayPath(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith('..') ? file : relative || '.';
}

/** The place in the profile that a clause stands for; the beginning of a file that is not there without a profile. */
function placeIn({ header, book }: Report): (clause: string) => { file: string; line: number } {
  const { profileFile } = header.target;
  const isThere = profileFile !== undefined && existsSync(profileFile);
  const text = isThere ? readFileSync(profileFile, 'utf8') : '';
  const file = profileFile === undefined ? 'profile.yaml' : displayPath(path.resolve(profileFile));
  return (clause) => ({ file, line: profileLine(text, book.clauses.get(clause)?.needs ?? []) });
}
