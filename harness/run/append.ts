import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { stored } from './storage.ts';

/**
 * Appends a whole line or nothing at all: when the disk is full in the middle of it, the part is taken back, so that
 * what stands in the file stays readable line by line.
 *
 * @throws StorageError when there is no room, and any other error of the file system
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

/** Whether nothing stands after the last line end: a process that was killed may have left a part of a line. */
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
