import { exits } from '../../harness/judging/verdict.ts';
import { type Contract, loadContract, versions } from '../../spec/contract.ts';
import { verdictOf } from '../report.ts';
import { plural } from '../terminal/layout.ts';
import { type ChangedChoice, choicesOf, compareChoices } from './choices.ts';
import { findDrift } from './drift.ts';
import { type RatedDrift, rateDrift } from './rate.ts';
import { compareRows, type RowChanges } from './rows.ts';
import { caveats, type Side } from './side.ts';
import { type ChangedSpeed, compareSpeed } from './speed.ts';

/** How two runs differ: what somebody looks at before a version is deployed. */
export interface Comparison {
  readonly before: Side;
  readonly after: Side;
  /** The interface by which drift is rated. */
  readonly contract: Contract;
  readonly rows: RowChanges;
  readonly choices: readonly ChangedChoice[];
  readonly drift: readonly RatedDrift[];
  readonly speed: readonly ChangedSpeed[];
  /** Why the runs can differ although the targets do not. */
  readonly caveats: readonly string[];
}

/** Compares two runs. */
export function compare(before: Side, after: Side): Comparison {
  const version = versions.find((known) => known === after.run.header.interface);
  const contract = loadContract(version === undefined ? {} : { version });
  const [one, other] = [before, after].map(({ run, shapes }) => choicesOf(run.rows, shapes));
  return {
    before,
    after,
    contract,
    rows: compareRows(before.run.rows, after.run.rows),
    choices: compareChoices(one ?? new Map(), other ?? new Map()),
    drift: rateDrift(findDrift(before.shapes, after.shapes), contract),
    speed: compareSpeed(before.shapes, after.shapes),
    caveats: caveats(before, after),
  };
}

/** How many drifts of each rating there are, and whether anything changed at all. */
export function tally({ rows, choices, drift }: Comparison) {
  const of = (rating: RatedDrift['rating']) => drift.filter((one) => one.rating === rating).length;
  const [breaking, risk, harmless] = [of('breaking'), of('risk'), of('harmless')];
  const changes = rows.worse.length + rows.better.length + choices.length + drift.length;
  return { breaking, risk, harmless, changes };
}

/** The outcome of a comparison in one sentence. */
export function comparisonSentence(comparison: Comparison): string {
  const { rows } = comparison;
  const { breaking, risk, changes } = tally(comparison);
  const parts = [
    ...(rows.worse.length > 0 ? [`${plural(rows.worse.length, 'row')} got worse`] : []),
    ...(breaking > 0
      ? [`${plural(breaking, 'drift')} ${breaking === 1 ? 'breaks' : 'break'} a client of the interface`]
      : []),
  ];
  if (hasError(comparison)) return 'Rollcall itself went wrong in one of the runs; compare whole runs.';
  if (parts.length > 0) return `Don't deploy unseen: ${parts.join(', ')}.`;
  if (risk > 0)
    return `Nothing got worse; ${plural(risk, 'change')} can break clients that rely on what is left open.`;
  return changes > 0 ? 'Nothing got worse, and no change breaks a client.' : 'No difference was seen.';
}

/** The exit code: 1 when a row got worse or a drift breaks clients; with `strict` also when a drift is a risk. */
export function comparisonExit(comparison: Comparison, strict = false): number {
  const { breaking, risk } = tally(comparison);
  if (hasError(comparison)) return exits.suiteError;
  const isWorse = comparison.rows.worse.length + breaking + (strict ? risk : 0) > 0;
  return isWorse ? exits.violates : exits.ok;
}

function hasError({ before, after }: Comparison): boolean {
  return [before, after].some(({ run }) => verdictOf(run) === 'error');
}
