import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Host } from './host.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../../..');

/** What a strict host asks of the types that it imports, those of the package included. */
const compilerOptions = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  allowJs: true,
  checkJs: true,
  noEmit: true,
};

/** What the compiler says of the examples and of the package's types; empty where it says nothing. */
export async function mistypedIn({ folder }: Host): Promise<string> {
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['examples'] }),
  );
  const compiler = path.join(root, 'node_modules/.bin/tsc');
  return run(compiler, ['-p', folder]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
}

/**
 * Runs examples with node's own test runner, in the host's project.
 *
 * @param only the files to run; all of them when left out
 * @returns what it printed where a test failed; empty otherwise
 */
export async function failedIn(
  { folder }: Host,
  only: readonly string[] = readdirSync(path.join(folder, 'examples')).filter((name) =>
    /\.test\./.test(name),
  ),
  node: string = process.execPath,
): Promise<string> {
  const files = only.map((name) => path.join('examples', name));
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  return run(node, ['--test', ...files], { cwd: folder, env }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
}
