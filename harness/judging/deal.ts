import type { Contract } from '../../spec/contract.ts';
import type { Settings } from '../run/settings.ts';
import { settingsOfShard } from '../run/shard.ts';
import { whyNotApplicable } from './judge.ts';
import type { Planned } from './plan.ts';

/** What a row costs about, in half requests, by what it may do: as rows of the reference service do on average. */
const usualCosts = { read: 5, probe: 2, write: 20 } as const;
const highCost = 20;

/** A hand of rows, and what they cost together. */
interface Hand {
  readonly settings: Settings;
  readonly rows: Set<string>;
  cost: number;
}

/**
 * Deals the rows of a run out to shards, evenly by their cost; the same rows and settings always in the same way. A row
 * that is judged after all others goes to every shard, because it judges the answers of that shard. `merge` makes one
 * row of them.
 *
 * @param whole the settings of the whole run
 * @returns the rows of each shard, in the order of the plan
 */
export function deal(
  rows: readonly Planned[],
  contract: Contract,
  whole: Settings,
  shards: number,
): readonly (readonly Planned[])[] {
  const hands = Array.from({ length: shards }, (_, at): Hand => {
    return { settings: settingsOfShard(whole, { index: at + 1, of: shards }), rows: new Set(), cost: 0 };
  });
  const why = ({ check, op }: Planned, settings: Settings) => whyNotApplicable(check, op, contract, settings);
  const single = rows.filter(({ check }) => !check.afterAll);
  const weighed = single.map((row) => ({ row, reason: why(row, whole), cost: costOf(row) }));
  // Rows that only few shards can take are dealt first, then the others by cost, the highest first. Rows that cost
  // nothing come last, so that each shard gets about as many rows.
  const isNarrow = ({ row }: { readonly row: Planned }) => (row.check.access(row.op) === 'write' ? 0 : 1);
  const isFree = ({ reason }: { readonly reason: string | undefined }) => (reason === undefined ? 0 : 1);
  const ordered = weighed.toSorted(
    (a, b) => isFree(a) - isFree(b) || isNarrow(a) - isNarrow(b) || b.cost - a.cost,
  );
  for (const { row, reason, cost } of ordered) {
    const able = hands.filter(({ settings }) => why(row, settings) === reason);
    const hand = (reason === undefined ? lightest(able) : shortest(able)) ?? hands[0];
    hand?.rows.add(row.id);
    if (hand && reason === undefined) hand.cost += cost;
  }
  return hands.map(({ rows: dealt }) => rows.filter(({ id, check }) => check.afterAll || dealt.has(id)));
}

function lightest(hands: readonly Hand[]): Hand | undefined {
  return hands.toSorted((a, b) => a.cost - b.cost || a.rows.size - b.rows.size)[0];
}

function shortest(hands: readonly Hand[]): Hand | undefined {
  return hands.toSorted((a, b) => a.rows.size - b.rows.size)[0];
}

function costOf({ check, op }: Planned): number {
  return check.cost === 'high' ? highCost : usualCosts[check.access(op)];
}
