import type { FullConfig, TestCase } from '@playwright/test/reporter';

/** The variable by which a worker knows that Allure's own reporter for Playwright runs beside this one. */
export const besideAllure = 'ROLLCALL_BESIDE_ALLURE';

/** Whether a run of Playwright has Allure's own reporter. */
export function hasAllure({ reporter }: Pick<FullConfig, 'reporter'>): boolean {
  return reporter.some(([name]) => /\ballure-playwright\b/.test(name));
}

/**
 * Has a failed row be a failed test to every reporter beside this one, whichever comes first. To the worker it is an
 * expected failure: an unexpected one would cost it the run that the rows share.
 */
export function showFailures(tests: readonly TestCase[]): void {
  for (const test of tests) {
    let { expectedStatus } = test;
    Object.defineProperty(test, 'expectedStatus', {
      get: () => (expectedStatus === 'failed' ? 'passed' : expectedStatus),
      set: (status: TestCase['expectedStatus']) => {
        expectedStatus = status;
      },
    });
  }
}
