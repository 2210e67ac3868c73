import { execFile } from 'node:child_process';
import { cpSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { onceForAll } from '../once-for-all.ts';

const run = promisify(execFile);

/** The root of the checkout. */
export const root = path.join(import.meta.dirname, '../../..');

/** What lies beside the source in a checkout and is none of it. */
const unpacked = new Set(['node_modules', 'dist', 'test-results', 'rollcall-report']);

/** The package as it would be published. */
export interface Packed {
  readonly tarball: string;
  /** The files in it. */
  readonly files: readonly string[];
}

/** Packs the package, once for all workers of one `playwright test`. */
export function pack(): Promise<Packed> {
  return onceForAll('packed', packInto);
}

/** Packs a copy of what the package is built from, with the installed dependencies of the checkout. */
async function packInto(folder: string): Promise<Packed> {
  const checkout = path.join(folder, 'checkout');
  for (const name of readdirSync(root)) {
    if (name.startsWith('.') || unpacked.has(name)) continue;
    cpSync(path.join(root, name), path.join(checkout, name), {
      recursive: true,
      filter: (file) => file !== path.join(root, 'tests/self'),
    });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: checkout });
  const [entry] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  return { tarball: path.join(folder, entry.filename), files: entry.files.map((file) => file.path) };
}
