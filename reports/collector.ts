import { closeSync, openSync, readSync, renameSync } from 'node:fs';
import type { Row } from '../harness/judging/row.ts';
import { appendLine } from '../harness/run/append.ts';
import { writeWhole } from '../harness/run/storage.ts';
import type { Footer, Header } from './report.ts';
import { formatLine } from './rows.ts';

/** The rows of a run in progress. The workers append them to `rows.ndjson`, and the reporter reads them there. */
export interface Collector {
  /** Every row so far, by id. */
  readonly rows: ReadonlyMap<string, Row>;
  /** The ids of rows that came more than once. */
  readonly doubled: readonly string[];
  /** Reads the rows that workers have appended since the last call. */
  pull(): void;
  /** Adds a row that no worker wrote. @throws StorageError */
  add(row: Row): void;
  /** Ends the file with its footer, and puts the rows into the order of these ids. @throws StorageError */
  close(footer: Footer, order: readonly string[]): void;
}

/**
 * Begins `rows.ndjson` with its header.
 *
 * @param tell is called with every line, as soon as it is known
 * @throws StorageError
 */
export function openCollector(
  file: string,
  header: Header,
  tell: (line: string) => void = () => undefined,
): Collector {
  writeWhole(file, formatLine(header));
  tell(formatLine(header));
  const rows = new Map<string, Row>();
  const doubled: string[] = [];
  let offset = Buffer.byteLength(formatLine(header));
  let handle: number | undefined;
  const buffer = Buffer.alloc(chunk);

  function pull(): void {
    handle ??= openSync(file, 'r');
    const text = readFrom(handle, offset, buffer);
    const whole = text.subarray(0, text.lastIndexOf('\n') + 1);
    offset += whole.length;
    for (const line of whole.toString().split('\n')) {
      const row = parseRow(line);
      if (row && rows.has(row.id)) doubled.push(row.id);
      if (row) rows.set(row.id, row);
      if (row) tell(`${line}\n`);
    }
  }

  function append(line: Parameters<typeof formatLine>[0]): void {
    appendLine(file, formatLine(line).trimEnd());
  }

  /** Rows are written as they end, and rows that were judged side by side end in any order. */
  function close(footer: Footer, order: readonly string[]): void {
    if (handle !== undefined) closeSync(handle);
    handle = undefined;
    const ids = [...rows.keys()];
    const ordered = [...new Set([...order.filter((id) => rows.has(id)), ...ids])];
    if (doubled.length > 0 || ids.every((id, at) => id === ordered[at])) {
      append(footer);
      return;
    }
    const whole = ordered
      .flatMap((id) => rows.get(id) ?? [])
      .map((row) => formatLine({ kind: 'row', ...row }));
    writeWhole(`${file}.new`, [formatLine(header), ...whole, formatLine(footer)].join(''));
    renameSync(`${file}.new`, file);
  }

  return {
    rows,
    doubled,
    pull,
    add: (row) => {
      append({ kind: 'row', ...row });
      pull();
    },
    close(footer, order) {
      close(footer, order);
      tell(formatLine(footer));
    },
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

/** What stands in an open file behind an offset. `buffer` is what is read into. */
function readFrom(handle: number, offset: number, buffer: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = offset; ; ) {
    const size = readSync(handle, buffer, 0, buffer.length, at);
    parts.push(Buffer.from(buffer.subarray(0, size)));
    if (size < buffer.length) return Buffer.concat(parts);
    at += size;
  }
}
