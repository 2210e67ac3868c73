import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { Answer, Task } from './worker.ts';

/** What a mutant came to whose judging took too long: its process was ended. */
const cut: Answer = { outcome: 'hung', row: '', reason: 'its judging was cut', rows: 0, hangs: 0, ms: 0 };

/**
 * Judges tasks in processes of their own, and ends a process that takes too long with one.
 *
 * @param next the next task; `undefined` when there is none left
 */
export async function inPool<One extends Task>(
  size: number,
  seed: number,
  longestMs: number,
  next: () => One | undefined,
  done: (task: One, answer: Answer) => void,
): Promise<void> {
  await Promise.all(Array.from({ length: size }, keepBusy));

  async function keepBusy(): Promise<void> {
    let worker = await open(seed);
    for (let task = next(); task !== undefined; task = next()) {
      const answer = await ask(worker, task, longestMs);
      done(task, answer ?? { ...cut, ms: longestMs });
      if (answer === undefined) worker = await open(seed);
    }
    worker.disconnect();
  }
}

function open(seed: number): Promise<ChildProcess> {
  // Of its own group, so that Ctrl-C lets it end what it is at.
  const worker = fork(path.join(import.meta.dirname, 'worker.ts'), [String(seed)], { detached: true });
  return new Promise((resolve, reject) => {
    worker.once('exit', (code) => reject(new Error(`a worker ended with ${code}`)));
    worker.once('message', () => resolve(worker));
  });
}

/** The answer of a worker; `undefined` when none came in time, and then the worker is no more. */
function ask(worker: ChildProcess, task: Task, longestMs: number): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const end = () => void worker.kill('SIGKILL');
    const timer = setTimeout(end, longestMs);
    const over = (answer?: Answer) => {
      clearTimeout(timer);
      worker.removeAllListeners('exit');
      worker.removeAllListeners('message');
      resolve(answer);
    };
    worker.once('exit', () => over());
    worker.once('message', (answer) => over(answer as Answer));
    worker.send({ id: task.id, first: task.first });
  });
}
