import { readFileSync } from 'node:fs';

/** The rows of a quick run that change nothing on the target: by check, the operations. */
export type QuickRows = Readonly<Record<string, readonly string[]>>;

/** The committed choice. `npm run quick` makes it anew, from what finds most faults in few requests. */
export function quickRows(): QuickRows {
  return JSON.parse(readFileSync(new URL('quick.json', import.meta.url), 'utf8')) as QuickRows;
}
