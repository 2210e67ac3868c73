import path from 'node:path';
import { _baseTest, request } from '@playwright/test';
import { chromiumPath, openBrowser } from '../harness/http/browser.ts';
import { browserTrustFor, tlsFor } from '../harness/http/tls.ts';
import { openLine } from '../harness/http/transport.ts';
import { spareStacksOfSteps } from '../harness/http/without-stack.ts';
import { judgesAmong, plan, select } from '../harness/judging/plan.ts';
import type { Row } from '../harness/judging/row.ts';
import { openAppender } from '../harness/run/append.ts';
import { resolveConfig } from '../harness/run/config.ts';
import { exchangesFile, recordTo } from '../harness/run/exchanges-file.ts';
import { heldJournal } from '../harness/run/journal.ts';
import { keepHeapLean } from '../harness/run/lean-heap.ts';
import { goodVariable, readOptions } from '../harness/run/options.ts';
import { journalFile } from '../harness/run/preflight-record.ts';
import { openRun, type Run } from '../harness/run/run.ts';
import { listening } from '../reports/reporter.ts';
import { formatLine } from '../reports/rows.ts';
import { trustGoodSchemas } from '../spec/good-schemas.ts';
import { catalogue } from './checks/index.ts';

trustGoodSchemas(process.env[goodVariable]);

/** The configuration of this run. */
export const config = resolveConfig(readOptions(process.env), process.env);

/** The contract of this run, with the profile's overlay applied. */
export const contract = config.contract;

/** What the caller asked for. */
export const options = config.options;

/**
 * Whether the reporter of this project is in use. It takes verdicts from the rows and decides the exit code, so a
 * failed row may be an expected failure of its test. With any other reporter, a failed row must fail its test.
 */
export const hasRowReporter = process.env[listening] === '1';

// Playwright keeps 200 frames of every error, and its client makes one for each of its calls, failed or not.
Error.stackTraceLimit = 10;
spareStacksOfSteps();
keepHeapLean();

const appendRow = openAppender(path.join(options.out, 'rows.ndjson'));
let closing = false;
// A closed terminal must not end this worker before lent things are put back. Playwright tells the worker to end.
process.on('SIGHUP', () => undefined);

/**
 * Playwright's `test` with a worker fixture: the run, which all rows share. It lacks Playwright's browser fixtures,
 * because setting them up takes four times as long as judging a row.
 */
export const test = _baseTest.extend<object, { run: Run }>({
  run: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture off this pattern
    async ({}, use) => {
      const line = openLine(() => request.newContext(tlsFor(config, process.env)));
      const journal = heldJournal(journalFile(options.out));
      const replay =
        options.path === undefined
          ? undefined
          : Object.fromEntries(options.only.map((row) => [row, options.path ?? '']));
      const chromium = chromiumPath(process.env);
      const browser =
        chromium === undefined ? undefined : openBrowser(chromium, browserTrustFor(config, process.env));
      const run = openRun({
        ...config,
        transport: line.transport,
        journal,
        replay,
        judges: judgesAmong(() => select(plan(catalogue, contract), options.only), contract, config.settings),
        browser: browser?.port,
        record: options.record ? recordTo(exchangesFile(options.out)) : undefined,
      });
      await use(run);
      closing = true;
      await run.exchange.close();
      run.shapes.flush();
      const { failed } = await run.exchange.putBack();
      for (const problem of failed)
        process.stderr.write(`rollcall: a lent thing is not put back: ${problem}\n`);
      await browser?.close();
      await line.close();
    },
    { scope: 'worker' },
  ],
});

/** Appends a row to the file that the reporter reads. A row that an interruption cut short is left out. */
export function emit(row: Row): void {
  if (closing) return;
  appendRow(formatLine({ kind: 'row', ...row }).trimEnd());
}
