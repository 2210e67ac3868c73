import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { faults } from '../../../reference/faults/index.ts';
import type { QuickRows } from '../../../spec/quick.ts';
import { rounds } from '../blind/outcomes.ts';
import { judgeAll } from '../proofs/judge-service.ts';
import { measureFinds, readFinds } from './finds.ts';
import { readFindsOfMutants } from './finds-of-mutants.ts';
import { candidates, type Prices, takePrices, wideRun } from './prices.ts';

/*
 * Chooses the rows of a quick run: again and again the one that finds most faults, not found yet, for its requests.
 *   npm run quick -- [--measure [--only round-20.]] [--part 1/2]
 * What finds a fault is kept in finds-of-faults.ndjson, what finds a mutant of the servers that others wrote in
 * finds-of-mutants.ndjson, and what a row costs is counted anew. So the choice can be repeated.
 *   --measure  judges the faults by all rows first, and keeps which rows find them
 *   --only     of these, the faults whose id begins so
 */

/** Requests on the reference service: fewer than a quick run may send, for other targets may need more. */
const mostRequests = 386;

/**
 * What a fault counts: one that was written blind more than one of ours, for ours are as many as we wrote. The reference
 * service lists and searches by the same code, and targets do not: mutants of servers that others wrote count most, for they
 * tell which plain rows are worth having twice.
 */
const weights = { blind: 2, mutant: 4, own: 0.5 };

/** What becomes of the answers that other rows have got: without these a run ends with many rows that say only that. */
const always = ['errors.answered', 'errors.unfounded-refusal'];

/** What it counts to find again what another row finds as well: a fault that nobody chose by may show at one of the two. */
const again = 0.05;

/** A row that costs nothing would win against everything. */
const leastPrice = 0.05;

/** A fault to choose by: what it counts, and the rows that find it. */
interface Target {
  readonly weight: number;
  readonly rows: readonly string[];
}

/** Rows for a quick run, and those among them whose requests are worth it; the others cost nothing. */
interface Choice {
  readonly rows: ReadonlySet<string>;
  readonly paid: ReadonlySet<string>;
}

const { values } = parseArgs({
  options: {
    measure: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    part: { type: 'string', default: '1/1' },
  },
});
const [part = 1, parts = 1] = values.part.split('/').map(Number);
if (values.measure) await measureFinds(values.only, part, parts);
const prices = await takePrices();
const targets = targetsOf(prices);
const { rows, requests } = await within(mostRequests);
const found = targets.filter((target) => target.rows.some((row) => rows.has(row)));
writeFileSync(
  path.join(import.meta.dirname, '../../../spec/quick.json'),
  `${JSON.stringify(byCheck(rows), null, 2)}\n`,
);
process.stdout.write(
  `${rows.size} rows, ${requests} requests on the reference service; they find ${found.length} of ${targets.length} faults\n`,
);

/** The faults that some row finds at all. Of one of ours that was not judged yet, it is the rows of its check. */
function targetsOf({ rows }: Prices): readonly Target[] {
  const finds = readFinds();
  const blind = Object.values(rounds)
    .flat()
    .map(({ id }) => ({ weight: weights.blind, rows: finds.get(id) ?? [] }));
  const mutants = [...readFindsOfMutants().values()].map((found) => ({
    weight: weights.mutant,
    rows: found,
  }));
  const own = faults.map(({ id, check, on }) => ({
    weight: weights.own,
    rows: finds.get(id) ?? on.map((op) => `${check} @ ${op}`),
  }));
  return [...blind, ...mutants, ...own]
    .map((target) => ({ ...target, rows: target.rows.filter((row) => rows.has(row)) }))
    .filter((target) => target.rows.length > 0);
}

/** A choice that keeps the bound when it is tried: a row may cost more where others, that it shares with, are left out. */
async function within(most: number): Promise<{ rows: ReadonlySet<string>; requests: number }> {
  const choice = await tried(choose(targets, prices, most));
  const over = choice.requests - mostRequests;
  return over > 0 ? within(most - over) : choice;
}

/**
 * Takes the rows that no run goes without; then rows while they pay, and at last every row
 * that costs nothing any more.
 */
function choose(targets: readonly Target[], { rows, observations }: Prices, most: number): Choice {
  const chosen = new Set<string>();
  const made = new Set<string>();
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
  for (const { id, check } of candidates) if (always.includes(check.id) && rows.has(id)) take(id);
  for (;;) {
    const gains = new Map<string, number>();
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

/**
 * Judges the chosen rows, and drops those that cost something after all: they look at what rows left out have asked. The
 * next one may have to ask the same then, so that it goes on until none is dropped.
 */
async function tried({ rows, paid }: Choice): Promise<{ rows: ReadonlySet<string>; requests: number }> {
  const run = wideRun();
  const judged = await judgeAll(
    run,
    candidates.filter(({ id }) => rows.has(id)),
  );
  const dear = judged.filter(({ id, requests }) => requests > 0 && !paid.has(id)).map(({ id }) => id);
  if (dear.length === 0) return { rows, requests: run.exchange.requests };
  return tried({ rows: new Set([...rows].filter((row) => !dear.includes(row))), paid });
}

/** The chosen rows by check, in alphabetical order, so that a review sees what changed. */
function byCheck(rows: ReadonlySet<string>): QuickRows {
  const checks: Record<string, string[]> = {};
  for (const row of [...rows].sort()) {
    const [check = '', op = ''] = row.split(' @ ');
    checks[check] = [...(checks[check] ?? []), op];
  }
  return checks;
}
