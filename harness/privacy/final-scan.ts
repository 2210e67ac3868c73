import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Scan } from './scan.ts';
import { scanFolder } from './scan-folder.ts';

/**
 * Scans everything that a run wrote to its folder, before the report is announced. It deletes each file that holds a
 * key or a canary.
 *
 * @param isSought takes a path below the folder; by default, every file is scanned
 * @returns a line for each deleted file; empty when nothing was found
 */
export function finalScan(folder: string, scan: Scan, isSought?: (name: string) => boolean): string[] {
  return scanFolder(folder, scan, isSought).map(({ file, what, how, at }) => {
    rmSync(file, { force: true });
    return `${path.relative(folder, file)} held ${what} (${how}, after ${at} characters) and was deleted; this is a bug in Rollcall`;
  });
}
