import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Collects rows while Playwright runs, and writes what a run leaves. */
export default class RowReporter implements Reporter {
  onTestEnd(test: TestCase, result: TestResult): void {
    process.stdout.write(`${result.status} ${test.title}\n`);
    for (const error of result.errors) process.stdout.write(`  ${error.message ?? ''}\n`);
  }
}
