import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Scan } from './scan.ts';
import { scanFolder } from './scan-folder.ts';

/**
 * Looks through everything that a run left in a folder before anybody is pointed to it. A file that holds a key or
 * a canary is taken away.
 *
 * @returns one line for each such file: which, what and where; empty when nothing was found
 */
export function finalScan(folder: string, scan: Scan): string[] {
  return scanFolder(folder, scan).map(({ file, what, how, at }) => {
    rmSync(file, { force: true });
    return `${path.relative(folder, file)} held ${what} (${how}, after ${at} characters) and was deleted; this is a fault of Rollcall`;
  });
}
