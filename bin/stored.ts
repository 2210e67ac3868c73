import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError } from '../harness/judging/outcome.ts';
import type { Shapes } from '../harness/privacy/shapes.ts';
import type { Run } from '../reports/report.ts';
import { RowsError } from '../reports/rows.ts';
import { mostStored, readStoredRun } from '../reports/stored-run.ts';
import { mostShapesBytes, readStoredShapes } from '../reports/stored-shapes.ts';

/**
 * Reads a file that comes from elsewhere, as far as a bound.
 *
 * @param fix what the caller can do where there is no such file
 * @throws ConfigurationError when the file is missing, unreadable or larger than `most` bytes
 */
export function readBounded(file: string, most: number, fix: string): string {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts === undefined) throw new ConfigurationError(`there is no file ${file}; ${fix}`);
  if (!facts.isFile()) throw new ConfigurationError(`${file} is not a file; ${fix}`);
  if (facts.size > most)
    throw new ConfigurationError(
      `${file} is larger than ${Math.floor(most / 1024)} kB, so it isn't read; ${fix}`,
    );
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new ConfigurationError(`${file} can't be read (${code}); ${fix}`);
  }
}

/** Reads the rows in the folder that a finished run left. @throws ConfigurationError that names file, line and fix */
export function readRunFolder(folder: string): Run {
  const fix = 'name the folder that a finished run left';
  const facts = statSync(folder, { throwIfNoEntry: false });
  if (!facts?.isDirectory()) throw new ConfigurationError(`there is no folder ${folder}; ${fix}`);
  const file = path.join(folder, 'rows.ndjson');
  try {
    return readStoredRun(readBounded(file, mostStored.bytes, fix), file);
  } catch (error) {
    if (error instanceof RowsError) throw new ConfigurationError(error.message);
    throw error;
  }
}

/**
 * Reads the shapes in the folder of a run; none where an older version of Rollcall left it.
 *
 * @throws ConfigurationError that names the file, the place in it and the fix
 */
export function readShapesIn(folder: string): Shapes {
  const file = path.join(folder, 'shapes.json');
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return [];
  const shapes = readStoredShapes(readBounded(file, mostShapesBytes, 'run again'));
  if (typeof shapes !== 'string') return shapes;
  throw new ConfigurationError(`${file} does not hold shapes: ${shapes}; run again`);
}

/**
 * Refuses a file that can't be written, before any work is done for it.
 *
 * @param flag the flag that names it
 * @throws ConfigurationError that names the file and the fix
 */
export function refuseUnwritable(file: string, flag: string): void {
  const facts = statSync(file, { throwIfNoEntry: false });
  const place = facts === undefined ? path.dirname(file) : file;
  try {
    if (facts?.isDirectory()) throw new Error('a folder');
    accessSync(facts === undefined ? `${place}/.` : place, constants.W_OK);
  } catch {
    throw new ConfigurationError(
      `${file} can't be written; choose another ${flag}, in a folder that is there`,
    );
  }
}
