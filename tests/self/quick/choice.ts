import type { Planned } from '../../../harness/judging/plan.ts';
import { faults } from '../../../reference/faults/index.ts';
import { rounds } from '../blind/rounds.ts';
import { readFinds } from './finds.ts';
import { type Origin, originOf, readFindsOfMutants } from './finds-of-mutants.ts';
import { candidates, type Prices } from './prices.ts';

/**
 * What a fault counts: what others wrote, or a machine on a server that others wrote, more than one of ours, for ours are as
 * many as we wrote.
 */
const weights = { others: 2, own: 0.5 };

/** What becomes of the answers that other rows have got: without these a run ends with many rows that say only that. */
const ofAnswers = ['errors.answered', 'errors.unfounded-refusal'];

/** Whether anybody may read without a key, with one that nobody was given, or with one that may not: an open door is the worst. */
const openDoors = [
  'authentication.missing-key',
  'authentication.invalid-key/near-miss',
  'authentication.lacking-permission',
];

/** What no run goes without. */
const isAlways = ({ check, op }: Planned): boolean =>
  ofAnswers.includes(check.id) || (openDoors.includes(check.id) && !op.writes);

/** What it finds depends on what all other rows of a run ask: a quick run asks less than what was measured. */
const lookingBack = 'pagination.ways-agree/every-answer';

/** What it counts to find again what another row finds as well: a fault that nobody chose by may show at one of the two. */
const again = 0.1;

/**
 * What it counts to find, at another operation, what these checks find at one: each list may have code of its own, and
 * whoever breaks one in this way may break the next. It is shared among the other operations.
 */
const elsewhere = 0.3;

/** A row that costs nothing would win against everything. */
const leastPrice = 0.05;

/** A fault to choose by: what it counts, and the rows that find it. */
export interface Target {
  /** Where it comes from: the round of blind faults, a server that others wrote, or `ours`. */
  readonly from: string;
  readonly what: 'fault' | Origin['what'];
  readonly weight: number;
  readonly rows: readonly string[];
}

/** Rows for a quick run, and those among them whose requests are worth it; the others cost nothing. */
export interface Choice {
  readonly rows: ReadonlySet<string>;
  readonly paid: ReadonlySet<string>;
}

/** The faults that some row finds at all. Of one of ours that was not judged yet, it is the rows of its check. */
export function targetsOf({ rows }: Prices): readonly Target[] {
  const finds = readFinds();
  const blind = Object.entries(rounds).flatMap(([from, round]) =>
    round.map(({ id }) => ({
      from,
      what: 'fault' as const,
      weight: weights.others,
      rows: finds.get(id) ?? [],
    })),
  );
  const onServers = [...readFindsOfMutants()].map(([name, found]) => ({
    ...originOf(name),
    weight: weights.others,
    rows: found,
  }));
  const own = faults.map(({ id, check, on }) => ({
    from: 'ours',
    what: 'fault' as const,
    weight: weights.own,
    rows: finds.get(id) ?? on.map((op) => `${check} @ ${op}`),
  }));
  return [...blind, ...onServers, ...own]
    .map((target) => ({
      ...target,
      rows: target.rows.filter((row) => rows.has(row) && checkOf(row) !== lookingBack),
    }))
    .filter((target) => target.rows.length > 0);
}

/**
 * Takes the rows that no run goes without; then rows while they pay, and at last every row
 * that costs nothing any more.
 */
export function choose(targets: readonly Target[], { rows, observations }: Prices, most: number): Choice {
  const chosen = new Set<string>();
  const made = new Set<string>();
  const likely = likelyElsewhere(targets, [...rows.keys()]);
  let left = targets;
  let requests = 0;
  const priceOf = (row: string): number => {
    const { own = 0, shared = new Set<string>() } = rows.get(row) ?? {};
    return [...shared].reduce((sum, key) => sum + (made.has(key) ? 0 : (observations.get(key) ?? 0)), own);
  };
  const take = (row: string) => {
    requests += priceOf(row);
    chosen.add(row);
    for (const key of rows.get(row)?.shared ?? []) made.add(key);
    left = left.map((target) =>
      target.rows.includes(row) ? { ...target, weight: target.weight * again } : target,
    );
  };
  // What the reference service gives nothing to judge, another target may.
  for (const row of candidates) if (isAlways(row)) take(row.id);
  for (;;) {
    const gains = new Map([...likely].filter(([row]) => !chosen.has(row)));
    for (const { weight, rows } of left)
      for (const row of rows) if (!chosen.has(row)) gains.set(row, (gains.get(row) ?? 0) + weight);
    const best = [...gains]
      .map(([row, gain]) => ({ row, price: priceOf(row), value: gain / (priceOf(row) + leastPrice) }))
      .filter(({ price }) => requests + price <= most)
      .reduce((one, other) => (other.value > one.value ? other : one), { row: '', price: 0, value: 0 });
    if (best.row === '') break;
    take(best.row);
  }
  const paid = new Set(chosen);
  for (const row of rows.keys()) if (!chosen.has(row) && priceOf(row) === 0) take(row);
  return { rows: chosen, paid };
}

/** What a row counts for what its check finds at other operations, of what others wrote. */
function likelyElsewhere(targets: readonly Target[], rows: readonly string[]): ReadonlyMap<string, number> {
  const byCheck = new Map<string, string[]>();
  for (const row of rows) byCheck.set(checkOf(row), [...(byCheck.get(checkOf(row)) ?? []), row]);
  const likely = new Map<string, number>();
  for (const { from, weight, rows: finders } of targets) {
    if (from === 'ours') continue;
    const checks = new Set(finders.map(checkOf));
    for (const check of checks) {
      const others = (byCheck.get(check) ?? []).filter((row) => !finders.includes(row));
      for (const row of others)
        likely.set(row, (likely.get(row) ?? 0) + (elsewhere * weight) / checks.size / others.length);
    }
  }
  return likely;
}

const checkOf = (row: string) => row.slice(0, row.indexOf(' @ '));
