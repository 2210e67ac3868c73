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
  /** Puts a file there as the checkout has it, but for those of the changes that are about it. */
  put(file: string, changes: readonly Change[]): void;
  /** Runs a command in a shell. */
  run(command: string): Promise<Ended>;
  remove(): void;
}

/** Nothing that a command shows depends on it, and each worker loads all of the suite. */
const oneWorker: Change = { file: 'playwright.config.ts', from: '  workers: 3,\n', to: '  workers: 1,\n' };

/**
 * Copies the checkout without what git ignores; the dependencies are shared. Playwright tests with one worker there:
 * others have the machine's other cores.
 */
export function copyTree(): Tree {
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-contributing-'));
  const ignored = readFileSync(path.join(root, '.gitignore'), 'utf8').split('\n');
  const left = new Set(['.git', ...ignored.map((line) => line.replace(/\/$/, ''))]);
  cpSync(root, folder, { recursive: true, filter: (file) => !left.has(path.basename(file)) });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const put: Tree['put'] = (file, changes) => {
    const original = readFileSync(path.join(root, file), 'utf8');
    const text = changes.filter((change) => change.file === file).reduce(changed, original);
    writeFileSync(path.join(folder, file), text);
  };
  put(oneWorker.file, [oneWorker]);
  return {
    put,
    run: (command) => run(command, folder),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/**
 * Lets tsx translate the sources for Playwright. It knows a text again that it has translated in another folder;
 * Playwright itself would translate all of the suite anew for this one.
 */
const translatedByTsx = { NODE_OPTIONS: '--import tsx', PW_DISABLE_TS_ESM: '1' };

/** Nobody opens Allure's page of a run. */
const withoutPage = { ROLLCALL_NO_PAGE: '1' };

/** Runs a command in a shell, with nothing of the tests around it in the environment. */
function run(command: string, cwd: string): Promise<Ended> {
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    ...withoutPage,
    ...(command.startsWith('npx playwright ') ? translatedByTsx : {}),
  };
  const child = spawn(command, { cwd, shell: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
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
