import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { faults } from '../../../reference/faults/index.ts';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { createReference, serve } from '../../../reference/service/index.ts';
import { overviewPage } from '../../../reports/overview/page.ts';
import type { Report } from '../../../reports/report.ts';
import { failureList } from '../../../reports/terminal/failures.ts';
import { plain } from '../../../reports/terminal/style.ts';
import { test } from '../plain-test.ts';
import { contract, judgeAll, rowsOf, trial } from '../proofs/judge-service.ts';
import { reportOf } from './sample.ts';

/** A write that is answered like one that was heard, and is not. */
const fault = faults.find(({ id }) => id === 'add-class-students.effect!nothing');
const unheeding = (service: Service): Service => fault?.wrap(service) ?? service;

test.beforeAll(() => {
  test.skip(spawnSync('curl', ['--version']).status !== 0, 'there is no curl here');
});

/** Whether a line sends something. */
const isForShell = (line: string) => /^(?:curl|[A-Z]+_\d+=)/.test(line);

/** Pastes lines into a shell of its own, with the key that they ask for. @returns what they print */
async function pasted(lines: readonly string[], base: string, key: string): Promise<string> {
  const env = { PATH: process.env['PATH'], BASE: base, ROLLCALL_API_KEY: key };
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', lines.join('\n')], { env });
  return stdout;
}

/** In how many classes the users of the last answer are, all together. */
function classesIn(printed: string): number {
  const { data } = JSON.parse(printed.slice(printed.lastIndexOf('{"data"'))) as {
    data: readonly { classIds?: readonly string[] }[];
  };
  return data.reduce((sum, { classIds = [] }) => sum + classIds.length, 0);
}

/** The report of the row that fails on a service, as that service stands at an address. */
async function failedReport(service: Service, key: string, base: string): Promise<Report> {
  const run = trial({ against: { fetch: service, keys: { full: key, restricted: '' } } });
  const rows = await judgeAll(run, rowsOf('add-class-students.effect', ['addClassStudents']));
  const { header, ...rest } = reportOf(rows);
  const { origin, pathname } = new URL(base);
  return {
    ...rest,
    book: contract,
    header: { ...header, target: { ...header.target, origin, basePath: pathname } },
  };
}

test('the lines that the terminal prints of a write without effect show it, pasted into a shell', async () => {
  const reference = createReference();
  const key = reference.keys.full;
  const broken = unheeding(reference.fetch);
  const server = await serve(broken);
  const printed = failureList(await failedReport(broken, key, server.baseUrl), plain).split('\n');
  const lines = printed.map((line) => line.replace(/^ {2}(?:repeat {5}| {11})/, '')).filter(isForShell);
  // The same lines against the same data, on a service that heeds what it is sent.
  const mended = await serve(reference.fetch);
  const seen = await pasted(lines, server.baseUrl, key);
  const whole = await pasted(lines, mended.baseUrl, key);
  await Promise.all([server.close(), mended.close()]);

  expect(printed.join(' ')).toContain(`In the curl lines, BASE is ${server.baseUrl}`);
  expect(lines.length).toBeGreaterThan(1);
  expect([classesIn(seen), classesIn(whole)]).toEqual([0, 1]);
});

test('the lines of the page make what they need, so they show it on a service that has never seen the run', async () => {
  const first = createReference();
  const report = await failedReport(unheeding(first.fetch), first.keys.full, 'http://reference.test/api/v1');
  const [needs = '', ...stories] = [...overviewPage(report, []).matchAll(/<pre>([^<]*)<\/pre>/g)].map(
    ([, text]) => unescaped(text ?? ''),
  );
  const lines = stories.join('\n').split('\n').filter(isForShell);
  const seen = await Promise.all(
    [unheeding, (service: Service) => service].map(async (wrap) => {
      const fresh = createReference();
      const server = await serve(wrap(fresh.fetch));
      const printed = await pasted(lines, server.baseUrl, fresh.keys.full);
      await server.close();
      return classesIn(printed);
    }),
  );

  expect(needs.split('\n')).toEqual([
    'BASE=http://reference.test/api/v1',
    'export ROLLCALL_API_KEY=…   # the key; never shown',
  ]);
  expect(seen).toEqual([0, 1]);
});

/** The text that stands behind the entities of a page. */
function unescaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&amp;': '&',
  };
  return text.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (one) => entities[one] ?? one);
}
