import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { spareStacksOfSteps, withoutStack } from '../../../harness/http/without-stack.ts';
import { test } from '../plain-test.ts';

const usual = Error.prepareStackTrace;
test.beforeEach(() => {
  Error.prepareStackTrace = () => 'mapped';
});
test.afterEach(() => {
  if (usual) Error.prepareStackTrace = usual;
  else Reflect.deleteProperty(Error, 'prepareStackTrace');
});

/** What a function of this name takes for its stack. */
function takenIn(name: string): string | undefined {
  const functions = { [name]: () => new Error('a stack').stack };
  return functions[name]?.();
}

test('no stack is mapped where Playwright takes those that nobody reads, and those of errors are', () => {
  spareStacksOfSteps();

  expect(['captureRawStack', '_race', 'judge'].map(takenIn)).toEqual(['', '', 'mapped']);
});

test('Playwright still takes its stacks in functions of these names', () => {
  const core = fileURLToPath(
    new URL('lib/coreBundle.js', import.meta.resolve('playwright-core/package.json')),
  );
  const text = readFileSync(core, 'utf8');

  expect(text).toMatch(/function captureRawStack\(\) \{[^}]*new Error\(\)/);
  expect(text).toMatch(/async _race\([^)]*\) \{[^}]*new Error\(\)/);
});

test('a call has no stack of its own, and what it gives comes back', async () => {
  expect(await withoutStack(() => Promise.resolve(new Error('a call').stack))).toBe('');
  expect(new Error('another').stack).toBe('mapped');
});
