import type { Row } from '../../harness/judging/row.ts';
import type { Verdict } from '../../harness/judging/verdict.ts';

/** A row whose verdict changed. */
export interface ChangedRow {
  readonly id: string;
  readonly clause: string;
  readonly operation: string;
  readonly before: Verdict;
  readonly after: Verdict;
  /** The reason for the verdict that is worth telling: the failure's, or that of what is no longer judged. */
  readonly reason: string;
}

/** How the rows of two runs differ. */
export interface RowChanges {
  /** Rows that fail now and did not before. */
  readonly worse: readonly ChangedRow[];
  /** Rows that failed before and pass now. */
  readonly better: readonly ChangedRow[];
  /** Rows that were judged before and are not now. */
  readonly lost: readonly ChangedRow[];
  /** Rows that are judged now and were not before, and pass. */
  readonly gained: readonly ChangedRow[];
  /** Rows that fail on both sides. */
  readonly still: readonly Row[];
  /** How many rows stand on both sides, and how many on one alone. */
  readonly counts: { readonly both: number; readonly before: number; readonly after: number };
}

const judged: readonly Verdict[] = ['pass', 'fail'];

/** Compares the verdicts of two runs, row by row. */
export function compareRows(before: readonly Row[], after: readonly Row[]): RowChanges {
  const old = new Map(before.map((row) => [row.id, row]));
  const pairs = after.flatMap((row) => {
    const was = old.get(row.id);
    return was === undefined ? [] : [{ was, is: row }];
  });
  const changed = (meant: (was: Verdict, is: Verdict) => boolean): ChangedRow[] =>
    pairs
      .filter(({ was, is }) => was.verdict !== is.verdict && meant(was.verdict, is.verdict))
      .map(({ was, is }) => ({
        id: is.id,
        clause: is.clause,
        operation: is.operation,
        before: was.verdict,
        after: is.verdict,
        reason: is.verdict === 'pass' ? was.reason : is.reason,
      }));
  return {
    worse: changed((_, is) => is === 'fail'),
    better: changed((was, is) => was === 'fail' && is === 'pass'),
    lost: changed((was, is) => judged.includes(was) && !judged.includes(is)),
    gained: changed((was, is) => !judged.includes(was) && is === 'pass'),
    still: pairs.filter(({ was, is }) => was.verdict === 'fail' && is.verdict === 'fail').map(({ is }) => is),
    counts: { both: pairs.length, before: before.length - pairs.length, after: after.length - pairs.length },
  };
}
