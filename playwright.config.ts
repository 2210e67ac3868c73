import path from 'node:path';
import { defineConfig, type ReporterDescription } from '@playwright/test';
import { makeFolder } from './harness/run/folder.ts';
import { readOptions } from './harness/run/options.ts';
import { orExitSync } from './harness/run/usage.ts';

/** Projects named on the command line; none means all. */
const named = process.argv.flatMap((word, index, words) => {
  if (word === '--project') return [words[index + 1] ?? ''];
  return word.startsWith('--project=') ? [word.slice('--project='.length)] : [];
});
const judging = named.length === 0 || named.includes('conformance');
const { out } = orExitSync(() => {
  const options = readOptions(process.env);
  // Playwright empties its own folder in there before anything else of ours runs.
  if (judging) makeFolder(options.out);
  return options;
});

/** A module of this project by its absolute name: source in a checkout, compiled in the package. */
const own = (name: string): string =>
  path.join(import.meta.dirname, `${name}${path.extname(import.meta.filename)}`);

const reporters: ReporterDescription[] = judging
  ? [[own('tests/conformance.reporter')]]
  : [
      [process.env['CI'] ? 'dot' : 'list'],
      [own('tests/self/allure'), { resultsDir: 'test-results/allure-results', detail: false }],
      [own('tests/self/tally')],
    ];

export default defineConfig({
  testDir: './tests',
  snapshotPathTemplate: '{testDir}/{testFileDir}/{arg}{ext}',
  forbidOnly: true,
  fullyParallel: true,
  // Many tests wait for a process of their own, or for a deadline: on two cores a third worker fills these pauses.
  workers: 3,
  reporter: reporters,
  // A row leaves nothing in a folder of its own, so that none has to be looked for after each.
  ...(judging ? { preserveOutput: 'always' } : {}),
  globalSetup: own(judging ? 'tests/conformance.setup' : 'tests/self/setup'),
  projects: [
    // One worker: rows share observations, and a target's rate limit is one limit.
    // No time limit: every request has a deadline of its own, and a slow target is no error of the suite.
    {
      name: 'conformance',
      testMatch: /conformance\.spec\.[jt]s$/,
      outputDir: path.join(out, '.playwright'),
      fullyParallel: false,
      workers: 1,
      timeout: 0,
    },
    { name: 'self', testMatch: 'self/**/*.spec.ts', outputDir: './test-results' },
  ],
});
