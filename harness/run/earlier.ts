import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError } from '../judging/outcome.ts';
import { exchangesFile } from './exchanges-file.ts';
import { journalFile } from './preflight-record.ts';
import { earlierRowsFile } from './resume.ts';
import { stored, writeWhole } from './storage.ts';

/** Where the report of an earlier run waits until the new run has a row to begin its own with. */
const asideIn = (out: string): string => path.join(out, '.earlier');
const rowsIn = (out: string): string => path.join(out, 'rows.ndjson');

/** The names of the files and folders that a report consists of besides its rows. */
type Names = readonly string[];

/**
 * Sets the report of an earlier run aside, for a new run to begin. Nothing is deleted yet: {@link settleEarlier} does
 * that once the new run has begun its own report, and brings the earlier one back where it has not.
 *
 * @throws StorageError
 */
export function setEarlierAside(out: string, reports: Names): void {
  settleEarlier(out, reports);
  const aside = asideIn(out);
  const names = namesIn(out, reports);
  stored(aside, () => {
    if (names.length > 0) mkdirSync(aside, { recursive: true });
    for (const name of names) renameSync(path.join(out, name), path.join(aside, name));
  });
  writeWhole(rowsIn(out), '');
}

/** Brings an earlier report back where the new run has begun none; else deletes it. Without one, nothing changes. */
export function settleEarlier(out: string, reports: Names): void {
  const aside = asideIn(out);
  if (!existsSync(aside)) return;
  const hasBegun = (statSync(rowsIn(out), { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (!hasBegun && readdirSync(aside).length > 0) {
    for (const name of namesIn(out, reports)) rmSync(path.join(out, name), { recursive: true, force: true });
    for (const name of readdirSync(aside)) renameSync(path.join(aside, name), path.join(out, name));
  }
  rmSync(aside, { recursive: true, force: true });
}

/**
 * Refuses a folder in which somebody else's files have the names of a report's: they would be replaced.
 *
 * @throws ConfigurationError
 */
export function refuseForeign(out: string, reports: Names): void {
  if (
    !existsSync(out) ||
    existsSync(asideIn(out)) ||
    isOfRun(rowsIn(out), 'kind') ||
    isOfRun(journalFile(out), 'topic')
  )
    return;
  const names = namesIn(out, reports).filter((name) => !isEmptyFile(path.join(out, name)));
  if (names.length === 0) return;
  throw new ConfigurationError(
    `the folder ${out} holds ${names.join(', ')}, left by no run, which this one would replace; name another with --out`,
  );
}

function isEmptyFile(file: string): boolean {
  const found = statSync(file);
  return found.isFile() && found.size === 0;
}

/** Whether a file is one that a run writes line by line, each of which has this word first. */
function isOfRun(file: string, word: string): boolean {
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  return isFile && readFileSync(file, 'utf8').startsWith(`{"${word}":`);
}

/** The files and folders in a folder that a run has left there. */
function namesIn(out: string, reports: Names): string[] {
  const own = [journalFile(out), exchangesFile(out), earlierRowsFile(out)].map((file) => path.basename(file));
  const names = new Set<string>([...reports, ...own, 'rows.ndjson', 'residue.md']);
  return readdirSync(out).filter((name) => names.has(name));
}
