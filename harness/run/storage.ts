import { rmSync, writeFileSync } from 'node:fs';

/** The error codes of a file system that takes no more data, in words and with the fix. */
const refusals: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; make room there',
  EDQUOT: 'the quota there is used up; make room',
  EFBIG: 'a file may not grow any further there; raise the limit (ulimit -f)',
  EROFS: 'the file system became read-only; mount it for writing',
  EIO: 'the device fails; choose another with --out',
  EACCES: 'this user may not write there; give it the right to',
};

/** The output of a run cannot be written. The caller has to correct it; neither the target nor Rollcall is to blame. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

/**
 * Runs `work`, which writes `file`.
 *
 * @throws StorageError that names the file and the fix when the file system takes no more; any other error as it is
 */
export function stored<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asStorageError(error, file) ?? error;
  }
}

/** Turns the error of a file system that takes no more into a {@link StorageError}; `undefined` for any other error. */
export function asStorageError(error: unknown, file: string): StorageError | undefined {
  if (error instanceof StorageError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const words = refusals[code];
  return words === undefined ? undefined : new StorageError(`${file} can't be written (${code}): ${words}`);
}

/** Writes a whole file, or removes it: a part of a report could be mistaken for the report. @throws StorageError */
export function writeWhole(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    rmSync(file, { force: true });
    throw asStorageError(error, file) ?? error;
  }
}
