import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { exits } from '../harness/judging/verdict.ts';
import { leanFlags, leanVariables } from '../harness/run/lean-heap.ts';
import { readOptions } from '../harness/run/options.ts';
import { forwardSignals } from '../harness/run/signals.ts';
import { commandLine } from '../spec/command-line.ts';

/** Tells Playwright that nothing has to be translated: its translator is a thread in each process, and 25 MB. */
const compiled = { PW_DISABLE_TS_ESM: '1' };

/** Takes what a run prints. */
export type Printed = (text: string, stream: 'stdout' | 'stderr') => void;

/**
 * Starts Playwright, which does the run that the environment describes.
 *
 * @param printed takes what the run prints, instead of the streams of this process
 * @returns the exit code of the run
 */
export function runPlaywright(env: NodeJS.ProcessEnv, printed?: Printed): Promise<number> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const extension = path.extname(import.meta.filename);
  const config = path.join(import.meta.dirname, `../playwright.config${extension}`);
  const child = spawn(
    process.execPath,
    [...leanFlags, cli, 'test', '--config', config, '--project=conformance'],
    {
      env: { ...leanVariables, ...(extension === '.js' ? compiled : {}), ...env },
      // The IPC channel carries no messages. Its end shows Playwright that this process is gone, even after kill -9.
      stdio: printed ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['inherit', 'inherit', 'inherit', 'ipc'],
    },
  );
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]?.setEncoding('utf8').on('data', (text: string) => printed?.(text, stream));
  const stopForwarding = forwardSignals(child);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      stopForwarding();
      if (signal) process.stderr.write(`${endedAtOnce(signal, readOptions(env).out)}\n`);
      resolve(code ?? (signal ? 128 + os.constants.signals[signal] : exits.suiteError));
    });
  });
}

/** The message after a signal that left Playwright no time to shut down and print its own. */
function endedAtOnce(signal: NodeJS.Signals, out: string): string {
  const folder = path.relative(process.cwd(), out);
  return [
    `rollcall: the run was ended at once (${signal}); what is judged stays. To go on, once it has rows:`,
    `  ${commandLine(`run --resume ${folder}`)}`,
    `If the profile lends things, \`${commandLine(`cleanup --out ${folder}`)}\` puts back what is not back yet.`,
  ].join('\n');
}
