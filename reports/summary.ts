import type { Row } from '../harness/judging/row.ts';
import type { Counts, RunVerdict } from '../harness/judging/verdict.ts';
import { type Header, type Report, type Scope, scopeOf, verdictOf } from './report.ts';

/** The contents of `summary.json`, which scripts read. Keys are never renamed or removed. */
export interface Summary {
  readonly tool: Header['tool'];
  readonly interface: string;
  readonly target: Pick<Header['target'], 'origin' | 'basePath' | 'profile'>;
  readonly run: {
    readonly seed: number;
    readonly effort: string;
    readonly write: boolean;
    readonly startedAt: string;
    readonly finishedAt: string;
    readonly durationMs: number;
    readonly requests: number;
  };
  readonly verdict: RunVerdict;
  /** What the verdict stands for. */
  readonly scope: Scope;
  readonly counts: Counts;
  readonly rows: readonly SummaryRow[];
}

/** One row in `summary.json`. */
export type SummaryRow = Pick<
  Row,
  'id' | 'clause' | 'check' | 'operation' | 'source' | 'verdict' | 'reason' | 'requests'
>;

/** Makes the summary of a run, with its rows in the order of the plan. */
export function summarize(report: Report): Summary {
  const { header, rows, footer } = report;
  const { origin, basePath, profile } = header.target;
  const { finishedAt, durationMs, requests } = footer;
  return {
    tool: header.tool,
    interface: header.interface,
    target: { origin, basePath, profile },
    run: { ...header.run, finishedAt, durationMs, requests },
    verdict: verdictOf(report),
    scope: scopeOf(report),
    counts: footer.counts,
    rows: rows.map(({ id, clause, check, operation, source, verdict, reason, requests }) => ({
      id,
      clause,
      check,
      operation,
      ...(source === undefined ? {} : { source }),
      verdict,
      reason,
      requests,
    })),
  };
}
