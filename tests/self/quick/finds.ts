import path from 'node:path';
import { faults } from '../../../reference/faults/index.ts';
import type { Fault } from '../../../reference/faults/kit/fault.ts';
import { rounds } from '../blind/rounds.ts';
import { judgeAll } from '../proofs/judge-service.ts';
import { foundNow, keepFound, readFound } from './found.ts';
import { candidates, wideRun } from './prices.ts';

const file = path.join(import.meta.dirname, 'finds-of-faults.ndjson');

/** Whether a fault of our own can show where a quick run only reads: its check has such a row. */
const readable = new Set(candidates.map(({ id }) => id));
const showsInReads = ({ check, on }: Fault) => on.some((op) => readable.has(`${check} @ ${op}`));

/** Faults to choose by: those that were written blind, and ours. */
const judged: readonly Pick<Fault, 'id' | 'wrap'>[] = [
  ...Object.values(rounds).flat(),
  ...faults.filter(showsInReads),
];

/** Which rows find a fault in a quick run that judges everything, by the id of the fault: what was measured last. */
export const readFinds = (): ReadonlyMap<string, readonly string[]> => readFound(file);

/**
 * Judges each fault whose id begins so by every row whose id fits, and keeps which rows fail, beside what is known of the
 * others. All of them take an hour in two parts.
 *
 * @param part of so many parts, from 1
 */
export async function measureFinds(
  { fault, row }: { readonly fault: string; readonly row: RegExp },
  part: number,
  parts: number,
): Promise<void> {
  const chosen = judged.filter(({ id }) => id.startsWith(fault));
  const isJudged = (id: string) => row.test(id);
  const before = readFinds();
  for (const { id, wrap } of chosen.filter((_, nth) => nth % parts === part - 1)) {
    const rows = await judgeAll(
      wideRun({ wrap, shrinks: 0 }),
      candidates.filter((each) => isJudged(each.id)),
    );
    const failed = rows.filter(({ verdict }) => verdict === 'fail').map((each) => each.id);
    keepFound(file, { wrong: id, rows: foundNow(before.get(id) ?? [], { isJudged, failed }) });
  }
}
