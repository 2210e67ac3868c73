import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { faults } from '../../../reference/faults/index.ts';
import type { Fault } from '../../../reference/faults/kit/fault.ts';
import { rounds } from '../blind/outcomes.ts';
import { judgeAll } from '../proofs/judge-service.ts';
import { candidates, wideRun } from './prices.ts';

/** Which rows find a fault in a quick run that judges everything, by the fault. */
export type Finds = Readonly<Record<string, readonly string[]>>;

/** One in so many of the faults of our own is judged by every row; of the others only its own check is known. */
const every = 12;

const file = path.join(import.meta.dirname, 'finds.json');

/** Faults to choose by: those that were written blind, and a sample of our own. */
const judged: readonly Pick<Fault, 'id' | 'wrap'>[] = [
  ...Object.values(rounds).flat(),
  ...faults.filter((_, nth) => nth % every === 0),
];

/** What was measured last. */
export function readFinds(): Finds {
  return JSON.parse(readFileSync(file, 'utf8')) as Finds;
}

/**
 * Judges each fault whose id begins so by every row, and keeps which rows fail. All of them take about an hour.
 *
 * @param part of so many parts, from 1
 */
export async function measureFinds(start: string, part: number, parts: number): Promise<void> {
  const chosen = judged.filter(({ id }) => id.startsWith(start));
  for (const { id, wrap } of chosen.filter((_, nth) => nth % parts === part - 1)) {
    const rows = await judgeAll(wideRun({ wrap }), candidates);
    const failed = rows.filter(({ verdict }) => verdict === 'fail').map((row) => row.id);
    const all = { ...readFinds(), [id]: failed };
    const ordered = judged.flatMap((fault) => (all[fault.id] ? [[fault.id, all[fault.id]]] : []));
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(ordered))}\n`);
  }
}
