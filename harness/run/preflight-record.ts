import path from 'node:path';
import { fileJournal } from './journal.ts';

/** What was settled before the first row, for the processes that come after. */
export interface PreflightRecord {
  /** The target is the reference service inside this run. */
  readonly embedded: boolean;
  /** Requests that were sent to see whether the target can be judged at all. */
  readonly requests: number;
  /** The profile's file as the caller named it; left out when nobody named one. */
  readonly profileFile?: string;
}

const topic = 'rehearsal';

/** The file in which the processes of a run leave each other word. */
export function journalFile(out: string): string {
  return path.join(out, 'journal.ndjson');
}

/** Leaves word of what was settled before the first row. */
export function writePreflight(out: string, rehearsed: PreflightRecord): void {
  fileJournal(journalFile(out)).append(topic, { ...rehearsed });
}

/** What was settled before the first row. */
export function readPreflight(out: string): PreflightRecord {
  const entry = fileJournal(journalFile(out)).read(topic).at(-1);
  const file = entry?.['profileFile'];
  return {
    embedded: entry?.['embedded'] === true,
    requests: Number(entry?.['requests'] ?? 0),
    ...(typeof file === 'string' ? { profileFile: file } : {}),
  };
}
