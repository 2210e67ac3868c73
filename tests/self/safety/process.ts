import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { installedCommand } from '../package/host.ts';

/** The root of the checkout. */
export const root = path.join(import.meta.dirname, '../../..');

/** A `rollcall` that goes on, at the head of a process group of its own. */
export interface Going {
  readonly child: ChildProcess;
  /** Everything that it and its children have said so far. */
  readonly said: () => string;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
  /** Sends a signal to the whole group, as a terminal does. */
  signalAll(signal: NodeJS.Signals): void;
  /** How many processes of the group are left. */
  left(): Promise<number>;
}

/** Starts a program in a process group of its own, with nothing in the environment but this. */
export function launch(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Going {
  const { PATH, HOME } = process.env;
  const child = spawn(file, args, {
    cwd: root,
    env: { PATH, HOME, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const group = child.pid ?? 0;
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  return {
    child,
    said: () => said,
    ended: new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    }),
    signalAll: (signal) => void process.kill(-group, signal),
    left: () => processesOf(group),
  };
}

/** Starts the `rollcall` of the package with these words: it starts in half the time that the source takes. */
export async function launchInstalled(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Going> {
  return launch(process.execPath, [await installedCommand(), ...args], env);
}

/** What is dead and waits to be collected does not count. */
async function processesOf(group: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pgid=,stat=']);
  const lines = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  return lines.filter(([pgid, stat]) => Number(pgid) === group && !stat?.startsWith('Z')).length;
}

/** Waits until a condition holds. @throws after four minutes */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 240_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`waited for ${what} for four minutes`);
    await sleep(50);
  }
}

/** The lines of a file so far. */
export function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
}
