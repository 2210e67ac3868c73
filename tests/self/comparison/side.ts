import { plan, select } from '../../../harness/judging/plan.ts';
import { count } from '../../../harness/judging/verdict.ts';
import type { Side } from '../../../reports/comparison/side.ts';
import { catalogue } from '../../checks/index.ts';
import { judgeAll, type Trial, trial } from '../proofs/judge-service.ts';
import { footer, header } from '../reports/sample.ts';

/** A side of a comparison: rows of the catalogue, judged in this process. */
export async function judgedSide(name: string, how: Trial, only: readonly string[] = []): Promise<Side> {
  const run = trial(how);
  const rows = await judgeAll(run, select(plan(catalogue, run.contract), only));
  const target = { ...header.target, origin: `https://${name}.example`, embedded: false };
  return {
    name,
    run: {
      header: { ...header, target, planned: rows.length, contract: 'the same' },
      rows,
      footer: { ...footer, counts: count(rows), requests: run.exchange.requests },
    },
    shapes: run.shapes.shapes(),
  };
}
