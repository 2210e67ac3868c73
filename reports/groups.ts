import type { Row } from '../harness/judging/row.ts';

/** Rows that failed for one cause: the same clause with the same expectation and the same outcome. */
export interface Failed {
  readonly clause: string;
  readonly expected: string;
  readonly actual: string;
  readonly rows: readonly [Row, ...Row[]];
}

/** Groups failed rows so that one cause is told once, in the order of the first row of each. */
export function groupFailures(rows: readonly Row[]): Failed[] {
  const failed = rows.filter(({ verdict }) => verdict === 'fail');
  const groups = groupBy(failed, ({ clause, expected, actual }) =>
    JSON.stringify([clause, expected, actual]),
  );
  return groups.map(([, members]) => {
    const [{ clause, expected = '', actual = '' }] = members;
    return { clause, expected, actual, rows: members };
  });
}

/** Rows that ended for the same reason. */
export interface Reasoned {
  /** The reason, with `…` where the rows name different things. */
  readonly reason: string;
  /** What the rows name in the reason, without repetition; empty when they all say the same. */
  readonly names: readonly string[];
  readonly rows: readonly [Row, ...Row[]];
}

const quoted = /`([^`]+)`/g;

/** Groups rows by reason, reasons apart only in names of things together; the largest group first. */
export function groupReasons(rows: readonly Row[]): Reasoned[] {
  const groups = groupBy(rows, (row) => patternOf(row).replaceAll(quoted, '`…`'));
  return groups
    .map(([pattern, members]): Reasoned => {
      const [first] = members;
      if (members.every(({ reason }) => reason === first.reason)) {
        return { reason: first.reason, names: [], rows: members };
      }
      const reasons = members.map(patternOf);
      if (reasons.every((reason) => reason === reasons[0])) {
        return { reason: reasons[0] ?? pattern, names: [], rows: members };
      }
      const names = reasons.flatMap((reason) => [...reason.matchAll(quoted)].map(([, name]) => name ?? ''));
      return { reason: pattern, names: [...new Set(names)], rows: members };
    })
    .sort((a, b) => b.rows.length - a.rows.length);
}

/** The reason of a row, told of any operation. */
function patternOf({ reason, operation }: Row): string {
  return operation === '' ? reason : reason.replaceAll(operation, 'the operation');
}

function groupBy(rows: readonly Row[], keyOf: (row: Row) => string): [string, [Row, ...Row[]]][] {
  const groups = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return [...groups];
}
