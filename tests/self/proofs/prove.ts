import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { digestOf } from '../mutants/cache.ts';
import { digestsOfIds, packageVersion, writeLongProof } from './long-proof.ts';
import { countTrials, proofTables, type Result } from './proof-table.ts';
import type { Outcome, Task } from './prove-worker.ts';
import { subjectsOf } from './proving.ts';
import { keepTried, readTried, type Tried } from './tried.ts';

/*
 * The long proof: every fault on the operations it names and every conforming service with the whole catalogue, at
 * standard effort, on many seeds, with one process for each core. On even seeds eight rows are judged at once.
 *   npm run prove -- [--seeds 20] [--only TEXT] [--kind fault|service] [--together 1]
 * With `--together 8` a service uses up to eight freedoms at once, so that a proof takes an eighth of the time.
 * Takes a few seeds of everything before it takes more of anything. Tells each result on the error stream as it
 * comes, and leaves a table in long-proof/, which is not committed. What was tried is kept in proof-cache/ at once, and
 * not tried again while nothing has changed that it depends on; so Ctrl-C loses nothing, and parts add up to a whole.
 * When everything of a kind was tried, it keeps a summary of it in long-proof.json, which the README quotes. Ends with 1
 * when a fault was missed, a conforming service was accused, or something was left untried.
 */

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    kind: { type: 'string', default: '' },
    together: { type: 'string', default: '1' },
  },
});
const root = path.join(import.meta.dirname, '../../..');
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => index + 1);
const together = Number(values.together);
const subjects = Number.isInteger(together) && together > 0 ? subjectsOf(together) : [];
const places = subjects.flatMap(({ id, kind }, at) =>
  id.includes(values.only) && kind.includes(values.kind) ? [at] : [],
);
if (seeds.length === 0 || places.length === 0) refuse('no seed, or nothing with such a name, to prove');
// Part of a kind proves nothing of it.
const commit = values.only === '' ? committed() : undefined;

const atOnce = 5;
const results = new Map<number, { held: number; tried: number }>();
const digest = digestOf(
  ['reference/faults', 'reference/variants', 'tests/self/proofs/proving.ts', 'tests/self/proofs/floor.ts'],
  [],
);
const known = readTried(digest);
const waiting: Task[] = [];
for (let from = 0; from < seeds.length; from += atOnce)
  for (const at of places) {
    const task = { at, seeds: seeds.slice(from, from + atOnce) };
    const before = known({ id: idOf(at), seeds: task.seeds });
    if (before === undefined) waiting.push(task);
    else note(task, before);
  }
process.once('SIGINT', () => waiting.splice(0));
await Promise.all(Array.from({ length: availableParallelism() }, work));
report();

/** Ends before anything is tried. */
function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}

/** The commit that a whole proof is about; refuses a tree that holds something else. */
function committed(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  if (git('status', '--porcelain', '--untracked-files=no') !== '')
    refuse('commit or stash the changes first: the proof names the commit that it is about');
  return git('rev-parse', '--short', 'HEAD');
}

/** Keeps one process busy for as long as there is something to prove. */
async function work(): Promise<void> {
  // Of its own group, so that Ctrl-C lets it end what it is at.
  const worker = fork(path.join(import.meta.dirname, 'prove-worker.ts'), [values.together], {
    detached: true,
  });
  for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
    const { held, against } = await ask(worker, task);
    keepTried({ digest, id: idOf(task.at), seeds: task.seeds, held, against });
    note(task, { held, against });
  }
  worker.disconnect();
}

function idOf(at: number): string {
  return subjects[at]?.id ?? '';
}

function note({ at, seeds: some }: Task, { held, against }: Pick<Tried, 'held' | 'against'>): void {
  const before = results.get(at) ?? { held: 0, tried: 0 };
  const now = { held: before.held + held, tried: before.tried + some.length };
  results.set(at, now);
  process.stderr.write(`${[`${idOf(at)}: ${now.held}/${now.tried}`, ...against].join('\n  ')}\n`);
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
  const all = places.flatMap((at): Result[] => {
    const subject = subjects[at];
    return subject ? [{ subject, ...(results.get(at) ?? { held: 0, tried: 0 }) }] : [];
  });
  const { faults, services, missed, accused, trials, runs } = countTrials(all);
  const table = path.join(root, 'long-proof/table.md');
  mkdirSync(path.dirname(table), { recursive: true });
  writeFileSync(table, proofTables(all, seeds.length));
  process.stdout.write(
    `A fault was missed ${missed} times in ${trials} trials, and a conforming service was accused ${accused} times in ${runs} runs.\nThe table is in ${path.relative('', table)}\n`,
  );

  const isComplete = trials + runs === places.length * seeds.length;
  if (isComplete && commit !== undefined) {
    const all = { commit, version: packageVersion(), seeds: seeds.length };
    const ids = digestsOfIds();
    writeLongProof({
      ...(faults > 0 && { faults: { ...all, subjects: faults, against: missed, ids: ids.faults } }),
      ...(services > 0 && {
        services: { ...all, subjects: services, together, against: accused, ids: ids.services },
      }),
    });
  }
  process.exitCode = isComplete && missed + accused === 0 ? 0 : 1;
}
