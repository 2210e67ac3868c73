import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { keys, root, start } from '../cli/cli.ts';
import { watchMemory } from './memory.ts';

const tsx = fileURLToPath(import.meta.resolve('tsx'));
const compiled = path.join(root, 'node_modules/.cache/rollcall/compiled/bin/rollcall.js');

/** What a whole run took. */
export interface Took {
  /** Milliseconds from its start to its end, without what comes before and after. */
  readonly run: number;
  /** Milliseconds after the last row: the reports. */
  readonly reports: number;
  /** Milliseconds of the command, all in all. */
  readonly all: number;
  readonly requests: number;
  readonly rows: number;
  /** Mebibytes of all its processes at once. */
  readonly memory: number | undefined;
}

/** `rollcall run` as a command. @throws Error when the target does not conform */
export async function runCommand(args: readonly string[]): Promise<Took> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-bench-'));
  try {
    const started = Date.now();
    const words = ['run', '--out', path.join(folder, 'report'), ...args];
    // The two commands of `npm run rollcall`.
    await start(['--import', tsx, path.join(root, 'bin/checkout.ts')], {}, root).ended;
    const { child, ended } = start([compiled, ...words], keys, folder);
    const memory = watchMemory(child.pid ?? 0);
    const { code, stderr } = await ended;
    const now = Date.now();
    const most = memory.end();
    if (code !== 0) throw new Error(`rollcall ${words.join(' ')} ended with ${code}: ${stderr}`);
    const { run, counts } = JSON.parse(readFileSync(path.join(folder, 'report/summary.json'), 'utf8'));
    const rows = Object.values<number>(counts).reduce((sum, one) => sum + one, 0);
    const reports = now - Date.parse(run.finishedAt);
    return { run: run.durationMs, reports, all: now - started, requests: run.requests, rows, memory: most };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The same catalogue over a bare transport, against a reference service in a process of its own. */
export function runBare(): Promise<{ readonly ms: number; readonly requests: number }> {
  return withService([], async (target) => {
    const profile = path.join(root, 'profiles/reference/profile.yaml');
    const variables = { ROLLCALL_TARGET: target, ROLLCALL_WRITE: '1', ROLLCALL_PROFILE: profile, ...keys };
    const script = path.join(import.meta.dirname, 'bare.ts');
    const { code, stdout, stderr } = await start(['--import', tsx, script], variables, root).ended;
    if (code !== 0) throw new Error(`the bare run ended with ${code}: ${stderr}`);
    const { counts, ...took } = JSON.parse(stdout);
    if (counts.fail + counts.suiteError > 0) throw new Error(`the bare run did not judge well: ${stdout}`);
    return took;
  });
}

/** Does something with a reference service in a process of its own. */
export async function withService<T>(
  args: readonly string[],
  work: (target: string) => Promise<T>,
): Promise<T> {
  const { child, ended } = start(
    ['--import', tsx, path.join(root, 'bin/rollcall.ts'), 'serve', ...args],
    {},
    tmpdir(),
  );
  try {
    const target = await new Promise<string>((resolve) => {
      child.stdout.once('data', (line: string) => resolve(JSON.parse(line).baseUrl));
    });
    return await work(target);
  } finally {
    child.kill();
    await ended;
  }
}
