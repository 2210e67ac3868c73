import { judge } from '../../../harness/judging/judge.ts';
import { type Planned, plan } from '../../../harness/judging/plan.ts';
import type { Run } from '../../../harness/run/run.ts';
import type { BlindFault } from '../../../reference/blind/kit.ts';
import { catalogue } from '../../checks/index.ts';
import { trial } from '../proofs/judge-service.ts';

/** The first row of the whole catalogue that a fault turns red, at seed 1 and standard effort; undefined when none does. */
export async function firstFailure({ wrap, at }: BlindFault): Promise<string | undefined> {
  return firstFailureIn(trial({ wrap }), at);
}

/**
 * The first row of the whole catalogue that fails in a run; undefined when none does. Rows of the operations at which the
 * fault may show come first, and those that look back at the answers to others come last.
 */
export async function firstFailureIn(run: Run, at: readonly string[]): Promise<string | undefined> {
  const isNear = ({ op }: Planned) => at.includes('*') || at.includes(routeOf(op));
  const rows = plan(catalogue, run.contract);
  const isLast = ({ check }: Planned) =>
    check.afterWrites || /^errors\.(?:answered|unfounded)|\/(?:schema|every-\w+)$/.test(check.id);
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

/** An operation as the faults name it: `GET /classes/{id}`. */
function routeOf({ method, path }: Planned['op']): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, '{id}')}`;
}
