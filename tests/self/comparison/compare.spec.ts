import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { chromium, expect } from '@playwright/test';
import { compare as command } from '../../../bin/commands/compare.ts';
import type { ObservedPlace, Shapes } from '../../../harness/privacy/shapes.ts';
import { compare, comparisonExit, comparisonSentence } from '../../../reports/comparison/compare.ts';
import { findDrift } from '../../../reports/comparison/drift.ts';
import { comparisonMarkdown } from '../../../reports/comparison/markdown.ts';
import { comparisonPage } from '../../../reports/comparison/page.ts';
import { rateDrift } from '../../../reports/comparison/rate.ts';
import type { Side } from '../../../reports/comparison/side.ts';
import { formatShapes } from '../../../reports/shapes.ts';
import { loadContract } from '../../../spec/contract.ts';
import { chromiumPath } from '../chromium.ts';
import { keys, listenReference } from '../cli/cli.ts';
import { inProcess } from '../cli/in-process.ts';
import { leaveRun } from '../gate/folder.ts';
import { test } from '../plain-test.ts';
import { reportOf, row } from '../reports/sample.ts';

const many = { seen: 40, of: 40 };

/** A user list whose items have these places besides. */
function users(...places: readonly (Partial<ObservedPlace> & { place: string })[]): Shapes {
  const list = [
    { place: '', types: ['object'], ...many },
    { place: '/data', types: ['array'], ...many },
    { place: '/data/*', types: ['object'], ...many },
    { place: '/data/*/userId', types: ['string:uuid'], ...many },
    ...places.map((place) => ({ types: ['string'], ...many, ...place })),
  ];
  const ms = { median: 3, p95: 9 };
  return [{ operation: 'listUsers', status: 200, answers: 40, ms, places: list }];
}

const upn = { place: '/data/*/upn' };
const roles = { place: '/data/*/roles/*', literals: ['student', 'teacher'] };

const drifts: readonly [string, Shapes, Shapes, string[]][] = [
  ['nothing', users(upn), users(upn), []],
  ['a field of the interface that vanishes', users(upn), users(), ['breaking vanished User.upn']],
  [
    'a field that nobody knows and that vanishes',
    users({ place: '/data/*/locale' }),
    users(),
    ['harmless vanished User.locale'],
  ],
  ['a new field', users(), users({ place: '/data/*/locale' }), ['harmless new User.locale']],
  ['another type', users(upn), users({ ...upn, types: ['integer'] }), ['breaking type User.upn']],
  [
    'a text that is no UUID any more',
    users(),
    [
      {
        ...users()[0],
        places:
          users()[0]?.places.map((one) =>
            one.place.endsWith('userId') ? { ...one, types: ['string'] } : one,
          ) ?? [],
      },
    ] as Shapes,
    ['breaking format User.userId'],
  ],
  ['null', users(upn), users({ ...upn, types: ['null', 'string'] }), ['breaking null User.upn']],
  [
    'an optional field that is left out at times',
    users(upn),
    users({ ...upn, seen: 20 }),
    ['harmless optional User.upn'],
  ],
  [
    'a new literal where the values are open',
    users(roles),
    users({ ...roles, literals: ['parent', 'student'] }),
    ['risk literal User.roles[]'],
  ],
  ['a rare field that was not met', users({ ...upn, seen: 2 }), users(), []],
  ['a field of answers that only one run saw', users(upn), [], []],
];

for (const [what, before, after, told] of drifts) {
  test(`the drift of ${what} is ${told.join() || 'none'}`, () => {
    const rated = rateDrift(findDrift(before, after), loadContract());

    expect(rated.map(({ rating, kind, field }) => `${rating} ${kind} ${field}`)).toEqual(told);
  });
}

const failed = { verdict: 'fail', reason: 'expected status 400, got status 200' } as const;
const evil = '</p><script>document.title="x"</script><img src=x onerror=alert(1)>';

function side(name: string, verdict: object, shapes: Shapes = users(upn), way = '400'): Side {
  const choices = [['paths.malformed-id', way]] as const;
  return { name, run: reportOf([row('pagination.total', 'listUsers', { ...verdict, choices })]), shapes };
}

test('rows, choices and drift make the outcome', () => {
  const worse = compare(side('a', {}), side('b', failed, users(), '404'));
  const same = compare(side('a', failed), side('b', failed));

  expect(comparisonSentence(worse)).toBe(
    "Don't deploy unseen: 1 row got worse, 1 drift breaks a client of the interface.",
  );
  expect(worse.choices).toEqual([
    { choice: 'paths.malformed-id', before: '400', after: '404', operations: ['listUsers'] },
  ]);
  expect([comparisonExit(worse), comparisonExit(same)]).toEqual([1, 0]);
  expect(comparisonSentence(same)).toBe('No difference was seen.');
  expect(comparisonSentence(compare(side('a', failed), side('b', {})))).toBe(
    'Nothing got worse, and no change breaks a client.',
  );
});

test('what a report says stays text on the page and in Markdown', () => {
  const comparison = compare(side(evil, {}), side('b', { ...failed, reason: evil }, users(), evil));

  expect(comparisonPage(comparison)).not.toMatch(/<script|<img/);
  expect(comparisonMarkdown(comparison)).not.toMatch(/<script|<img/);
});

test('the page loads nothing, fits from 360 to 1600 pixels, and has no violation of accessibility', async () => {
  const executablePath = chromiumPath();
  test.skip(executablePath === undefined, 'no Chromium on this machine');
  test.setTimeout(120_000);
  const file = test.info().outputPath('page.html');
  const long = 'x'.repeat(300);
  const shapes = users({ place: '/data/*/locale' }, { ...roles, literals: ['parent'] });
  writeFileSync(
    file,
    comparisonPage(
      compare(side('old', {}, users(upn, roles)), side(long, { ...failed, reason: long }, shapes, '404')),
    ),
  );
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox'],
  });
  const asked: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 800, 1600]) {
      // The policy of the page forbids every script, so the judge of accessibility has to be let in.
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme,
        bypassCSP: true,
      });
      const page = await context.newPage();
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(`file://${file}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await page.evaluate(axe);
      const violations = await page.evaluate(
        'axe.run().then(({ violations }) => violations.map((one) => one.id + " " + one.nodes[0].html))',
      );
      expect({ colorScheme, width, wide: Math.max(0, wide), violations }).toEqual({
        colorScheme,
        width,
        wide: 0,
        violations: [],
      });
      await context.close();
    }
  }
  await browser.close();
  expect(new Set(asked)).toEqual(new Set([`file://${file}`]));
});

test('two folders are compared from the command line, and a broken one is refused with its place', async () => {
  const folder = (name: string) => test.info().outputPath(name);
  for (const [name, verdict, shapes] of [
    ['a', {}, users(upn)],
    ['b', failed, users()],
  ] as const) {
    leaveRun(folder(name), [row('pagination.total', 'listUsers', verdict)]);
    writeFileSync(path.join(folder(name), 'shapes.json'), formatShapes(shapes));
  }
  leaveRun(folder('c'), [row('pagination.total', 'listUsers')]);
  writeFileSync(
    path.join(folder('c'), 'shapes.json'),
    '{"format":"rollcall-shapes/1","answers":[{"operation":3}]}',
  );
  const page = folder('page.html');

  expect(await inProcess(command, [folder('a'), folder('b'), '--page', page, '--json'])).toMatchObject({
    code: 1,
  });
  expect(readFileSync(page, 'utf8')).toContain('<code>User.upn</code>');
  expect(await inProcess(command, [folder('a'), folder('a')])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('No difference was seen.'),
  });
  expect(await inProcess(command, [folder('a'), folder('c')])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('shapes.json does not hold shapes: /answers/0'),
  });
  expect(await inProcess(command, [folder('a')])).toMatchObject({ code: 2 });
  expect(await inProcess(command, ['--contract', '1.5.0'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('needs two versions of the interface'),
  });
  const lost = path.join(folder('nowhere'), 'page.html');
  expect(await inProcess(command, [folder('a'), folder('b'), '--page', lost])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("can't be written; choose another --page"),
  });
  writeFileSync(folder('nowhere.yaml'), 'name: nowhere\n');
  expect(await inProcess(command, [folder('nowhere.yaml'), 'http://127.0.0.1:9/api/v1'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('nowhere.yaml names no target to compare'),
  });
});

test('two targets are judged at once, and each leaves its report', async () => {
  test.setTimeout(90_000);
  const [old, now] = [
    await listenReference(),
    await listenReference((service) => async (request) => {
      const response = await service(request);
      const text = await response.clone().text();
      const { headers, status } = response;
      return status === 200
        ? new Response(text.replaceAll('"subject":', '"topic":'), { status, headers })
        : response;
    }),
  ];
  const out = test.info().outputPath('both');
  mkdirSync(out);
  const saved = { ...process.env };
  Object.assign(process.env, keys);
  const said = await inProcess(command, [old.baseUrl, now.baseUrl, '--only', 'listTests', '--out', out]);
  process.env = saved;
  await Promise.all([old.close(), now.close()]);

  expect(said.stdout).toContain('SmartIaTest.subject: string, always there → no such field');
  expect(said.code).toBe(1);
  for (const name of ['before', 'after'])
    expect(readFileSync(path.join(out, name, 'shapes.json'), 'utf8')).toContain('"listTests"');
});

test('a move between versions of the interface says what breaks', async () => {
  const said = await inProcess(command, ['--contract', '1.5.0', '1.7.0']);

  expect(said.stdout).toMatch(/^Breaks clients \(2\)\n- versioning\.external-id-filter-removed/);
  expect(said.stdout).toContain('A move from 1.5.0 to 1.7.0 breaks clients in 2 places.');
  expect(said.code).toBe(1);
  expect(await inProcess(command, ['--contract', '1.0', '1.1.0', '--json'])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('versioning.session-data-changed'),
  });
  expect(await inProcess(command, ['--contract', '1.7.0', '1.7.0'])).toMatchObject({ code: 0 });
  expect(await inProcess(command, ['--contract', '1.5', '1.7.0'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('choose 1.0, 1.1.0'),
  });
});
