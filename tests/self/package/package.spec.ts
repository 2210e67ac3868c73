import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import type { Summary } from '../../../reports/summary.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../../..');

/** A host's project with the package in it; its dependencies are those of the checkout, so no registry is asked. */
let host: string;
let packed: readonly string[];

test.describe.configure({ mode: 'serial', timeout: 240_000 });

test.beforeAll(async () => {
  host = test.info().outputPath('host');
  const modules = path.join(host, 'node_modules');
  mkdirSync(path.join(modules, 'rollcall'), { recursive: true });
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', host], { cwd: root });
  const [entry] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  packed = entry.files.map((file) => file.path);
  const tarball = path.join(host, entry.filename);
  await run('tar', ['xzf', tarball, '--strip-components=1', '-C', path.join(modules, 'rollcall')]);
  linkDependencies(modules);
  // A host's own configuration is never loaded, and its TypeScript is nobody's business.
  writeFileSync(
    path.join(host, 'playwright.config.ts'),
    "throw new Error('the configuration of the host');\n",
  );
  writeFileSync(path.join(host, 'package.json'), '{ "name": "host", "private": true }\n');
});

/** What `npm install` does with dependencies and with the command, without a registry. */
function linkDependencies(modules: string): void {
  const { dependencies, bin } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    bin: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
    symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  }
  mkdirSync(path.join(modules, '.bin'));
  for (const [name, file] of Object.entries(bin)) {
    chmodSync(path.join(modules, 'rollcall', file), 0o755);
    symlinkSync(path.join('../rollcall', file), path.join(modules, '.bin', name));
  }
}

/** `npx rollcall …` somewhere below the host's project. */
async function npx(args: readonly string[], folder = '.') {
  const cwd = path.join(host, folder);
  mkdirSync(cwd, { recursive: true });
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  const ended = run('npx', ['--no-install', 'rollcall', ...args], { cwd, env });
  return ended.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
}

test('the package holds compiled code, the contract and the profiles, and no tests of its own', () => {
  expect(packed).toEqual(
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
  expect(packed.filter((file) => /\.ts$|\/self\/|^tests\//.test(file))).toEqual([]);
});

test('npx rollcall run judges from any folder, and leaves its report there', async () => {
  const { code, stdout } = await npx(['run', '--only', 'pagination.offset-with-cursor'], 'deep/down');
  const report = path.join(host, 'deep/down/rollcall-report');
  const summary = JSON.parse(readFileSync(path.join(report, 'summary.json'), 'utf8')) as Summary;

  expect(stdout).toMatch(/The target conforms\.\n$/);
  expect(code).toBe(0);
  expect(summary.verdict).toBe('conforms');
  expect(existsSync(path.join(report, 'allure-report/index.html'))).toBe(true);
  expect(readdirSync(path.join(host, 'deep/down'))).toEqual(['rollcall-report']);
});

test('npx rollcall list knows the whole catalogue', async () => {
  const { code, stdout } = await npx(['list', '--numbers']);

  expect(code).toBe(0);
  expect(stdout).toMatch(/^clauses +\d{3} /);
});

test('npx rollcall says what is wrong with exit code 2', async () => {
  const { code, stderr } = await npx(['run', '--targte', 'x']);

  expect(code).toBe(2);
  expect(stderr).toContain('did you mean --target?');
});
