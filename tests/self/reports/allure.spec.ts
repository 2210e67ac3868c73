import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { allureFiles } from '../../../reports/allure.ts';
import { keepOffline, makeAllurePage } from '../../../reports/allure-page.ts';
import { junit } from '../../../reports/junit.ts';
import { failureList } from '../../../reports/terminal/failures.ts';
import { plain } from '../../../reports/terminal/style.ts';
import { test } from '../plain-test.ts';
import { report, reportOf, row, rows } from './sample.ts';

const files = allureFiles(report, new Map());
const results = files
  .filter(({ name }) => name.endsWith('-result.json'))
  .map(
    ({ text }) => JSON.parse(text) as Record<string, unknown> & { labels: { name: string; value: string }[] },
  );

test('each row is one result with the same name in every run', () => {
  const again = allureFiles({ ...report, header: { ...report.header } }, new Map());

  expect(results.map(({ name }) => name)).toEqual(rows.map(({ id }) => id));
  expect(new Set(results.map(({ historyId }) => historyId)).size).toBe(rows.length);
  expect(again).toEqual(files);
});

test('epics are chapters, stories are clauses, and severity follows the level', () => {
  const labels = results.map((result) =>
    Object.fromEntries(result.labels.map(({ name, value }) => [name, value])),
  );

  expect(labels[0]).toEqual({
    epic: 'Pagination',
    feature: 'listClasses',
    story:
      'pagination.offset-with-cursor: A request that carries both offset and cursor is refused, whichever of them comes first.',
    severity: 'critical',
    tag: 'fail',
    owner: 'The owner of the target',
  });
  expect(labels[4]).toMatchObject({ epic: 'Classes', severity: 'minor', tag: 'not applicable' });
});

test('a clause that is inferred says so in every report, with what it rests on and the other side', () => {
  const id = 'pagination.total';
  const inferred = {
    chapter: 'pagination',
    level: 'inferred',
    statement: 'There is a `total`.',
    rests: ['pagination/offset'],
    lawyer: 'No sentence says so.',
  };
  const failed = reportOf([row(id, 'listUsers', { verdict: 'fail', expected: 'a number', actual: 'none' })]);
  const told = { ...failed, book: { ...failed.book, clauses: new Map([[id, inferred]]) } };
  const [allure = ''] = allureFiles(told, new Map()).map(({ text }) => text);

  expect(JSON.parse(allure).description).toContain(
    [
      '**pagination.total**: There is a `total`. (inferred)',
      'Rests on: Pagination, row offset',
      'A lawyer for the server would say: No sentence says so.',
    ].join('\n\n'),
  );
  expect(junit(told, new Map())).toContain(
    'There is a `total`. (inferred)&#10;rests on: Pagination, row offset&#10;',
  );
  expect(failureList(told, plain)).toContain('pagination.total: There is a `total`. (inferred)\n');
});

test('a result says why: failed, skipped and broken ones carry their reason', () => {
  expect(
    results.map(({ status, statusDetails }) => [status, (statusDetails as { message?: string }).message]),
  ).toEqual([
    ['failed', 'expected status 400, got status 200'],
    ['failed', 'expected status 400, got status 200'],
    ['passed', undefined],
    ['skipped', 'inconclusive: needs a second page of listUsers'],
    ['skipped', 'not applicable: the interface leaves `class.always` open, and the profile does not fill it'],
    ['skipped', 'not applicable: the interface leaves `class.never` open, and the profile does not fill it'],
    ['broken', 'error of Rollcall itself: TypeError: <nothing> is not a "thing"\u{0}'],
  ]);
});

test('a failure carries its exchange, its smallest example and how to repeat it, and no steps', () => {
  const [failed] = results;
  const [attachment] = (failed?.['attachments'] ?? []) as { type: string; source: string }[];
  const exchange = JSON.parse(files.find(({ name }) => name === attachment?.source)?.text ?? '') as unknown;

  expect(exchange).toMatchObject({
    schemaVersion: 1,
    request: { method: 'GET', url: 'https://staging.example/api/v1/classes?cursor=cursor#1&offset=0' },
    response: { status: 200 },
  });
  expect(failed?.['description']).toContain('Smallest example: `0`');
  expect(failed?.['description']).toContain(
    "rollcall run --target https://staging.example/api/v1 --write --profile profiles/staging/profile.yaml --only 'pagination.offset-with-cursor @ listClasses' --seed 7 --path 3:1",
  );
  expect(results.flatMap(({ steps }) => steps)).toEqual([]);
});

test('the page holds all that it needs, and can call nobody', async () => {
  const folder = test.info().outputPath('allure-results');
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of files) writeFileSync(path.join(folder, name), text);

  const page = await makeAllurePage(folder, path.join(folder, '../allure-report'));
  const html = readFileSync(page ?? '', 'utf8');

  expect(html).toContain('Content-Security-Policy');
  expect(html.match(/\b(?:src|href)="(?:https?:)?\/\/[^"]*"/g) ?? []).toEqual([]);
  expect(html).not.toContain('gtag(');
});

test('a row has an owner where it did not pass, and a lane of its own in the timeline', () => {
  const timings = new Map(rows.map(({ id }, at) => [id, { start: 10 * at, ms: at === 0 ? 15 : 10 }]));
  const labelled = allureFiles(report, timings)
    .filter(({ name }) => name.endsWith('-result.json'))
    .map(({ text }) => (JSON.parse(text) as { labels: { name: string; value: string }[] }).labels);
  const told = (name: string) => labelled.map((labels) => labels.find((one) => one.name === name)?.value);

  expect(told('owner')).toEqual([
    'The owner of the target',
    'The owner of the target',
    undefined,
    'The owner of the target',
    'Nobody',
    'Nobody',
    'The makers of Rollcall',
  ]);
  expect(told('thread').slice(0, 4)).toEqual(['lane 1', 'lane 2', 'lane 1', 'lane 1']);
});

test('a page of a later run shows the earlier ones, and is hardly larger', async () => {
  const folder = test.info().outputPath('allure-results');
  const history = path.join(folder, '../allure-history.jsonl');
  mkdirSync(folder, { recursive: true });
  const sizes: number[] = [];
  for (const second of [5, 6, 7]) {
    const startedAt = `2026-01-02T03:04:0${second}.678Z`;
    const later = { ...report, header: { ...report.header, run: { ...report.header.run, startedAt } } };
    for (const { name, text } of allureFiles(later, new Map())) writeFileSync(path.join(folder, name), text);
    const page = await makeAllurePage(folder, path.join(folder, '../allure-report'));
    sizes.push(statSync(page ?? '').size);
  }
  const kept = readFileSync(history, 'utf8').trim().split('\n');
  const [first = 0, , third = 0] = sizes;

  expect(
    kept.map((line) => Object.keys((JSON.parse(line) as { testResults: object }).testResults).length),
  ).toEqual([5, 5, 5]);
  expect(kept.join('')).not.toMatch(/"(?:fullName|message|trace)"|offset-with-cursor: /);
  expect(third - first).toBeLessThan(5_000);
});

test('a visitor counter is taken out, whatever stands around it', () => {
  const page = `<head></head><body><script>let a;</script>
    <script async src="https://count.example/js?id=1"></script>
    <script>
      function gtag(){dataLayer.push(arguments);}
      gtag('js', new Date());
    </script>
    <script>let b;</script></body>`;

  expect(keepOffline(page)).not.toContain('count.example');
  expect(keepOffline(page)).not.toContain('gtag');
  expect(keepOffline(page)).toContain('<script>let a;</script>');
  expect(keepOffline(page)).toContain('<script>let b;</script>');
});
