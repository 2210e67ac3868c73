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
 * Takes a few seeds of everything before it takes more of anything. Tells each result on the error stream as it
 * comes; Ctrl-C prints the table as far as it is. Ends with 1 when a fault was missed, a conforming service was
 * accused, or something was left untried.
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

const atOnce = 5;
const tried = new Map<number, { held: number; seeds: number }>();
const waiting: Task[] = [];
for (let from = 0; from < seeds.length; from += atOnce)
  waiting.push(...places.map((at) => ({ at, seeds: seeds.slice(from, from + atOnce) })));
process.once('SIGINT', () => waiting.splice(0));
await Promise.all(Array.from({ length: availableParallelism() }, work));
report();

/** Keeps one process busy for as long as there is something to prove. */
async function work(): Promise<void> {
  // Of its own group, so that Ctrl-C lets it end what it is at.
  const worker = fork(path.join(import.meta.dirname, 'prove-worker.ts'), { detached: true });
  for (let task = waiting.shift(); task !== undefined; task = waiting.shift())
    note(task, await ask(worker, task));
  worker.disconnect();
}

function note({ at, seeds: some }: Task, { held, against }: Outcome): void {
  const before = tried.get(at) ?? { held: 0, seeds: 0 };
  const now = { held: before.held + held, seeds: before.seeds + some.length };
  tried.set(at, now);
  process.stderr.write(`${[`${subjects[at]?.id}: ${now.held}/${now.seeds}`, ...against].join('\n  ')}\n`);
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
    `${sum(faults, ({ held, seeds: all }) => all - held)} times a fault was missed in ${sum(faults, allOf)} trials, and`,
    `${sum(services, ({ held, seeds: all }) => all - held)} times a conforming service was accused in ${sum(services, allOf)}.`,
    '',
  ];
  process.stdout.write(lines.join('\n'));
  const held = sum(places, (result) => result.held);
  process.exitCode = held < places.length * seeds.length ? 1 : 0;
}

function table(title: string, columns: string, rows: readonly number[]): string[] {
  if (rows.length === 0) return [];
  const rule = columns.replaceAll(/[^|]+/g, ' --- ');
  return [
    `## ${title}`,
    '',
    `| ${columns} | seeds |`,
    `|${rule}| --: |`,
    ...rows.map((at) => `| ${told(subjects[at])} | ${resultOf(at).held}/${resultOf(at).seeds} |`),
    '',
  ];
}

function told(subject: Subject | undefined): string {
  return `${subject?.id} | ${subject?.about}`;
}

/** On how many seeds a subject held, and on how many it was tried. */
function resultOf(at: number): { readonly held: number; readonly seeds: number } {
  return tried.get(at) ?? { held: 0, seeds: 0 };
}

function sum(rows: readonly number[], count: (result: ReturnType<typeof resultOf>) => number): number {
  return rows.reduce((total, at) => total + count(resultOf(at)), 0);
}

function allOf({ seeds: all }: ReturnType<typeof resultOf>): number {
  return all;
}

function isFault(at: number): boolean {
  return subjects[at]?.kind === 'fault';
}
