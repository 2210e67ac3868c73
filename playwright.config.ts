import path from 'node:path';
import { defineConfig, type ReporterDescription } from '@playwright/test';
import { readOptions } from './harness/options.ts';

/** Projects named on the command line; none means all. */
const named = process.argv.flatMap((word, index, words) => {
  if (word === '--project') return [words[index + 1] ?? ''];
  return word.startsWith('--project=') ? [word.slice('--project='.length)] : [];
});
const judging = named.length === 0 || named.includes('conformance');
const { out } = readOptions(process.env);

const reporters: ReporterDescription[] = judging
  ? [
      ['allure-playwright', { resultsDir: path.join(out, 'allure-results'), detail: false }],
      ['./reports/reporter.ts'],
    ]
  : [[process.env['CI'] ? 'dot' : 'list'], ['./tests/self/tally.ts']];

export default defineConfig({
  testDir: './tests',
  outputDir: './test-results',
  snapshotPathTemplate: '{testDir}/{testFileDir}/{arg}{ext}',
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  reporter: reporters,
  globalSetup: judging ? './tests/conformance.setup.ts' : './tests/self/setup.ts',
  projects: [
    // One worker: rows share observations, and a target's rate limit is one limit.
    { name: 'conformance', testMatch: 'conformance.spec.ts', fullyParallel: false, workers: 1 },
    { name: 'self', testMatch: 'self/**/*.spec.ts' },
  ],
});
