import { closeSync, openSync, readSync } from 'node:fs';
import type { Row } from '../harness/judging/row.ts';
import { appendLine } from '../harness/run/append.ts';
import { writeWhole } from '../harness/run/storage.ts';
import type { Footer, Header } from './report.ts';
import { formatLine } from './rows.ts';

/** The stream of rows of a run under way: the workers append to the same file. */
export interface Collector {
  /** Every row so far, by id. */
  readonly rows: ReadonlyMap<string, Row>;
  /** Ids that came more than once. */
  readonly doubled: readonly string[];
  /** Takes in the rows that workers have appended since the last time. */
  pull(): void;
  /** Adds a row that no worker gave. */
  add(row: Row): void;
  close(footer: Footer): void;
}

/** Starts `rows.ndjson` anew with its header. */
export function openCollector(file: string, header: Header): Collector {
  writeWhole(file, formatLine(header));
  const rows = new Map<string, Row>();
  const doubled: string[] = [];
  let offset = Buffer.byteLength(formatLine(header));

  function pull(): void {
    const text = readFrom(file, offset);
    const whole = text.subarray(0, text.lastIndexOf('\n') + 1);
    offset += whole.length;
    for (const line of whole.toString().split('\n')) {
      const row = parseRow(line);
      if (row && rows.has(row.id)) doubled.push(row.id);
      if (row) rows.set(row.id, row);
    }
  }

  function append(line: Parameters<typeof formatLine>[0]): void {
    appendLine(file, formatLine(line).trimEnd());
  }

  return {
    rows,
    doubled,
    pull,
    add: (row) => {
      append({ kind: 'row', ...row });
      pull();
    },
    close: append,
  };
}

function parseRow(line: string): Row | undefined {
  try {
    const { kind, ...row } = JSON.parse(line) as Row & { kind: string };
    return kind === 'row' ? row : undefined;
  } catch {
    return undefined;
  }
}

const chunk = 1 << 16;

function readFrom(file: string, offset: number): Buffer {
  const handle = openSync(file, 'r');
  const parts: Buffer[] = [];
  try {
    for (let at = offset; ; ) {
      const buffer = Buffer.alloc(chunk);
      const size = readSync(handle, buffer, 0, chunk, at);
      if (size === 0) return Buffer.concat(parts);
      parts.push(buffer.subarray(0, size));
      at += size;
    }
  } finally {
    closeSync(handle);
  }
}
