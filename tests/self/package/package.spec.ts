import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import type { Summary } from '../../../reports/summary.ts';
import { test } from '../plain-test.ts';
import { failedIn, mistypedIn } from './examples.ts';
import { type Host, installHost } from './host.ts';
import { publintOf, wrongTypesOf } from './linters.ts';
import { installNodes } from './nodes.ts';

let host: Host;

test.describe.configure({ mode: 'serial', timeout: 240_000 });

test.beforeAll(async () => {
  // Whoever comes first packs, and the machine may be busy.
  test.setTimeout(240_000);
  host = await installHost(test.info().outputPath('host'));
});

test('the package holds compiled code, the contract and the profiles, and no tests of its own', () => {
  expect(host.packed).toEqual(
    expect.arrayContaining([
      'dist/bin/rollcall.js',
      'dist/playwright.config.js',
      'dist/spec/openapi.yaml',
      'dist/spec/clauses.yaml',
      'dist/spec/gaps.yaml',
      'dist/spec/certificate.schema.json',
      'dist/spec/digests.json',
      'dist/profiles/reference/profile.yaml',
    ]),
  );
  expect(host.packed.filter((file) => /(?<!\.d)\.ts$|\/self\/|^tests\//.test(file))).toEqual([]);
});

test('publint and are-the-types-wrong find nothing in the package', async () => {
  expect(await publintOf(host.tarball)).toEqual([]);
  expect(await wrongTypesOf(host.tarball)).toEqual([]);
});

test('the examples of the library compile against the types of the package, and run', async () => {
  expect(await mistypedIn(host)).toBe('');
  expect(await failedIn(host)).toBe('');
});

test('the pictures and links of the README lead somewhere in the package', () => {
  const text = readFileSync(path.join(host.folder, 'node_modules/rollcall/README.md'), 'utf8');
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
  const dead = links.filter(
    (link) =>
      !/^https:|^#/.test(link) && !host.packed.some((file) => file === link || file.startsWith(`${link}/`)),
  );

  expect(links.length).toBeGreaterThan(5);
  expect(dead).toEqual([]);
});

test('npx rollcall run judges from any folder, and leaves its report there', async () => {
  const { code, stdout } = await host.npx(['run', '--only', 'pagination.offset-with-cursor'], 'deep/down');
  const report = path.join(host.folder, 'deep/down/rollcall-report');
  const summary = JSON.parse(readFileSync(path.join(report, 'summary.json'), 'utf8')) as Summary;

  expect(stdout).toMatch(/Nothing violated in 17 of \d+ rows\.\n$/);
  expect(code).toBe(0);
  expect(summary.verdict).toBe('conforms');
  expect(existsSync(path.join(report, 'allure-report/index.html'))).toBe(true);
  expect(readdirSync(path.join(host.folder, 'deep/down'))).toEqual(['rollcall-report']);
});

test('npx rollcall list knows the whole catalogue', async () => {
  const { code, stdout } = await host.npx(['list', '--numbers']);

  expect(code).toBe(0);
  expect(stdout).toMatch(/^clauses +\d{3} /);
});

test('npx rollcall says what is wrong with exit code 2', async () => {
  const { code, stderr } = await host.npx(['run', '--targte', 'x']);

  expect(code).toBe(2);
  expect(stderr).toContain('did you mean --target?');
});

test('the package runs on the least Node that it takes, and on those that are maintained', async () => {
  const nodes = await installNodes();
  test.skip(nodes.length === 0, 'the versions of Node can’t be installed here');

  expect(nodes.map(({ version }) => version.split('.')[0])).toEqual(['20', '22', '24']);
  for (const { version, folder } of nodes) {
    const env = { PATH: `${folder}:${process.env['PATH']}` };
    const rollcall = (...args: string[]) => host.rollcall(args, `node-${version}`, env);

    expect(await host.npx(['--version'], `node-${version}`, env)).toMatchObject({ code: 0 });
    expect((await rollcall('list', '--numbers')).stdout).toMatch(/^clauses +\d{3} /);
    expect((await rollcall('run', '--only', 'test.test-id', '--no-page')).stdout).toMatch(
      /Nothing violated in 1 of/,
    );
    expect(await failedIn(host, ['judge.test.mjs'], path.join(folder, 'node'))).toBe('');
  }
});
