import { readFileSync, writeFileSync } from 'node:fs';
import { type Browser, chromium, expect } from '@playwright/test';
import type { Row } from '../../../harness/judging/row.ts';
import { overviewPage } from '../../../reports/overview/page.ts';
import { chromiumPath } from '../chromium.ts';
import { test } from '../plain-test.ts';
import { report, reportOf, row } from './sample.ts';

let browser: Browser | undefined;

test.beforeAll(async () => {
  const executablePath = chromiumPath();
  if (executablePath !== undefined)
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
});

test.afterAll(async () => {
  await browser?.close();
});

const axe = () => readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

for (const colorScheme of ['light', 'dark'] as const)
  test(`the page of a run fits 360 to 1600 pixels, ${colorScheme}, and axe finds no violation`, async () => {
    test.skip(browser === undefined, 'no Chromium on this machine');
    const file = test.info().outputPath('summary.html');
    writeFileSync(file, overviewPage(report, [{ file: 'junit.xml', about: 'for CI' }]));
    const context = await browser?.newContext({ bypassCSP: true, colorScheme });
    const page = await context?.newPage();
    await page?.goto(`file://${file}`);
    const overflow: (number | undefined)[] = [];
    for (const width of [360, 800, 1600]) {
      await page?.setViewportSize({ width, height: 900 });
      overflow.push(await page?.evaluate(() => document.documentElement.scrollWidth - innerWidth));
    }
    await page?.evaluate(axe());
    const violations = await page?.evaluate(async () => {
      for (const details of document.querySelectorAll('details')) details.open = true;
      const { axe: runner } = globalThis as unknown as {
        axe: { run: () => Promise<{ violations: { id: string }[] }> };
      };
      return (await runner.run()).violations.map(({ id }) => id);
    });
    await context?.close();

    expect({ overflow, violations }).toEqual({ overflow: [0, 0, 0], violations: [] });
  });

test('it tells the verdict with its scope, what failed, and what was not judged and why', () => {
  const page = overviewPage(reportOf(report.rows.slice(0, 6)));

  expect(page).toContain('The target violates the interface: 2 rows failed.');
  expect(page).toContain('3 of 6 rows were judged');
  expect(page).toContain(
    'A request that carries both <code>offset</code> and <code>cursor</code> is refused',
  );
  expect(page).toContain('BASE=https://staging.example/api/v1');
  expect(page).toContain('needs a second page of listUsers');
  expect(page).toContain('<code>class.always</code>');
});

test('it loads and runs nothing, and a target cannot write into it', () => {
  const hostile = row('class.name', 'listClasses', {
    verdict: 'fail',
    expected: 'a name',
    actual: '<script>alert(1)</script>',
    evidence: [
      {
        operation: 'listClasses',
        request: 'GET /classes?a="><img src=x>',
        status: 200,
        headers: {},
        body: '</pre><script>',
        ms: 1,
        curl: 'curl',
      },
    ],
  });
  const page = overviewPage(reportOf([hostile]));

  expect(page).not.toMatch(/<script|<link|<iframe|<img|src=[^x]|url\(|@import|javascript:|\son\w+=/i);
  expect(page).toContain('default-src &#39;none&#39;');
});

test('it stays below 300 kB, however much failed', () => {
  const body = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`field${index}`, 'x'.repeat(200)]),
  );
  const evidence = Array.from({ length: 12 }, (_, index) => ({
    operation: 'listUsers',
    request: `GET /users?name=${'n'.repeat(300)}${index}`,
    status: 200,
    headers: {},
    body,
    ms: 1,
    curl: `curl '/users?name=${'n'.repeat(300)}${index}'`,
  }));
  const many: Row[] = Array.from({ length: 3000 }, (_, index) =>
    row(`topic${index}.law${index}`, `operation${index}`, {
      verdict: index % 3 === 0 ? 'fail' : index % 3 === 1 ? 'inconclusive' : 'notApplicable',
      reason: `for reason ${index} of its own, told at some length: ${'because '.repeat(20)}`,
      expected: `what law ${index} says`,
      actual: `${index} of something else`,
      ...(index % 3 === 0 ? { evidence } : {}),
    }),
  );

  expect(Buffer.byteLength(overviewPage(reportOf(many)))).toBeLessThan(300_000);
});
