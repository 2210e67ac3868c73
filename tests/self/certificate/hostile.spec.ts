import { existsSync } from 'node:fs';
import { expect } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { names } from '../../../bin/certificate/files.ts';
import { publish } from '../../../bin/certificate/publish.ts';
import { checkFiles } from '../../../bin/verify/check.ts';
import { plain } from '../../../bin/verify/point.ts';
import { bounds, type Entries, pack, unpack } from '../../../reports/certificate/bundle.ts';
import { certificatePage } from '../../../reports/certificate/page.ts';
import { test } from '../plain-test.ts';
import { certificateOf, contract, plannedRows } from './finished.ts';

const attack = '</style><script>globalThis.hit=1</script><img src=x onerror=alert(1)>\u001b[2J\u202e"\'`';

let good: Entries | undefined;

/** What verify says of a bundle alone. */
async function said(bundle: Uint8Array): Promise<string> {
  const points = await checkFiles(new Map([[names.bundle, Buffer.from(bundle)]]), undefined);
  return points.flatMap(({ holds, text }) => (holds === false ? [text] : [])).join('\n');
}

/** The entries of a good bundle, some of them replaced. */
function bundleWith(changes: Readonly<Record<string, string>>): Uint8Array {
  good ??= unpack(certificateOf(test.info().outputPath('good')).files.get(names.bundle) ?? Buffer.alloc(0));
  return pack(new Map([...good, ...Object.entries(changes)]));
}

test('the same texts give the same bytes, in whatever order they come', () => {
  const entries: [string, string][] = [
    ['facts.json', '{}'],
    ['readme.txt', 'é'],
  ];

  expect(Buffer.from(pack(new Map(entries)))).toEqual(Buffer.from(pack(new Map(entries.reverse()))));
});

test('a bomb is refused before it is unpacked, and memory stays bounded', async () => {
  const bomb = zipSync({ 'manifest.json': new Uint8Array(150 * 2 ** 20) }, { level: 9 });
  const before = process.memoryUsage.rss();

  expect(await said(bomb)).toContain(`more than ${bounds.ratio} times its size`);
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 2 ** 20);
});

test('an entry that lies about its size gives no more than it claims', async () => {
  const bomb = Buffer.from(zipSync({ 'manifest.json': new Uint8Array(40 * 2 ** 20) }, { level: 9 }));
  const claim = Buffer.alloc(4);
  claim.writeUInt32LE(40 * 2 ** 20);
  for (let at = bomb.indexOf(claim); at >= 0; at = bomb.indexOf(claim)) bomb.writeUInt32LE(1000, at);
  const before = process.memoryUsage.rss();

  expect(await said(bomb)).toContain("the bundle can't be used");
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 2 ** 20);
});

for (const name of [
  '../evil.json',
  '/etc/passwd',
  'rows/../../1.ndjson',
  'C:\\evil.json',
  '__proto__',
  'rows/1.html',
])
  test(`an entry named ${name} is refused`, async () => {
    const stand = 'x'.repeat(name.length);
    const bytes = Buffer.from(zipSync({ 'manifest.json': strToU8('{}'), [stand]: strToU8('-') }));
    const archive = Buffer.from(bytes.toString('latin1').replaceAll(stand, name), 'latin1');

    expect(await said(archive)).toContain('an entry of a strange name');
  });

test('too many entries, no archive and an empty file are refused in words', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 80 }, (_, seed) => [`rows/${seed}.ndjson`, strToU8('x')]),
  );

  expect(await said(zipSync(many))).toContain('more than 64 entries');
  expect(await said(Buffer.from('PK nothing'))).toContain('no whole ZIP archive');
  expect(await said(new Uint8Array())).toContain('no whole ZIP archive');
});

test('a million rows are refused by their number', async () => {
  const line = '{"kind":"row"}\n';

  expect(await said(bundleWith({ 'rows/1.ndjson': line.repeat(1_000_000) }))).toMatch(
    /more than 20000 rows|times its size/,
  );
});

for (const [what, text] of [
  ['null', 'null\n'],
  ['a list', '[]\n'],
  ['deep nesting', `${'['.repeat(100_000)}\n`],
  ['nothing', ''],
  ['a row without a header', '{"kind":"footer"}\n'],
] as const)
  test(`rows that are ${what} are refused in words`, async () => {
    expect(await said(bundleWith({ 'rows/1.ndjson': text }))).toContain("the bundle can't be used");
  });

test('facts of another form are refused, whatever they hold', async () => {
  for (const facts of ['{}', '[]', '{"tool":{"name":"rollcall","version":"0.1.0"},"interface":7}', '"x"'])
    expect(await said(bundleWith({ 'facts.json': facts }))).toContain('does not have the form of one');
});

test('recorded exchanges that are none are refused in words', async () => {
  const { files } = certificateOf(test.info().outputPath('plain'));
  const entries = unpack(files.get(names.bundle) ?? Buffer.alloc(0));
  const facts = { ...JSON.parse(entries.get('facts.json') ?? ''), again: { exchanges: 1, not: {} } };
  const bundle = bundleWith({
    'facts.json': `${JSON.stringify(facts, null, 1)}\n`,
    'exchanges/1.ndjson': '{"kind":"settings"}\n',
    'exchanges/2.ndjson': 'null\n',
  });

  expect(await said(bundle)).toContain('not a recording of a run');
});

test('script in every string is text on the page', () => {
  const { certificate } = certificateOf(test.info().outputPath('attacked'));
  const hostile = JSON.parse(
    JSON.stringify(certificate, (key, value: unknown) =>
      typeof value === 'string' && !['level', 'name', 'verdict', 'id'].includes(key) ? attack : value,
    ),
  ) as typeof certificate;
  const limits = [{ by: 'profile' as const, reason: attack, fix: attack, rows: [attack] }];
  const rows = hostile.rows.map((row) => ({ ...row, verdict: 'notApplicable' as const, reason: attack }));
  const page = certificatePage(
    {
      ...hostile,
      limits,
      rows: rows.slice(0, 100),
      choices: [{ choice: attack, taken: [{ way: attack, operations: [attack] }] }],
    },
    contract,
  );

  expect(page).not.toMatch(/<script|<img|(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
  expect(page.match(/<\/style>/g)).toHaveLength(1);
});

test('what a terminal obeys is not written to one', () => {
  expect(plain(`a${attack}\nb`)).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
});

test('a certificate that would hold a key or a canary is not written', () => {
  const canary = 'Canary-Pupil-71';
  const rows = plannedRows((id) => (id.startsWith('conventions') ? { choices: [['a choice', canary]] } : {}));
  const { files } = certificateOf(test.info().outputPath('leaking'), rows);
  const out = test.info().outputPath('nothing-here');

  expect(publish(out, files, [{ what: 'canary 1', text: canary }]).join('\n')).toContain(
    'certificate.html would hold canary 1 (as it is)',
  );
  expect(publish(out, files, [{ what: 'canary 1', text: canary }]).join('\n')).toContain(names.bundle);
  expect(existsSync(out)).toBe(false);
});
