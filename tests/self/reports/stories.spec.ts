import { spawnSync } from 'node:child_process';
import { expect } from '@playwright/test';
import type { Answer } from '../../../harness/http/answer.ts';
import { stepsBehind } from '../../../harness/judging/steps-behind.ts';
import type { Evidence } from '../../../harness/privacy/evidence.ts';
import { packData, packPage } from '../../../reports/allure-pack.ts';
import { cutLong, replayLines } from '../../../reports/replay-lines.ts';
import { storiesOf } from '../../../reports/stories.ts';
import { test } from '../plain-test.ts';
import { book, row } from './sample.ts';

const wrong = (clause: string, operation: string, expected: string, actual: string) =>
  row(clause, operation, { verdict: 'fail', expected, actual });

test('the same wrong in several places is one story, and so is what stands beside it there', () => {
  const stories = storiesOf(
    [
      wrong('list-classes.exists', 'listClasses', 'an operation that is offered', 'status 404'),
      wrong('create-class.exists', 'createClass', 'an operation that is offered', 'status 404'),
      wrong('authentication.missing-key', 'createClass', 'status 401', 'status 404'),
      row('class.name', 'createClass', {
        verdict: 'inconclusive',
        because: 'create-class.exists @ createClass',
      }),
    ],
    book,
  );

  expect(stories.map(({ lead, rows, kept }) => [lead.clause, rows.length, kept.length])).toEqual([
    ['create-class.exists', 3, 1],
  ]);
});

test('different wrongs on different operations stay apart, the one with more rows first', () => {
  const stories = storiesOf(
    [
      wrong('class.name', 'listClasses', 'a string at /name', 'a number'),
      wrong('pagination.total', 'listUsers', '3 items', '4'),
      wrong('pagination.offset-with-cursor', 'listUsers', 'status 400', 'status 200'),
    ],
    book,
  );

  expect(stories.map(({ rows }) => rows.map(({ operation }) => operation))).toEqual([
    ['listUsers', 'listUsers'],
    ['listClasses'],
  ]);
});

const id = '6f1c0a52-9d6e-4f0b-8a7e-0a5d1c2b3e4f';

function answer(method: string, path: string, body?: string, status = 200, json: unknown = {}): Answer {
  const sent = { operation: path, method, path, headers: {}, body, key: 'full' as const };
  return { sent, status, headers: {}, text: JSON.stringify(json), json, ms: 1 };
}

test('what led to a failure is what made the things, the writes since they were last read, and what gave a value', () => {
  const made = answer('POST', '/classes', '{"class":{"name":"Rollcall class 1"}}', 201, {
    class: { classId: id },
  });
  const early = answer('POST', `/classes/${id}/students`, '{"userIds":[]}', 204);
  const read = answer('GET', `/classes/${id}`);
  const write = answer('POST', `/classes/${id}/teachers`, '{"userIds":[]}', 204);
  const shown = answer('GET', `/classes/${id}`);
  const steps = stepsBehind([shown], [made, early, read, write, shown], (sought) =>
    sought === id ? made : undefined,
  );

  expect(steps).toEqual({ setUp: [made], before: [write], accused: [shown] });
});

test('a page reached by a cursor comes with the page that gave it', () => {
  const first = answer('GET', '/users?limit=1', undefined, 200, {
    pagination: { nextCursor: 'opaque-cursor' },
  });
  const second = answer('GET', '/users?limit=1&cursor=opaque-cursor');

  expect(stepsBehind([second], [first, second], () => undefined).before).toEqual([first]);
});

test('lines for a shell hand on what an answer gives, and fall back on what is still there', () => {
  const exchange = (curl: string, body: unknown): Evidence => ({
    operation: 'createClass',
    request: 'POST /classes',
    status: 201,
    headers: {},
    body,
    ms: 1,
    curl,
  });
  const [first, second] = replayLines([
    exchange(`curl "$BASE"'/classes'`, { class: { classId: id } }),
    exchange(`curl "$BASE"'/classes/${id}'`, {}),
  ]);

  expect(first).toMatch(
    /^CLASS_1=\$\(curl "\$BASE"'\/classes' \| grep -o '"classId".*\); CLASS_1=\$\{CLASS_1:-6f1c0a52/,
  );
  expect(second).toBe(`curl "$BASE"'/classes/'"$CLASS_1"''`);
});

const sent = (curl: string, body: unknown = {}): Evidence => ({
  operation: 'listUsers',
  request: 'GET /users',
  status: 200,
  headers: {},
  body,
  ms: 1,
  curl,
});

test('a hidden value is handed on as a whole word, never inside of a longer one', () => {
  const lines = replayLines([
    sent(`curl "$BASE"'/classes'`, { classes: [{ classId: 'id#1' }, { classId: 'id#18' }] }),
    sent(`curl "$BASE"'/classes/id#18'`),
  ]);

  expect(lines).toEqual([
    `CLASS_1=$(curl "$BASE"'/classes' | grep -o '"classId" *: *"[^"]*"' | sed -n '2s/.*"\\([^"]*\\)"$/\\1/p')`,
    `curl "$BASE"'/classes/'"\${CLASS_1:?}"''`,
  ]);
});

test('what is hidden and no answer gives is a variable to set, without which the shell sends nothing', () => {
  const lines = replayLines([
    sent(
      `echo "$BASE"'/users?userId=user#48&userId=user#49&userId=user#4&ids=a%2Cuser#48&username=username#7'`,
    ),
  ]);
  const shell = (set: string) =>
    spawnSync('bash', ['--norc', '-c', `BASE=b; ${set}\n${lines.join('\n')}`], { encoding: 'utf8' });
  const unset = shell('');

  expect(lines.slice(0, 2)).toEqual([
    '# hidden, set first: USER_48 … USER_4 (3 ids of yours)',
    '# hidden, set first: USERNAME_7 (one of yours)',
  ]);
  expect([unset.stdout, unset.stderr]).toEqual(['', expect.stringContaining('USER_48')]);
  expect(shell('USER_48=x; USER_49=y; USER_4=z; USERNAME_7=n').stdout).toBe(
    'b/users?userId=x&userId=y&userId=z&ids=a%2Cx&username=n\n',
  );
});

test('a line with a long list is cut, and is a comment then, so that a paste sends nothing else', () => {
  const ids = Array.from({ length: 100 }, (_one, index) => `${id}-${index}`);
  const cut = cutLong([
    `curl -d '{"userIds":["${ids.join('","')}"]}' "$BASE"`,
    `curl "$BASE"'/users?${ids.map((one) => `userId=${one}`).join('&')}&limit=8'`,
    `curl -d '{"userIds":["${ids.slice(0, 5).join('","')}"]}' "$BASE"`,
  ]);

  expect(cut.map((line) => line.replaceAll(`${id}-`, ''))).toEqual([
    `# cut, \`rollcall show\` has it whole: curl -d '{"userIds":["0","1","2",… 97 more]}' "$BASE"`,
    `# cut, \`rollcall show\` has it whole: curl "$BASE"'/users?userId=0&userId=1&userId=2&… 97 more&limit=8'`,
    `curl -d '{"userIds":["0","1","2","3","4"]}' "$BASE"`,
  ]);
});

/** Files by name, of which each is given in base64. */
function filesOf(entries: readonly (readonly string[])[]): Map<string, Buffer> {
  return new Map(entries.map(([name = '', value = '']) => [name, Buffer.from(value, 'base64')]));
}

test('the data of a page is packed, and unpacks to what it was', async () => {
  const digest = '0123456789abcdef'.repeat(2);
  const texts = [
    ['a.json', '{"name":"Zoë"}'],
    ['b.json', '{"name":"Zoë"}'],
    [`${digest}.json`, `{"id":"${digest}","historyId":"${digest}.${digest}","key":"rk-${digest}"}`],
    ['sign.json', '{"name":"\u{e000}0;"}'],
  ] as const;
  const entries = texts.map(([name, text]) => [name, Buffer.from(text).toString('base64')] as const);
  const packed = packData(filesOf(entries));
  const seen: string[][] = [];
  const unpack = new Function('d', `return ${packed}`) as (
    d: (...entry: string[]) => void,
  ) => Promise<unknown>;
  await unpack((...entry) => seen.push(entry));

  expect(packed).not.toContain('allSettled');
  expect(seen).toEqual(entries.map((one) => [...one]));
});

test('much data of a page is packed in parts, each of which is unpacked where one asks for it', async () => {
  const names = ['0', '7', 'f'].map((digit) => `data/test-results/${digit.repeat(32)}.json`);
  const values = names.map((name) => Buffer.from(`${name} ${'Zoë'.repeat(100_000)}`).toString('base64'));
  const entries = [['widgets/charts.json', 'e30='], ...names.map((name, at) => [name, values[at] ?? ''])];
  const unpack = new Function('window', 'd', `return ${packData(filesOf(entries))}`) as (
    window: { allureReportData: Record<string, unknown> },
    d: (name: string) => void,
  ) => Promise<unknown>;
  const window = { allureReportData: { 'was/there.json': 'before' } };
  const seen: string[] = [];
  await unpack(window, (name) => seen.push(name));
  const data: Record<string, unknown> = window.allureReportData;

  expect(seen).toEqual(['widgets/charts.json']);
  expect(data['was/there.json']).toBe('before');
  expect('data/test-results/none.json' in data).toBe(false);
  expect(names.map((name) => name in data)).toEqual([true, true, true]);
  expect(await Promise.all(names.map((name) => data[name]))).toEqual(values);
});

test('the program of a page waits for its data alone, whether the page says that it is there before or after', () => {
  const page = packPage(
    '<head></head><script src="app.js"></script>',
    new Map([['app.js', Buffer.from('run()')]]),
  );
  const said =
    /(window\.allureReportData=\{\};\(function\(\)\{var isThere.*?\}\)\(\);)/.exec(page)?.[1] ?? '';
  const readyAfter = (...values: readonly unknown[]) => {
    const window: { allureReportDataReady?: unknown } = {};
    new Function('window', said)(window);
    for (const value of values) window.allureReportDataReady = value;
    return window.allureReportDataReady;
  };

  expect([readyAfter(), readyAfter(true), readyAfter(true, 'all'), readyAfter('all', true)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
