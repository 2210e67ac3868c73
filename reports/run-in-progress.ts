import path from 'node:path';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import type { RunConfig } from '../harness/run/config.ts';
import type { PreflightRecord } from '../harness/run/preflight-record.ts';
import { StorageError } from '../harness/run/storage.ts';
import { type Book, clauseIn } from './book.ts';
import { type Collector, openCollector } from './collector.ts';
import { missingRow } from './finish.ts';
import { headerOf } from './header.ts';
import { nameMishap, type ReportedError } from './mishap.ts';
import { bookWithPin } from './pin/rows.ts';
import type { Header } from './report.ts';
import { type RowTime, timeIn } from './row-time.ts';
import { type Progress, showProgress } from './terminal/progress.ts';
import { isLive, type Style, styleFor } from './terminal/style.ts';

/** A run before its first row: its configuration and the result of its preflight. */
export interface Opened {
  readonly config: RunConfig;
  readonly rehearsed: PreflightRecord;
  /** The number of rows of the whole catalogue. */
  readonly catalogue?: number;
}

/** Where the terminal output is written. */
export interface OutputStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** What the reporter holds while rows are judged. */
export interface RunInProgress extends Opened {
  readonly header: Header;
  /** The facts about the contract, and about the pin where there is one. */
  readonly book: Book;
  /** The ids of all rows of the run, in the order of the plan. */
  readonly planned: readonly string[];
  readonly collector: Collector;
  readonly progress: Progress;
  readonly style: Style;
  readonly timings: Map<string, RowTime>;
}

/** Starts the stream of rows and the progress display. @throws StorageError when the stream cannot be written */
export function startRun(
  { config, rehearsed, catalogue }: Opened,
  planned: readonly string[],
  stream: OutputStream,
): RunInProgress {
  const style = styleFor(stream, process.env);
  const header = headerOf(
    config,
    { planned: planned.length, ...(catalogue === undefined ? {} : { catalogue }) },
    rehearsed,
  );
  return {
    config,
    header,
    book: config.options.pin === undefined ? config.contract : bookWithPin(config.contract),
    planned,
    rehearsed,
    style,
    collector: openCollector(path.join(config.options.out, 'rows.ndjson'), header),
    progress: showProgress(planned.length, {
      write: (text) => stream.write(text),
      live: isLive(stream, process.env),
      style,
      verbose: config.options.verbose,
    }),
    timings: new Map(),
  };
}

/**
 * Records a test that ended. A test without a row becomes a suite error: nothing may pass because it did not run.
 *
 * @throws StorageError when a row cannot be written
 */
export function recordTest(
  { book, collector, progress, timings }: RunInProgress,
  { title }: TestCase,
  result: TestResult,
): void {
  collector.pull();
  if (result.status === 'interrupted') return;
  const own = { start: result.startTime.getTime(), ms: Math.max(result.duration, 0) };
  timings.set(title, timeIn(result.annotations) ?? own);
  if (!collector.rows.has(title)) for (const error of result.errors) rethrowStorageError(error);
  const row = collector.rows.get(title) ?? missingRow(title, nameMishap(result.errors[0] ?? {}));
  if (!collector.rows.has(title)) collector.add(row);
  const { chapter } = clauseIn(book, row.clause);
  progress.step(row, book.chapters.find(({ id }) => id === chapter)?.title ?? chapter);
}

/** Throws a StorageError again that Playwright reports from another process. @throws StorageError */
export function rethrowStorageError(error: ReportedError): void {
  const [, message] = /^StorageError: ([\s\S]*)/.exec(nameMishap(error)) ?? [];
  if (message !== undefined) throw new StorageError(message);
}
