import { readFileSync, writeFileSync } from 'node:fs';
import { type Browser, chromium, expect } from '@playwright/test';
import { names } from '../../../bin/certificate/files.ts';
import { scopeOf } from '../../../bin/certificate/scope.ts';
import { validatorOf } from '../../../bin/verify/contents.ts';
import { readSource } from '../../../spec/source.ts';
import { chromiumPath } from '../chromium.ts';
import { test } from '../plain-test.ts';
import { certificateOf, contract, plannedRows } from './finished.ts';

/** A certificate with something of everything that a page can show. */
const rows = () =>
  plannedRows((id) => {
    const gap = /users\.|session/.exec(id)?.[0];
    if (id.includes('slow') || id.includes('time-out'))
      return { verdict: 'notApplicable', reason: 'the interface leaves `limits.slow-request` open' };
    if (gap !== undefined && id.length % 5 === 0)
      return {
        verdict: 'notApplicable',
        reason: 'the interface leaves `users.enabled-field` open, and the profile does not fill it',
      };
    return id.startsWith('pagination') ? { choices: [['pagination.offset-past-end', 'an empty page']] } : {};
  });

let browser: Browser | undefined;
let file: string;
let made: ReturnType<typeof certificateOf>;

test.beforeAll(async () => {
  made = certificateOf(test.info().outputPath('runs'), rows());
  file = test.info().outputPath(names.page);
  writeFileSync(file, made.files.get(names.page) ?? '');
  const executablePath = chromiumPath();
  if (executablePath !== undefined)
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
});

test.afterAll(async () => {
  await browser?.close();
});

const axe = () => readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [360, 800, 1600])
    test(`the page fits ${width} pixels, ${colorScheme}, and axe finds no violation`, async () => {
      test.skip(browser === undefined, 'no Chromium on this machine');
      const context = await browser?.newContext({
        bypassCSP: true,
        colorScheme,
        viewport: { width, height: 900 },
      });
      const page = await context?.newPage();
      await page?.goto(`file://${file}`);
      await page?.evaluate(axe());
      const found = await page?.evaluate(async () => {
        const { axe: runner } = globalThis as unknown as {
          axe: { run: () => Promise<{ violations: { id: string }[] }> };
        };
        const { violations } = await runner.run();
        return {
          overflow: document.documentElement.scrollWidth - innerWidth,
          violations: violations.map(({ id }) => id),
        };
      });
      await context?.close();

      expect(found).toEqual({ overflow: 0, violations: [] });
    });

test('each cell of the picture is reached by the keyboard, and shows its clause and its reason', async () => {
  test.skip(browser === undefined, 'no Chromium on this machine');
  const page = await browser?.newPage();
  await page?.goto(`file://${file}`);
  const cell = page?.locator('.matrix a.none').first();
  await page?.locator('.matrix td a').first().focus();
  await page?.keyboard.press('Tab');
  const tag = await page?.evaluate(() => document.activeElement?.closest('.matrix td') !== null);
  await cell?.focus();
  const caption = await cell?.evaluate((one) => getComputedStyle(one, '::after').content);
  await page?.keyboard.press('Enter');
  const isOpen = await page?.evaluate(() => document.querySelector(':target')?.closest('details')?.open);
  await page?.close();

  expect(tag).toBe(true);
  expect(caption).toContain('not judged: the interface leaves');
  expect(isOpen).toBe(true);
});

test('the page is one small file that loads and runs nothing', () => {
  const page = made.files.get(names.page)?.toString() ?? '';

  expect(Buffer.byteLength(page)).toBeLessThan(500_000);
  expect(page).not.toMatch(/<script|<link|<iframe|src=|url\(|@import|javascript:|\son\w+=/i);
  expect(page).toContain('default-src &#39;none&#39;');
});

test('the JSON of a certificate has the form of its schema', () => {
  const validate = validatorOf();
  const value: unknown = JSON.parse(made.files.get(names.json)?.toString() ?? '');

  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
  expect(made.certificate).toMatchObject({
    level: 'reads and writes',
    left: { made: { class: 2, student: 1 } },
  });
});

test('the badge is a picture of its own and what shields reads', () => {
  const { level, date } = made.certificate;
  const svg = made.files.get(names.badge)?.toString() ?? '';

  expect(JSON.parse(made.files.get(names.badgeJson)?.toString() ?? '')).toMatchObject({
    schemaVersion: 1,
    label: 'rollcall',
    message: `${level} · 1.7.0 · ${date}`,
  });
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(svg).toContain(`<title>rollcall: ${level} · 1.7.0 · ${date}</title>`);
});

test('the statement is an in-toto statement with the test-result predicate', () => {
  const text = made.files.get(names.statement)?.toString() ?? '';
  const { tree } = readSource('the statement', text);

  expect(tree).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: { result: 'WARNED', failedTests: [] },
  });
  expect((tree as { subject: { name: string }[] }).subject.slice(0, 2).map(({ name }) => name)).toEqual([
    names.page,
    names.bundle,
  ]);
});

test('the folder in which the profile stood is in no file', () => {
  const texts = [...made.files.values()].map((bytes) => bytes.toString('latin1'));

  expect(texts.filter((text) => text.includes('/home/somebody'))).toEqual([]);
});

test('the page stays small where it has most to say: a run that only reads, with every gap left open', () => {
  const scope = new Map(scopeOf(contract).rows.map((one) => [one.id, one]));
  const silent = plannedRows((id) => {
    const { writes, needsProfile } = scope.get(id) ?? {};
    const gap = 'the interface leaves `users.some-field-of-it` open, and the profile does not fill it';
    if (writes) return { verdict: 'notApplicable', reason: 'the run may only read; `--write` allows this' };
    return needsProfile ? { verdict: 'notApplicable', reason: gap } : {};
  });
  const { certificate, files } = certificateOf(test.info().outputPath('silent'), silent);

  expect(certificate.level).toBe('reads');
  expect(files.get(names.page)?.length).toBeLessThan(500_000);
});

test('each descriptor of the statement has an address, a digest or its content, as in-toto asks', () => {
  const { predicate } = JSON.parse(made.files.get(names.statement)?.toString() ?? '') as {
    predicate: { configuration: Record<string, unknown>[] };
  };

  expect(predicate.configuration.filter((one) => !one['uri'] && !one['digest'] && !one['content'])).toEqual(
    [],
  );
});
