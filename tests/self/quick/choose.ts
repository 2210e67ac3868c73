import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { QuickRows } from '../../../spec/quick.ts';
import { judgeAll } from '../proofs/judge-service.ts';
import { type Choice, choose, targetsOf } from './choice.ts';
import { measureFinds } from './finds.ts';
import { candidates, mostRequests, takePrices, wideRun } from './prices.ts';

/*
 * Chooses the rows of a quick run: again and again the one that finds most faults, not found yet, for its requests.
 *   npm run quick -- [--measure [--only round-20.] [--rows '^get-class']] [--part 1/2]
 * What finds a fault is kept in finds-of-faults.ndjson, what finds a mutant of the servers that others wrote in
 * finds-of-mutants.ndjson, and what a row costs is counted anew. So the choice can be repeated.
 *   --measure  judges the faults by all rows first, and keeps which rows find them
 *   --only     of these, the faults whose id begins so
 *   --rows     by the rows whose id fits this pattern; what the others find stays as it was measured
 */

const { values } = parseArgs({
  options: {
    measure: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    rows: { type: 'string', default: '' },
    part: { type: 'string', default: '1/1' },
  },
});
const [part = 1, parts = 1] = values.part.split('/').map(Number);
if (values.measure) await measureFinds({ fault: values.only, row: new RegExp(values.rows) }, part, parts);
const prices = await takePrices();
const targets = targetsOf(prices);
const { rows, requests } = await within(mostRequests);
const found = targets.filter((target) => target.rows.some((row) => rows.has(row)));
const root = path.join(import.meta.dirname, '../../..');
writeFileSync(path.join(root, 'spec/quick.json'), `${JSON.stringify(byCheck(rows), null, 2)}\n`);
execFileSync('node_modules/.bin/biome', ['check', '--write', 'spec/quick.json'], { cwd: root });
process.stdout.write(
  `${rows.size} rows, ${requests} requests on the reference service; they find ${found.length} of ${targets.length} faults\n`,
);

/** A choice that keeps the bound when it is tried: a row may cost more where others, that it shares with, are left out. */
async function within(most: number): Promise<{ rows: ReadonlySet<string>; requests: number }> {
  const choice = await tried(choose(targets, prices, most));
  const over = choice.requests - mostRequests;
  return over > 0 ? within(most - over) : choice;
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
