import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cache } from '../mutants/cache.ts';

/** What came of one subject on some seeds. */
export interface Tried {
  /** What the outcome depends on: the suite, the service, its faults and freedoms. */
  readonly digest: string;
  readonly id: string;
  readonly seeds: readonly number[];
  /** On how many of the seeds it held, and a line for each thing that speaks against it. */
  readonly held: number;
  readonly against: readonly string[];
}

/** Where it is kept. */
const kept = path.join(cache, 'proofs.ndjson');

/** What came of a subject on the same seeds, where nothing has changed since. */
export function readTried(
  digest: string,
  log = kept,
): (task: Pick<Tried, 'id' | 'seeds'>) => Tried | undefined {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
  const all = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Tried);
  const known = new Map(all.filter((one) => one.digest === digest).map((one) => [nameOf(one), one]));
  return (task) => known.get(nameOf(task));
}

/** Keeps what was tried, at once: nothing is lost when a proof is interrupted. */
export function keepTried(tried: Tried, log = kept): void {
  mkdirSync(path.dirname(log), { recursive: true });
  appendFileSync(log, `${JSON.stringify(tried)}\n`);
}

function nameOf({ id, seeds }: Pick<Tried, 'id' | 'seeds'>): string {
  return `${seeds.join(',')} ${id}`;
}
