import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import path from 'node:path';
import { compileTo } from './compile.ts';

/*
 * Compiles this checkout for `npm run rollcall`, which then runs what the package would: a run starts in half the time, and
 * takes a hundred megabytes less than one whose processes translate TypeScript themselves. What was compiled before is
 * used as long as no source is newer. Types are no business of it: `npm run check` looks at them.
 */

const root = path.join(import.meta.dirname, '..');
const cache = path.join(root, 'node_modules/.cache/rollcall');
const settings = 'tsconfig.build.json';

/** What is kept of earlier states of the source: a run that goes on may still load a module. */
const keptMs = 24 * 60 * 60 * 1000;

const { include } = JSON.parse(readFileSync(path.join(root, settings), 'utf8')) as { include: string[] };
const folder = path.join(
  cache,
  `compiled-${keyOf([settings, 'tsconfig.json', 'package.json', 'profiles', ...include])}`,
);
if (!existsSync(folder)) await compileInto(folder);
const now = new Date();
utimesSync(folder, now, now);
pointTo(folder);
removeOld();

/** A digest of the names, sizes and times of all files there. */
function keyOf(names: readonly string[]): string {
  const digest = createHash('sha256').update(process.version);
  for (const name of names.flatMap(filesBelow)) {
    const { size, mtimeMs } = statSync(path.join(root, name));
    digest.update(`${name} ${size} ${mtimeMs}\n`);
  }
  return digest.digest('hex').slice(0, 16);
}

function filesBelow(name: string): readonly string[] {
  if (!statSync(path.join(root, name)).isDirectory()) return [name];
  // The tests of the suite itself are no part of it, and may lie there by the hundred.
  if (name === path.join('tests', 'self')) return [];
  return readdirSync(path.join(root, name))
    .sort()
    .flatMap((one) => filesBelow(path.join(name, one)));
}

/** Compiles into a folder that is there only when it is whole. */
async function compileInto(whole: string): Promise<void> {
  const part = `${whole}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  try {
    await compileTo(part);
  } catch (error) {
    rmSync(part, { recursive: true });
    throw error;
  }
  // Another process may have been quicker.
  if (existsSync(whole)) rmSync(part, { recursive: true });
  else renameSync(part, whole);
}

/** Makes `compiled` lead there. */
function pointTo(whole: string): void {
  const link = path.join(cache, 'compiled');
  const own = `${link}.${process.pid}`;
  symlinkSync(path.basename(whole), own, 'junction');
  renameSync(own, link);
}

function removeOld(): void {
  for (const name of readdirSync(cache).filter((one) => one.startsWith('compiled-'))) {
    const old = path.join(cache, name);
    if (Date.now() - statSync(old).mtimeMs > keptMs) rmSync(old, { recursive: true, force: true });
  }
}
