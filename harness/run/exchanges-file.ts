import path from 'node:path';
import { openAppender } from './append.ts';

/** The file of the recorded exchanges of a run. */
export function exchangesFile(out: string): string {
  return path.join(out, 'exchanges.ndjson');
}

/** Appends what a run records to a file, one JSON value a line. */
export function recordTo(file: string): (line: object) => void {
  const append = openAppender(file);
  return (line) => append(JSON.stringify(line));
}
