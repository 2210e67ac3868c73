import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Change, changed } from './page.ts';

/** The root of the checkout. */
export const root = path.join(import.meta.dirname, '../../..');

/** How a command ended, and what it said. */
export interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** A copy of the checkout that may be changed. */
export interface Tree {
  apply(change: Change): void;
  run(command: string): Promise<Ended>;
  remove(): void;
}

/** Copies the checkout without what git ignores; the dependencies are shared. */
export function copyTree(): Tree {
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-contributing-'));
  const ignored = readFileSync(path.join(root, '.gitignore'), 'utf8').split('\n');
  const left = new Set(['.git', ...ignored.map((line) => line.replace(/\/$/, ''))]);
  cpSync(root, folder, { recursive: true, filter: (file) => !left.has(path.basename(file)) });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return {
    apply(change) {
      const file = path.join(folder, change.file);
      writeFileSync(file, changed(readFileSync(file, 'utf8'), change));
    },
    run: (command) => run(command, folder),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Runs a command in a shell, with nothing of the tests around it in the environment. */
function run(command: string, cwd: string): Promise<Ended> {
  const { PATH, HOME } = process.env;
  const child = spawn(command, { cwd, shell: true, env: { PATH, HOME }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, said }));
  });
}
