import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { judge } from '../../../harness/judging/judge.ts';
import { type Planned, plan } from '../../../harness/judging/plan.ts';
import type { BlindFault } from '../../../reference/blind/kit.ts';
import { roundOne } from '../../../reference/blind/round-1/index.ts';
import { catalogue } from '../../checks/index.ts';
import { trial } from '../proofs/judge-service.ts';

/**
 * Judges a round of faults that were written without sight of a check: the whole catalogue, at seed 1 and standard
 * effort, until a row fails. `npm run blind` prints what was missed, and keeps every outcome in `outcomes.json`.
 */
const outcomes: Record<string, string> = {};
for (const fault of roundOne) {
  const row = await firstFailure(fault);
  outcomes[fault.id] = row ?? 'missed';
  process.stdout.write(
    `${row === undefined ? 'missed' : 'found '} ${fault.id} (${fault.depth}, ${fault.breaks}) ${row ?? ''}\n`,
  );
}
for (const kind of ['explicit', 'implied'] as const) {
  const all = roundOne.filter(({ breaks }) => breaks === kind);
  const found = all.filter(({ id }) => outcomes[id] !== 'missed').length;
  process.stdout.write(`${kind}: ${found} of ${all.length} found\n`);
}
writeFileSync(path.join(import.meta.dirname, 'outcomes.json'), `${JSON.stringify(outcomes, null, 2)}\n`);

/** The first row that fails, of the operations where the fault may show before all others; undefined when none does. */
async function firstFailure({ wrap, at }: BlindFault): Promise<string | undefined> {
  const run = trial({ wrap });
  const isNear = ({ op }: Planned) => at.includes('*') || at.includes(op.id);
  const rows = plan(catalogue, run.contract);
  const isLast = ({ check }: Planned) =>
    /^errors\.(?:answered|unfounded)|\/(?:schema|every-\w+)$/.test(check.id);
  const order = [
    ...rows.filter((row) => isNear(row) && !isLast(row)),
    ...rows.filter((row) => !isNear(row) && !isLast(row)),
    ...rows.filter(isLast),
  ];
  for (const { check, op } of order) {
    const { id, verdict } = await judge(run, check, op);
    if (verdict === 'fail') return id;
  }
  return undefined;
}
