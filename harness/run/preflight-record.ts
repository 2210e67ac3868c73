import path from 'node:path';
import { fileJournal } from './journal.ts';

/** The result of the preflight, for the later processes of the run. */
export interface PreflightRecord {
  /** The target is the reference service inside this run. */
  readonly embedded: boolean;
  /** Requests that the preflight sent. */
  readonly requests: number;
  /** The profile's file as the caller named it; left out without a profile. */
  readonly profileFile?: string;
  /** The digests of the documents whose schemas were found good; left out where none was looked at. */
  readonly good?: string;
}

const topic = 'rehearsal';

/** The journal's file, through which the processes of a run pass facts on. */
export function journalFile(out: string): string {
  return path.join(out, 'journal.ndjson');
}

/** Writes the result of the preflight to the journal. */
export function writePreflight(out: string, record: PreflightRecord): void {
  fileJournal(journalFile(out)).append(topic, { ...record });
}

/** Reads the result of the preflight from the journal. */
export function readPreflight(out: string): PreflightRecord {
  const entry = fileJournal(journalFile(out)).read(topic).at(-1);
  const { profileFile: file, good } = entry ?? {};
  return {
    embedded: entry?.['embedded'] === true,
    requests: Number(entry?.['requests'] ?? 0),
    ...(typeof file === 'string' ? { profileFile: file } : {}),
    ...(typeof good === 'string' ? { good } : {}),
  };
}
