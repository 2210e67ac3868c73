import pLimit from 'p-limit';
import type { Run } from '../run/run.ts';
import { judge, whyNotApplicable } from './judge.ts';
import type { Planned } from './plan.ts';
import type { Row } from './row.ts';

/**
 * Judges rows side by side: in the order of the plan, and at most so many at once. A row that needs the target to itself
 * begins when all rows before it have ended, and the rows after it begin when it has ended.
 *
 * @param judgeOne judges one row
 * @returns a promise of each row, in the order of the rows; each may reject with a StorageError
 */
export function schedule(
  run: Run,
  rows: readonly Planned[],
  atOnce: number,
  judgeOne: typeof judge = judge,
): readonly Promise<Row>[] {
  const limit = pLimit(atOnce);
  let before: Promise<unknown> = Promise.resolve();
  const judged = groupsOf(rows, run).flatMap((group) => {
    const earlier = before;
    const promises = group.map(({ check, op }) => earlier.then(() => limit(judgeOne, run, check, op)));
    before = Promise.all(promises);
    return promises;
  });
  // After an error, no later group begins. Whoever waits for a row hears of it.
  before.catch(() => undefined);
  return judged;
}

/** Parts rows into groups, in their order: each row that needs the target to itself alone, and those between together. */
function groupsOf(rows: readonly Planned[], run: Run): readonly (readonly Planned[])[] {
  const groups: Planned[][] = [];
  let wasAlone = true;
  for (const row of rows) {
    const alone = isAlone(row, run);
    if (alone || wasAlone) groups.push([row]);
    else groups.at(-1)?.push(row);
    wasAlone = alone;
  }
  return groups;
}

/**
 * Whether nothing may run beside a row: it changes what others look at, or it looks at what all rows before it found. The
 * rest read, or send what has to be refused, and so disturb nobody.
 */
function isAlone({ check, op }: Planned, { contract, settings }: Run): boolean {
  if (!check.afterAll && check.access(op) !== 'write') return false;
  return whyNotApplicable(check, op, contract, settings) === undefined;
}
