import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Outcome, Task } from './prove-worker.ts';
import { type Subject, subjects } from './proving.ts';

/*
 * The long form of the proofs, as a table: every fault on the operations it names and every variant with the whole
 * catalogue, at standard effort, on many seeds, with one process for each core.
 *   npx tsx tests/self/proofs/prove.ts [--seeds 20] [--only TEXT] [--kind fault|service] > table.md
 * Tells each result on the error stream as it comes. Ends with 1 when a fault was missed or a conforming service
 * was accused.
 */

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    kind: { type: 'string', default: '' },
  },
});
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => index + 1);
const places = subjects.flatMap(({ id, kind }, at) =>
  id.includes(values.only) && kind.includes(values.kind) ? [at] : [],
);
if (seeds.length === 0 || places.length === 0)
  throw new Error('no seed, or nothing with such a name, to prove');

const outcomes = new Map<number, Outcome>();
// The services take longest: they come first, so that no core waits for the last of them.
const waiting = places.toSorted((a, b) => Number(isFault(a)) - Number(isFault(b)));
await Promise.all(Array.from({ length: availableParallelism() }, work));
report();

/** Keeps one process busy for as long as there is something to prove. */
async function work(): Promise<void> {
  const worker = fork(path.join(import.meta.dirname, 'prove-worker.ts'));
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    const outcome = await ask(worker, { at, seeds });
    outcomes.set(at, outcome);
    const lines = [`${subjects[at]?.id}: ${outcome.held}/${seeds.length}`, ...outcome.against];
    process.stderr.write(`${lines.join('\n  ')}\n`);
  }
  worker.disconnect();
}

function ask(worker: ChildProcess, task: Task): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const died = (code: number | null) => reject(new Error(`a worker ended with ${code}`));
    worker.once('exit', died);
    worker.once('message', (message) => {
      worker.off('exit', died);
      resolve(message as Outcome);
    });
    worker.send(task);
  });
}

function report(): void {
  const faults = places.filter(isFault);
  const services = places.filter((at) => !isFault(at));
  const lines = [
    ...table(
      `Power: on how many of ${seeds.length} seeds each fault is found`,
      'fault | depth | operations',
      faults,
    ),
    ...table(
      `Soundness: on how many of ${seeds.length} seeds nothing accuses a conforming service`,
      'service | what it fills in its own way',
      services,
    ),
    `${shortOf(faults)} times a fault was missed in ${faults.length * seeds.length} trials, and`,
    `${shortOf(services)} times a conforming service was accused in ${services.length * seeds.length}.`,
    '',
  ];
  process.stdout.write(lines.join('\n'));
  process.exitCode = shortOf(places) > 0 ? 1 : 0;
}

function table(title: string, columns: string, rows: readonly number[]): string[] {
  if (rows.length === 0) return [];
  const rule = columns.replaceAll(/[^|]+/g, ' --- ');
  return [
    `## ${title}`,
    '',
    `| ${columns} | seeds |`,
    `|${rule}| --: |`,
    ...rows.map((at) => `| ${told(subjects[at])} | ${outcomes.get(at)?.held ?? 0}/${seeds.length} |`),
    '',
  ];
}

function told(subject: Subject | undefined): string {
  return `${subject?.id} | ${subject?.about}`;
}

/** How many trials went the wrong way. */
function shortOf(rows: readonly number[]): number {
  return rows.reduce((sum, at) => sum + seeds.length - (outcomes.get(at)?.held ?? 0), 0);
}

function isFault(at: number): boolean {
  return subjects[at]?.kind === 'fault';
}
