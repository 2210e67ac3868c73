import { judge } from '../../../harness/judging/judge.ts';
import { type Planned, plan } from '../../../harness/judging/plan.ts';
import type { Row } from '../../../harness/judging/row.ts';
import { catalogue } from '../../checks/index.ts';
import { contract, trial } from '../proofs/judge-service.ts';
import type { Reach } from './reach.ts';
import { type Load, withMutant } from './switched.ts';

/**
 * How a mutant ended: a row said `fail`; rows were inconclusive that are not so on the clean run, and none failed;
 * Rollcall itself went wrong; nothing was seen; the service didn't start; or its judging had to be cut.
 */
export type Outcome = 'killed' | 'inconclusive' | 'suiteError' | 'unseen' | 'noService' | 'hung';

/** What came of one mutant. */
export interface Judged {
  readonly outcome: Outcome;
  /** The row that shows it; `''` when none does. */
  readonly row: string;
  readonly reason: string;
  /** How many rows were judged, and how often the service ran on and on. */
  readonly rows: number;
  readonly hangs: number;
}

const planned = plan(catalogue, contract);

/**
 * The rows that a mutant can reach, in the order of a run: those that run it, those whose observations they share,
 * and the schema rows, which look at what the others were answered.
 */
export function rowsReaching(id: string, { byRow, after, whenLoaded }: Reach): readonly Planned[] {
  if (whenLoaded.includes(id)) return planned;
  const own = new Set<string>();
  const add = (row: string) => {
    if (own.has(row)) return;
    own.add(row);
    for (const maker of after[row] ?? []) add(maker);
  };
  for (const row of planned) if (byRow[row.id]?.includes(id)) add(row.id);
  const operations = new Set(planned.flatMap((row) => (own.has(row.id) ? row.op.id : [])));
  return planned.filter((row) => own.has(row.id) || (isOfSchema(row) && operations.has(row.op.id)));
}

/**
 * Judges a service with one mutant until a row fails.
 *
 * @param first rows that are tried before the others, on a service of their own
 */
export async function judgeMutant(
  load: Load,
  id: string,
  reach: Reach,
  { seed, first }: { readonly seed: number; readonly first: readonly string[] },
): Promise<Judged> {
  const rows = rowsReaching(id, reach);
  const promising = rows.filter((row) => first.includes(row.id) && !isOfSchema(row));
  const early = await judgeRows(load, id, promising, seed, reach);
  if (early.outcome === 'killed' || early.outcome === 'noService') return early;
  const whole = await judgeRows(load, id, rows, seed, reach);
  return { ...whole, rows: early.rows + whole.rows };
}

async function judgeRows(
  load: Load,
  id: string,
  rows: readonly Planned[],
  seed: number,
  { verdicts }: Reach,
): Promise<Judged> {
  const service = withMutant(load, id);
  let worst: Judged = { outcome: 'unseen', row: '', reason: '', rows: 0, hangs: 0 };
  if (service === undefined) return { ...worst, outcome: 'noService' };
  const run = trial({ against: service, seed });
  let judged = 0;
  for (const row of rows) {
    const { verdict, reason } = await judge(run, row.check, row.op);
    judged += 1;
    const outcome = outcomeOf(verdict, verdicts[row.id], rows.length < planned.length && isOfSchema(row));
    if (rank(outcome) > rank(worst.outcome)) worst = { ...worst, outcome, row: row.id, reason };
    if (outcome === 'killed') break;
  }
  return { ...worst, rows: judged, hangs: service.hangs() };
}

function outcomeOf(verdict: Row['verdict'], clean: Row['verdict'] | undefined, starved: boolean): Outcome {
  if (verdict === 'fail') return 'killed';
  if (verdict === 'suiteError') return 'suiteError';
  // A schema row that saw fewer answers than in a whole run says nothing by that.
  return verdict === 'inconclusive' && clean !== 'inconclusive' && !starved ? 'inconclusive' : 'unseen';
}

const worse: readonly Outcome[] = ['unseen', 'inconclusive', 'suiteError', 'killed'];

function rank(outcome: Outcome): number {
  return worse.indexOf(outcome);
}

function isOfSchema({ check }: Planned): boolean {
  return check.id.endsWith('/schema');
}
