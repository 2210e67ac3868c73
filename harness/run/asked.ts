import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writeWhole } from './storage.ts';

/** Playwright's own folder below the output folder: it is gone when the run has ended. */
const file = (out: string) => path.join(out, '.playwright', 'asked.json');

/** Leaves the ids of the rows that a run is asked for to its worker, which is told of one at a time. @throws StorageError */
export function writeAsked(out: string, ids: readonly string[]): void {
  mkdirSync(path.dirname(file(out)), { recursive: true });
  writeWhole(file(out), JSON.stringify(ids));
}

/** The ids of the rows that the run is asked for; none where nobody has said. */
export function readAsked(out: string): ReadonlySet<string> {
  return new Set(existsSync(file(out)) ? (JSON.parse(readFileSync(file(out), 'utf8')) as string[]) : []);
}
