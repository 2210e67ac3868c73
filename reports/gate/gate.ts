import type { Row } from '../../harness/judging/row.ts';
import { exits, type RunVerdict } from '../../harness/judging/verdict.ts';
import { type Run, verdictOf } from '../report.ts';
import { type Baseline, type KnownFailure, unexplained } from './baseline.ts';

/** A row of the baseline, with the row of the run that it is about; `undefined` where the run did not judge it. */
export interface Listed {
  readonly entry: KnownFailure;
  readonly row: Row | undefined;
}

/** What a gate found. The first five lists and a run that went wrong keep it shut. */
export interface GateResult {
  /** The baseline as its caller named it. */
  readonly baseline: string;
  readonly run: Run;
  readonly verdict: RunVerdict;
  /** Failures that no line of the baseline names. */
  readonly added: readonly Row[];
  /** Lines whose row passes. */
  readonly stale: readonly Listed[];
  /** Lines past their day, whose row still fails. */
  readonly expired: readonly Listed[];
  /** Lines that `--update` wrote and nobody has explained yet. */
  readonly unexplained: readonly Listed[];
  /** With `--strict`: rows that could not be established, and that no line names. */
  readonly open: readonly Row[];
  /** Lines in force. */
  readonly accepted: readonly Listed[];
  /** Lines whose row this run did not judge, or could not. */
  readonly unjudged: readonly Listed[];
}

/** Holds a run against a baseline, as of a day (`YYYY-MM-DD`). */
export function judgeGate(
  run: Run,
  { name, entries }: { readonly name: string; readonly entries: Baseline },
  { day, strict }: { readonly day: string; readonly strict: boolean },
): GateResult {
  const rows = new Map(run.rows.map((row) => [row.id, row]));
  const named = new Set(entries.map(({ row }) => row));
  const listed = entries.map((entry): Listed => ({ entry, row: rows.get(entry.row) }));
  const failing = listed.filter(({ row }) => row?.verdict === 'fail');
  const isExpired = ({ entry }: Listed) => entry.expires < day;
  const isUnexplained = ({ entry }: Listed) =>
    entry.reason.startsWith(unexplained) || entry.owner.startsWith(unexplained);
  return {
    baseline: name,
    run,
    verdict: verdictOf(run),
    added: run.rows.filter(({ id, verdict }) => verdict === 'fail' && !named.has(id)),
    stale: listed.filter(({ row }) => row?.verdict === 'pass'),
    expired: failing.filter(isExpired),
    unexplained: failing.filter((one) => isUnexplained(one) && !isExpired(one)),
    open: strict ? run.rows.filter(({ id, verdict }) => verdict === 'inconclusive' && !named.has(id)) : [],
    accepted: failing.filter((one) => !isExpired(one) && !isUnexplained(one)),
    unjudged: listed.filter(({ row }) => row?.verdict !== 'fail' && row?.verdict !== 'pass'),
  };
}

/** The exit code of a gate: that of a run, in which an accepted failure is none. */
export function gateExit(result: GateResult): number {
  if (result.verdict === 'error') return exits.suiteError;
  const { added, stale, expired, unexplained, open, run } = result;
  const shut = [added, stale, expired, unexplained, open].some((list) => list.length > 0);
  return shut || run.footer.counts.pass === 0 ? exits.violates : exits.ok;
}
