import type { Row } from '../../harness/judging/row.ts';
import { type Verdict, verdicts } from '../../harness/judging/verdict.ts';
import type { Run } from '../report.ts';

/** One row over all runs of a certification: the worst of its verdicts, with the reason that came with it. */
export interface JudgedRow {
  readonly id: string;
  readonly clause: string;
  readonly check: string;
  readonly operation: string;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly cause?: NonNullable<Row['cause']>;
  readonly because?: string;
  /** Requests of all runs. */
  readonly requests: number;
  /** The verdict of each seed; left out where all seeds agree. */
  readonly seeds?: Readonly<Record<string, Verdict>>;
}

/** Combines the rows of several runs, in the order of the first one. A row has the worst verdict of any seed. */
export function combine(runs: readonly Run[]): JudgedRow[] {
  const rows = new Map<string, { readonly seed: number; readonly row: Row }[]>();
  for (const { header, rows: judged } of runs)
    for (const row of judged) {
      const known = rows.get(row.id);
      if (known) known.push({ seed: header.run.seed, row });
      else rows.set(row.id, [{ seed: header.run.seed, row }]);
    }
  return [...rows.values()].flatMap((all) => combined(all) ?? []);
}

function combined(all: readonly { readonly seed: number; readonly row: Row }[]): JudgedRow | undefined {
  const [worst] = all.map(({ row }) => row).sort((a, b) => rank(a) - rank(b));
  if (worst === undefined) return undefined;
  const { id, clause, check, operation, verdict, reason, cause, because } = worst;
  const differ = all.some(({ row }) => row.verdict !== verdict);
  return {
    id,
    clause,
    check,
    operation,
    verdict,
    reason,
    ...(cause === undefined ? {} : { cause }),
    ...(because === undefined ? {} : { because }),
    requests: all.reduce((sum, { row }) => sum + row.requests, 0),
    ...(differ ? { seeds: Object.fromEntries(all.map(({ seed, row }) => [seed, row.verdict])) } : {}),
  };
}

function rank({ verdict }: Row): number {
  return verdicts.indexOf(verdict);
}
