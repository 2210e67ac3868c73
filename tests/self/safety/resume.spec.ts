import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { fileJournal, heldJournal } from '../../../harness/run/journal.ts';
import { earlierRows, keepEarlier, resumedEnvironment } from '../../../harness/run/resume.ts';
import { createReference, serve } from '../../../reference/service/index.ts';
import { readRows } from '../../../reports/rows.ts';
import { test } from '../plain-test.ts';
import { launchInstalled, linesOf, until } from './process.ts';

const root = path.join(import.meta.dirname, '../../..');
const line = (value: unknown) => `${JSON.stringify(value)}\n`;
const row = (id: string, more: object) => ({
  kind: 'row',
  id,
  clause: id,
  check: id,
  operation: 'o',
  reason: '',
  requests: 1,
  ...more,
});

/** A folder with these files. */
function folder(files: Readonly<Record<string, string>>): string {
  const out = test.info().outputPath('run');
  mkdirSync(out, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(out, name), text);
  return out;
}

test('what is judged stays, what the network broke is judged again, and a cut-off line is passed over', () => {
  const rows = [
    row('a', { verdict: 'pass' }),
    row('b', { verdict: 'inconclusive', blame: 'network' }),
    row('c', { verdict: 'inconclusive', blame: 'world' }),
    row('d', { verdict: 'suiteError', blame: 'rollcall' }),
    row('e', { verdict: 'fail', blame: 'target' }),
  ];
  const out = folder({
    'rows.ndjson': `${line({ kind: 'header' })}${rows.map(line).join('')}{"kind":"row","id":"f"`,
  });
  keepEarlier(out);
  expect([...earlierRows(out).keys()]).toEqual(['a', 'c', 'e']);

  // A second interruption: what the first part judged is not lost.
  writeFileSync(
    path.join(out, 'rows.ndjson'),
    line({ kind: 'header' }) + line(row('b', { verdict: 'pass' })),
  );
  keepEarlier(out);
  expect([...earlierRows(out).keys()]).toEqual(['a', 'b', 'c', 'e']);
});

test('a folder without a run, and one of the embedded service, are refused with a reason', () => {
  expect(() => resumedEnvironment(folder({}))).toThrow(/does not begin with the header of a run/);
  const target = { origin: 'http://x', basePath: '/api/v1', embedded: true };
  const header = { kind: 'header', target, run: { seed: 3, effort: 'quick', write: true } };
  expect(() => resumedEnvironment(folder({ 'rows.ndjson': line(header) }))).toThrow(/embedded/);
});

test('a journal goes on after a line that a crash cut short', () => {
  const out = folder({ 'journal.ndjson': `${line({ topic: 'made', id: '1' })}{"topic":"made","i` });
  const journal = fileJournal(path.join(out, 'journal.ndjson'));
  journal.append('made', { id: '2' });
  expect(journal.read('made').map(({ id }) => id)).toEqual(['1', '2']);
});

test('a journal that stays open goes on after such a line, and another process reads each entry at once', () => {
  const out = folder({ 'journal.ndjson': '{"topic":"made","i' });
  const file = path.join(out, 'journal.ndjson');
  const journal = heldJournal(file);
  for (const id of ['1', '2']) {
    journal.append('made', { id });
    expect(fileJournal(file).read('made').at(-1)).toMatchObject({ id });
  }
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(4);
});

test('a disk that fills up leaves whole lines', async () => {
  const out = folder({});
  const script = `
    import { appendLine } from './harness/run/append.ts';
    for (let nth = 0; nth < 100; nth += 1) appendLine(process.argv[2], JSON.stringify({ nth, text: 'x'.repeat(99) }));
  `;
  writeFileSync(path.join(out, 'fill.ts'), script.replace('./harness', path.join(root, 'harness')));
  const file = path.join(out, 'rows.ndjson');
  // A bound on the size of files stands for the full disk.
  const bounded = `ulimit -f 2; exec "${process.execPath}" --import tsx "${path.join(out, 'fill.ts')}" "${file}"`;
  await expect(promisify(execFile)('bash', ['-c', bounded], { cwd: root })).rejects.toThrow(/EFBIG/);
  const text = readFileSync(file, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((entry) => JSON.parse(entry).nth),
  ).toEqual([...Array(text.trimEnd().split('\n').length).keys()]);
});

test('a run that was killed goes on with --resume and ends whole, without judging twice', async () => {
  test.setTimeout(240_000);
  const { fetch, keys } = createReference({ latencyMs: 20 });
  const { baseUrl, close } = await serve(fetch);
  const out = test.info().outputPath('killed');
  const env = { ROLLCALL_API_KEY: keys.full, ROLLCALL_RESTRICTED_KEY: keys.restricted };
  const words = ['--target', baseUrl, '--out', out, '--only', 'authentication.missing-key', '--seed', '7'];
  const first = await launchInstalled(['run', ...words], env);
  const file = path.join(out, 'rows.ndjson');
  await until('some rows', () => linesOf(file).length >= 30);
  // The whole group at once, as a machine that loses power would.
  first.signalAll('SIGKILL');
  await first.ended;
  keepEarlier(out);
  const judged = earlierRows(out).size;
  expect(judged).toBeGreaterThan(20);

  const again = await launchInstalled(['run', '--resume', out, '--no-page'], env);
  expect(await again.ended).toBe(0);
  const { header, rows, footer } = readRows(file);
  expect(header.run.seed).toBe(7);
  expect(rows.length).toBe(header.planned);
  expect(rows.length).toBeGreaterThan(judged);
  expect(footer.counts.suiteError + footer.counts.fail).toBe(0);
  expect(existsSync(path.join(out, 'rows.earlier.ndjson'))).toBe(false);
  await close();
});
