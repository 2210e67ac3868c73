import { rmSync, writeFileSync } from 'node:fs';

/** How a file system refuses to take any more, in words, and what mends it. */
const refusals: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; make room there',
  EDQUOT: 'the quota there is used up; make room',
  EFBIG: 'a file may not grow any further there; raise the limit (ulimit -f)',
  EROFS: 'the file system became read-only; mount it for writing',
  EIO: 'the device fails; choose another with --out',
  EACCES: 'this user may not write there; give it the right to',
};

/** What a run leaves has no place any more: for the caller to mend, never a word on the target or on Rollcall. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

/**
 * Does something with files in the folder of a run.
 *
 * @throws StorageError that names the file and the fix where there is no room for it; any other error as it is
 */
export function stored<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asStorageError(error, file) ?? error;
  }
}

/** The error of a file system that takes no more as a {@link StorageError}; `undefined` for any other error. */
export function asStorageError(error: unknown, file: string): StorageError | undefined {
  if (error instanceof StorageError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const words = refusals[code];
  return words === undefined ? undefined : new StorageError(`${file} can't be written (${code}): ${words}`);
}

/** Writes a file whole, or not at all: half a report could be read for a whole one. @throws StorageError */
export function writeWhole(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    rmSync(file, { force: true });
    throw asStorageError(error, file) ?? error;
  }
}
