import type { FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';

const kinds = { expected: 'passed', unexpected: 'failed', flaky: 'failed', skipped: 'skipped' } as const;

/** Ends the tests of the suite itself with one line: how many passed, failed and were skipped. */
export default class Tally implements Reporter {
  #suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  async onExit(): Promise<void> {
    const tests = this.#suite?.allTests() ?? [];
    const number = (kind: string) => tests.filter((test) => kindOf(test) === kind).length;
    process.stdout.write(
      `\n${number('passed')} passed, ${number('failed')} failed, ${number('skipped')} skipped\n`,
    );
  }

  onEnd(result: FullResult): void {
    if (result.status === 'passed' || result.status === 'failed') return;
    process.stdout.write(`\nThe tests ended early: ${result.status}\n`);
  }
}

function kindOf(test: TestCase): string {
  return kinds[test.outcome()];
}
