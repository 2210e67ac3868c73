import { serviceTransport } from '../../../harness/http/transport.ts';
import { judge } from '../../../harness/judging/judge.ts';
import { ConfigurationError } from '../../../harness/judging/outcome.ts';
import { type Planned, plan } from '../../../harness/judging/plan.ts';
import type { Row } from '../../../harness/judging/row.ts';
import { preflight } from '../../../harness/run/preflight.ts';
import { catalogue } from '../../checks/index.ts';
import { contract, lookingBack, trial } from '../proofs/judge-service.ts';
import type { Reach } from './reach.ts';
import { type Answers, answerTo, type Call, concerning, rowsAnsweredOtherwise } from './replay.ts';
import { type Load, withMutant } from './switched.ts';

/**
 * How a mutant ended: a row said `fail`; rows were inconclusive that are not so on the clean run, and none failed;
 * Rollcall itself went wrong; nothing was seen; the service didn't start, or answered nothing, so that a run ends before
 * its first row; or its judging had to be cut.
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

/** What mutants are held against: what the clean run reached, and what it was answered. */
export interface Clean {
  readonly load: Load;
  readonly seed: number;
  readonly reach: Reach;
  readonly answers: Answers;
}

/** Asks the service without a mutant all that the clean run asked. */
export async function cleanRun(load: Load, seed: number, reach: Reach): Promise<Clean> {
  const service = withMutant(load, 'none');
  const answers: Buffer[] = [];
  for (const call of reach.recording.calls) if (service) answers.push(await answerTo(service, call));
  return { load, seed, reach, answers };
}

const mostUnasked = 4;
const mostSuspects = 16;
const mostPromising = 12;

/**
 * Judges a service with one mutant until a row fails. The requests of the clean run are asked first: they show which
 * rows are answered otherwise, and a mutant that changes no answer changes no verdict.
 *
 * @param first rows that are tried before the others, on a service of their own
 */
export async function judgeMutant(clean: Clean, id: string, first: readonly string[]): Promise<Judged> {
  if (!(await isReached(clean, id))) return { ...unseen, outcome: 'noService' };
  const rows = rowsReaching(id, clean.reach);
  // A few rows cost less than the requests of the run.
  const known = await judgeRows(clean, id, inOrderOf(first, rows).slice(0, mostUnasked));
  if (known.outcome === 'killed' || known.outcome === 'noService') return known;
  const suspects = await otherwise(clean, id, mostSuspects, false);
  if (suspects === undefined) return { ...unseen, outcome: 'noService' };
  if (suspects.size === 0) return { ...unseen, reason: 'every request of the run is answered as before' };
  const liked = first.slice(mostUnasked).filter((row) => suspects.has(row));
  const order = [...new Set([...liked, ...spread([...suspects])])].slice(0, mostPromising);
  const early = await judgeRows(
    clean,
    id,
    inOrderOf(order, rows).filter((row) => !isOfSchema(row)),
  );
  if (early.outcome === 'killed') return early;
  const all = (await otherwise(clean, id, Number.POSITIVE_INFINITY, true)) ?? new Set();
  const whole = await judgeRows(clean, id, rows.filter(touchedBy(all, clean.reach)));
  return { ...whole, rows: known.rows + early.rows + whole.rows };
}

/** Whether a run would begin: the service starts, and the preflight of a run finds it. */
async function isReached({ load }: Clean, id: string): Promise<boolean> {
  const service = withMutant(load, id);
  if (service === undefined) return false;
  const transport = serviceTransport((request) => service.fetch(request));
  const settings = { baseUrl: 'http://reference.test/api/v1', keys: service.keys, headers: [] };
  return preflight(settings, transport).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ConfigurationError) return false;
      throw error;
    },
  );
}

/** The rows that a mutant answers otherwise; `undefined` when the service does not start. */
async function otherwise({ load, reach, answers }: Clean, id: string, most: number, whole: boolean) {
  const ask = (chosen: (call: Call) => boolean) => {
    const service = withMutant(load, id);
    return service && rowsAnsweredOtherwise(service, reach.recording, answers, chosen, most);
  };
  const quick =
    whole || reach.whenLoaded.includes(id) ? undefined : await ask(concerning(id, reach.recording));
  // What one request left in a cache, another may show that does not run the mutant itself.
  return quick !== undefined && quick.size > 0 ? quick : ask(() => true);
}

/** A row of each check before a second one of any. */
function spread(rows: readonly string[]): readonly string[] {
  const met = new Map<string, number>();
  const rounds = rows.map((row) => {
    const check = row.slice(0, row.indexOf(' '));
    const round = met.get(check) ?? 0;
    met.set(check, round + 1);
    return { row, round };
  });
  return rounds.sort((one, other) => one.round - other.round).map(({ row }) => row);
}

/** Rows that were answered otherwise, those that share observations with one, and those that look back. */
function touchedBy(all: ReadonlySet<string>, { after }: Reach): (row: Planned) => boolean {
  const sharing = Object.keys(after).filter((row) => after[row]?.some((maker) => all.has(maker)));
  const own = new Set([...all, ...sharing]);
  for (const row of [...own]) for (const maker of after[row] ?? []) own.add(maker);
  const operations = new Set(planned.flatMap((row) => (own.has(row.id) ? row.op.id : [])));
  return (row) => own.has(row.id) || (lookingBack.test(row.check.id) && operations.has(row.op.id));
}

function inOrderOf(ids: readonly string[], rows: readonly Planned[]): readonly Planned[] {
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

const unseen: Judged = { outcome: 'unseen', row: '', reason: '', rows: 0, hangs: 0 };

async function judgeRows(
  { load, seed, reach }: Clean,
  id: string,
  rows: readonly Planned[],
): Promise<Judged> {
  const service = withMutant(load, id);
  let worst = unseen;
  if (service === undefined) return { ...worst, outcome: 'noService' };
  const run = trial({ against: service, seed });
  let judged = 0;
  for (const row of rows) {
    const { verdict, reason } = await judge(run, row.check, row.op);
    judged += 1;
    const outcome = outcomeOf(
      verdict,
      reach.verdicts[row.id],
      rows.length < planned.length && isOfSchema(row),
    );
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
  return lookingBack.test(check.id);
}
