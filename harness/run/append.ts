import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { stored } from './storage.ts';

/** Appends a whole line to a file, or nothing. @throws StorageError as {@link appendLine} does */
export type Appender = (line: string) => void;

/**
 * Appends a whole line, or nothing: when the disk is full, the part that was written is removed. The file stays
 * readable line by line.
 *
 * @throws StorageError when the file system takes no more; any other error of the file system as it is
 */
export function appendLine(file: string, line: string): void {
  stored(file, () => {
    const handle = openSync(file, 'a+');
    try {
      append(handle, line, !endsInLine(handle));
    } finally {
      closeSync(handle);
    }
  });
}

/**
 * Appends lines as {@link appendLine} does, for a process that writes thousands of them: the file stays open, and each
 * line is one call of the system. A line is in the hands of the system before the call returns, so a killed process
 * loses none.
 */
export function openAppender(file: string): Appender {
  let handle: number | undefined;
  let isWhole = false;
  return (line) =>
    stored(file, () => {
      handle ??= openSync(file, 'a+');
      append(handle, line, !isWhole && !endsInLine(handle));
      isWhole = true;
    });
}

function append(handle: number, line: string, goesOn: boolean): void {
  const bytes = Buffer.from(`${goesOn ? '\n' : ''}${line}\n`);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(handle, bytes, written);
  } catch (error) {
    const file = fstatSync(handle);
    if (file.isFile() && written > 0) ftruncateSync(handle, file.size - written);
    throw error;
  }
}

/** Whether a file ends in a line end. It does not where a process was killed while it wrote a line. */
function endsInLine(handle: number): boolean {
  const { size } = fstatSync(handle);
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  readSync(handle, last, 0, 1, size - 1);
  return last[0] === 0x0a;
}
