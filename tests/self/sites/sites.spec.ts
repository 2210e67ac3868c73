import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { callSites, placeIn, siteAt, sitesIn } from './call-sites.ts';
import { faultsOf, readExcused } from './excused.ts';
import { subjects } from './subjects.ts';

const text = [
  '// must(nothing) in a comment',
  'must(await send(op, { cursor: need(cursor, "one") })).have.status(200);',
  'must.every(items, holds, "those");',
  'need(cursor, "one");',
  'need(cursor, "one");',
].join('\n');

test('the call sites of a file are found, with a key that stays when lines move', () => {
  const sites = sitesIn('f.ts', text);

  expect(sites.map(({ kind, line, column }) => `${kind} ${line}:${column}`)).toEqual([
    'must 2:1',
    'need 2:31',
    'must 3:1',
    'need 4:1',
    'need 5:1',
  ]);
  expect(sitesIn('f.ts', `\n\n${text}`).map(({ key }) => key)).toEqual(sites.map(({ key }) => key));
  expect(new Set(sites.map(({ key }) => key)).size).toBe(5);
});

test('a place in a stack belongs to the last site of its kind before it', () => {
  const sites = sitesIn('tests/checks/a/f.ts', text);
  const stack =
    'Failure: x\n    at hold (/r/harness/judging/must.ts:9:9)\n    at run (/r/tests/checks/a/f.ts:2:60)';

  expect(placeIn(stack)).toEqual({ file: 'tests/checks/a/f.ts', line: 2, column: 60 });
  const place = placeIn(stack) ?? { file: '', line: 0, column: 0 };
  expect(siteAt(sites, 'must', place)?.column).toBe(1);
  expect(siteAt(sites, 'need', place)?.column).toBe(31);
});

for (const [id, fired] of [
  ['pagination.default-limit!fifty', /^tests\/checks\/pagination\/defaults\.ts must\.equal\(limit, 100/],
  [
    'pagination.offset-with-cursor!zero-in-other-words',
    /^tests\/target\/refused\.ts must\(answer\)\.have\.status/,
  ],
  ['pagination.previous-cursor/schema', /^tests\/target\/schema\/violation\.ts new Failure\(/],
] as const) {
  test(`${id} makes one site fire`, async () => {
    const found = await subjects.find((one) => one.id === id)?.fire(callSites(), 1);

    expect([...(found ?? [])]).toEqual([expect.stringMatching(fired)]);
  });
}

test('nothing is excused that is no site, or twice; and nothing that has fired', () => {
  const sites = sitesIn('f.ts', text);
  const [first] = sites;

  expect(faultsOf(readExcused(), callSites(), new Set())).toEqual([]);
  expect(
    faultsOf([{ why: 'w', sites: [first?.key ?? '', 'gone'] }], sites, new Set([first?.key ?? ''])),
  ).toEqual(['excused, and there is no such site: gone', `excused, and it has fired: ${first?.key}`]);
});
