import type { Contract, Operation } from '../../spec/contract.ts';
import { thrownAt } from '../../spec/thrown-at.ts';
import type { Evidence } from '../privacy/evidence.ts';
import { withoutSecrets } from '../privacy/scan.ts';
import type { Run } from '../run/run.ts';
import type { Settings } from '../run/settings.ts';
import { StorageError } from '../run/storage.ts';
import { rowOfAnswers, unansweredClause, unfoundedRefusal } from './acceptance.ts';
import { type Check, type Prerequisite, rowId } from './check.ts';
import { openContext } from './open-context.ts';
import { ConfigurationError, Failure, Inconclusive, NotOffered } from './outcome.ts';
import { counterexamples } from './property.ts';
import type { Row } from './row.ts';
import { inScope, type Trace } from './scope.ts';
import { orStandIn } from './stand-in.ts';
import { stepsBehind } from './steps-behind.ts';
import { blames } from './verdict.ts';

/**
 * Judges one clause on one operation. An unexpected error of a check becomes a row with the verdict `suiteError`.
 *
 * @throws StorageError and nothing else: a run may not continue when its journal cannot be written
 */
export async function judge(run: Run, check: Check, op: Operation): Promise<Row> {
  const source = check.source === undefined ? {} : { source: check.source };
  const base = { id: rowId(check, op), clause: check.clause, check: check.id, operation: op.id, ...source };
  const late = isLate(run.settings);
  const excluded = whyNotApplicable(check, op, run.contract, run.settings);
  if (late && excluded === undefined) return { ...base, ...inconclusive(late), requests: 0 };
  if (excluded) return { ...base, verdict: 'notApplicable', reason: excluded, requests: 0 };
  const { context, scope } = openContext(run, check, op);
  const { trace, bill } = scope;
  const result = await inScope(scope, () => check.run(context)).then(
    () => passed(trace, op, run),
    (error: unknown) => notPassed(error, trace, op, run, base.id),
  );
  const choices = trace.choices.length > 0 ? { choices: trace.choices } : {};
  return withoutSecrets({ ...base, ...result, requests: bill.requests, ...choices }, run.scan);
}

/** Why a row is not begun any more. */
function isLate({ endsAt = Infinity }: Settings): Inconclusive | undefined {
  if (Date.now() < endsAt) return undefined;
  return new Inconclusive('not run: the time limit of the run was over', 'configuration');
}

/** Why a row is not applicable to this run, decided from data alone; `undefined` when it is applicable. */
export function whyNotApplicable(
  check: Check,
  op: Operation,
  contract: Contract,
  settings: Settings,
): string | undefined {
  const [open] = openGapsOf(check, op, contract, settings);
  if (open) return `the interface leaves \`${open}\` open, and the profile does not fill it`;
  if (check.access(op) === 'write' && !settings.write) return 'the run may only read; `--write` allows this';
  return check.unless(op, settings);
}

/** The gaps that a row needs filled and that are open. */
export function openGapsOf(
  check: Check,
  op: Operation,
  contract: Contract,
  settings: Pick<Settings, 'lentThings'>,
): string[] {
  const needs = [...contract.clause(check.clause).needs, ...check.needs(op)];
  const gaps = needs.flatMap((need) => gapsIn(need, settings));
  return [...new Set(gaps)].filter((gap) => contract.isOpen(gap));
}

/** The gap that a prerequisite names; none where the profile lends things of the kind instead. */
function gapsIn(prerequisite: Prerequisite, { lentThings }: Pick<Settings, 'lentThings'>): string[] {
  if (typeof prerequisite === 'string') return [prerequisite];
  return (lentThings?.[prerequisite.lent] ?? []).length > 0 ? [] : [prerequisite.gap];
}

type Result = Pick<
  Row,
  'verdict' | 'reason' | 'blame' | 'cause' | 'because' | 'expected' | 'actual' | 'evidence' | 'counterexample'
>;

function passed(trace: Trace, op: Operation, run: Run): Result {
  if (trace.claims > 0) return { verdict: 'pass', reason: '' };
  // On answers that break their schema, a check may find nothing that it knows.
  const because = rowBehind(trace, op, run);
  if (because !== undefined)
    return inconclusive(new Inconclusive('needs an answer of the stated form', 'other-row', because));
  // Which row accuses an answer that was shared is not known here.
  if (run.schemaResults.anyViolation)
    return inconclusive(new Inconclusive('needs answers of the stated form'));
  return { verdict: 'suiteError', blame: 'rollcall', reason: 'the check ended without judging anything' };
}

function notPassed(error: unknown, trace: Trace, op: Operation, run: Run, row: string): Result {
  if (error instanceof StorageError) throw error;
  if (error instanceof Failure) return failed(error, trace, run);
  if (error instanceof NotOffered) return { verdict: 'notApplicable', reason: error.message };
  if (error instanceof Inconclusive) {
    const reason = orStandIn(explained(error, trace, op, run), row, run);
    return reason instanceof Failure ? failed(reason, trace, run) : inconclusive(reason);
  }
  if (error instanceof ConfigurationError)
    return inconclusive(new Inconclusive(error.message, 'configuration'));
  return { verdict: 'suiteError', blame: 'rollcall', reason: crash(error) };
}

function inconclusive({ message, cause, because }: Inconclusive): Result {
  const row = because === undefined ? {} : { because };
  return { verdict: 'inconclusive', blame: blames[cause], cause, ...row, reason: message };
}

/** What is missing may be missing because of what another row accuses the target of: then that row is the cause. */
function explained(error: Inconclusive, trace: Trace, op: Operation, run: Run): Inconclusive {
  if (error.cause !== 'no-data') return error;
  const because = rowBehind(trace, op, run);
  return because === undefined ? error : new Inconclusive(error.message, 'other-row', because);
}

/** The row that accuses an answer which this row saw, or that accuses its operation of not answering properly. */
function rowBehind({ answers }: Trace, op: Operation, { schemaResults, judges }: Run): string | undefined {
  const against = answers.toReversed().map((answer) => schemaResults.rowAgainst(answer));
  const clauses = [unansweredClause, unfoundedRefusal].filter(
    (one) => schemaResults.of(one, op.id).violation,
  );
  const rows = [...against, ...clauses.map((clause) => rowOfAnswers(clause, op.id))];
  return rows.find((row) => row !== undefined && judges(row));
}

function failed(error: Failure, trace: Trace, run: Run): Result {
  const found = counterexamples.get(error);
  return {
    verdict: 'fail',
    blame: 'target',
    reason: error.message,
    expected: error.expected,
    actual: error.actual,
    evidence: error.evidence.length > 0 ? error.evidence : evidenceOf(error, trace, run),
    ...(found ? { counterexample: { ...found, value: run.redactor.text(found.value) } } : {}),
  };
}

/** The accused exchanges, after those that led to them. */
function evidenceOf({ answers }: Failure, trace: Trace, { redactor, makers }: Run): readonly Evidence[] {
  const accused = answers.length > 0 ? answers : trace.answers.slice(-1);
  const steps = stepsBehind(accused, trace.answers, (id) => makers.get(id));
  // What is hidden gets its alias where it is sent; the answers before it show the same one.
  const last = steps.accused.map((answer) => redactor.evidence(answer));
  const before = steps.before
    .toReversed()
    .map((answer) => ({ ...redactor.evidence(answer), part: 'before' as const }))
    .toReversed();
  const setUp = steps.setUp.map((answer) => ({ ...redactor.evidence(answer), part: 'set-up' as const }));
  return [...setUp, ...before, ...last];
}

/**
 * The name of an error and the place in the source that threw it. The message is included only when Rollcall wrote it:
 * the message of a library may quote what the target sent.
 */
function crash(error: unknown): string {
  if (!(error instanceof Error)) return 'something that is not an error was thrown';
  const place = thrownAt(error.stack?.slice(error.stack.indexOf('\n    at ')) ?? '');
  const own = error.constructor === Error || error.name === 'ContractError';
  return `${error.name}${own ? `: ${error.message}` : ''}${place ? ` (${place})` : ''}`;
}
