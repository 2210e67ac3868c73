import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import type { FullConfig, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { AllureReporter } from 'allure-playwright';
import { allureFiles } from '../../../reports/allure.ts';
import { hasAllure, showFailures } from '../../../reports/allure-beside.ts';
import { attachedFor } from '../../../reports/allure-told.ts';
import { test } from '../plain-test.ts';
import { report } from './sample.ts';

interface Result {
  readonly name: string;
  readonly status: string;
  readonly historyId: string;
  readonly description?: string;
  readonly labels: readonly { readonly name: string; readonly value: string }[];
  readonly steps: readonly { readonly attachments: readonly unknown[] }[];
  readonly attachments: readonly unknown[];
}

/** A test as Playwright shows it to all of its reporters. To its worker, a failed row is an expected failure. */
function testOf(title: string): TestCase {
  const parent = { project: () => undefined, titlePath: () => ['', 'conformance', 'conformance.spec.ts'] };
  const file = path.join(import.meta.dirname, 'conformance.spec.ts');
  return {
    id: title,
    title,
    titlePath: () => [...parent.titlePath(), title],
    parent,
    location: { file, line: 1, column: 1 },
    annotations: [],
    tags: [],
    expectedStatus: 'passed',
  } as unknown as TestCase;
}

/** What Allure's own reporter writes of the rows of a report, told before ours has seen that a test ended. */
async function besideOurs(folder: string): Promise<Map<string, Result>> {
  const tests = report.rows.map(({ id }) => testOf(id));
  showFailures(tests);
  const reporter = new AllureReporter({ resultsDir: folder });
  const testDir = import.meta.dirname;
  reporter.onConfigure({ projects: [{ testDir }], rootDir: testDir } as unknown as FullConfig);
  reporter.onBegin({ allTests: () => tests } as unknown as Suite);
  for (const [at, row] of report.rows.entries()) {
    const one = tests[at];
    if (one === undefined) continue;
    const isFailed = row.verdict === 'fail' || row.verdict === 'suiteError';
    const status = isFailed ? 'failed' : row.verdict === 'pass' ? 'passed' : 'skipped';
    const attachments = attachedFor(row, report).map((part) => ({ ...part, body: Buffer.from(part.body) }));
    const result = {
      status,
      attachments,
      startTime: new Date(),
      duration: 1,
      stdout: [],
      stderr: [],
      retry: 0,
    };
    reporter.onTestBegin(one);
    one.expectedStatus = status;
    await reporter.onTestEnd(one, result as unknown as TestResult);
  }
  const names = readdirSync(folder).filter((name) => name.endsWith('-result.json'));
  const results = names.map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Result);
  return new Map(results.map((result) => [result.name, result]));
}

/** The attachments of a result; this reporter gives each of them a step of its own. */
function attachmentsIn(result: Result | undefined): unknown[] {
  return [...(result?.attachments ?? []), ...(result?.steps ?? []).flatMap(({ attachments }) => attachments)];
}

test('beside ours, the reporter of Allure for Playwright gives the same picture', async () => {
  const beside = await besideOurs(test.info().outputPath('beside'));
  const ours = allureFiles(report, new Map())
    .filter(({ name }) => name.endsWith('-result.json'))
    .map(({ text }) => JSON.parse(text) as Result);

  expect(ours).toHaveLength(report.rows.length);
  for (const one of ours) {
    const other = beside.get(one.name);
    // What Rollcall itself got wrong is a failed test to Playwright.
    expect(other?.status).toBe(one.status === 'broken' ? 'failed' : one.status);
    expect(other?.historyId).toBe(one.historyId);
    expect(other?.description).toBe(one.description);
    expect(other?.labels).toEqual(expect.arrayContaining([...one.labels]));
    expect(attachmentsIn(other)).toHaveLength(one.attachments.length);
  }
});

test('Allure is told of rows where its reporter is one of the run', () => {
  const named = (name: string) => hasAllure({ reporter: [['./tests/conformance.reporter.ts'], [name]] });

  expect(named('allure-playwright')).toBe(true);
  expect(named('/home/x/node_modules/allure-playwright/dist/cjs/index.js')).toBe(true);
  expect(named('list')).toBe(false);
});
