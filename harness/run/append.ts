import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { stored } from './storage.ts';

/**
 * Appends a whole line, or nothing: when the disk is full, the part that was written is removed. The file stays
 * readable line by line.
 *
 * @throws StorageError when the file system takes no more; any other error of the file system as it is
 */
export function appendLine(file: string, line: string): void {
  stored(file, () => append(file, line));
}

function append(file: string, line: string): void {
  const handle = openSync(file, 'a');
  try {
    const before = fstatSync(handle).size;
    try {
      const bytes = Buffer.from(`${endsInLine(file, before) ? '' : '\n'}${line}\n`);
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
    } catch (error) {
      if (fstatSync(handle).isFile()) ftruncateSync(handle, before);
      throw error;
    }
  } finally {
    closeSync(handle);
  }
}

/** Whether the file ends in a line end. It does not where a process was killed while it wrote a line. */
function endsInLine(file: string, size: number): boolean {
  if (size === 0) return true;
  const handle = openSync(file, 'r');
  try {
    const last = Buffer.alloc(1);
    readSync(handle, last, 0, 1, size - 1);
    return last[0] === 0x0a;
  } finally {
    closeSync(handle);
  }
}
