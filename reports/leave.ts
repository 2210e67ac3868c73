import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stored, writeWhole } from '../harness/run/storage.ts';
import { allureFiles } from './allure.ts';
import { makeAllurePage } from './allure-page.ts';
import { choicesSheet } from './choices.ts';
import { junit, type Timings } from './junit.ts';
import type { Report } from './report.ts';
import { summarize } from './summary.ts';
import type { Left } from './terminal/ending.ts';

/** The files of a run besides its stream of rows; what an earlier run left is taken away. */
const names = ['summary.json', 'junit.xml', 'choices.json', 'allure-results', 'allure-report'] as const;

/** Takes away what an earlier run left in the folder: an old verdict must not be read for a new one. */
export function clearFolder(out: string): void {
  for (const name of names) rmSync(path.join(out, name), { recursive: true, force: true });
}

/** Writes everything that a finished run leaves in its folder. */
export async function leaveFiles(report: Report, timings: Timings, out: string): Promise<Left> {
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const write = (name: string, text: string) => writeWhole(path.join(out, name), text);
  write('summary.json', json(summarize(report)));
  write('junit.xml', junit(report, timings));
  write('choices.json', json(choicesSheet(report.rows)));
  const results = path.join(out, 'allure-results');
  stored(results, () => mkdirSync(results, { recursive: true }));
  for (const { name, text } of allureFiles(report, timings)) write(path.join('allure-results', name), text);
  const page = await makeAllurePage(results, path.join(out, 'allure-report'));
  return {
    out: shown(out),
    page: page === undefined ? undefined : shown(page),
    files: ['rows.ndjson', 'summary.json', 'junit.xml', 'choices.json', 'allure-results'],
  };
}

/** A path as it is shortest from where the caller stands. */
export function shown(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith('..') ? file : relative || '.';
}
