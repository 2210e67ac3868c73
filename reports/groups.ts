import type { Row } from '../harness/judging/row.ts';

/** Failed rows with one cause: they have the same clause, the same expectation and the same outcome. */
export interface FailureGroup {
  readonly clause: string;
  readonly expected: string;
  readonly actual: string;
  readonly rows: readonly [Row, ...Row[]];
}

/** Groups failed rows by cause, in the order of the first row of each group. */
export function groupFailures(rows: readonly Row[]): FailureGroup[] {
  const failed = rows.filter(({ verdict }) => verdict === 'fail');
  const groups = groupBy(failed, ({ clause, expected, actual }) =>
    JSON.stringify([clause, expected, actual]),
  );
  return groups.map(([, members]) => {
    const [{ clause, expected = '', actual = '' }] = members;
    return { clause, expected, actual, rows: members };
  });
}

/** Rows with the same reason for their verdict. */
export interface ReasonGroup {
  /** The reason, with `…` where the rows name different things. */
  readonly reason: string;
  /** The different things that the rows name in their reasons, once each; empty when all reasons are the same. */
  readonly names: readonly string[];
  readonly rows: readonly [Row, ...Row[]];
}

const quoted = /`([^`]+)`/g;

/** Groups rows by reason, the largest group first. Reasons that differ only in the names in backticks are one group. */
export function groupReasons(rows: readonly Row[]): ReasonGroup[] {
  const groups = groupBy(rows, (row) => patternOf(row).replaceAll(quoted, '`…`'));
  const shown = groups.map(([pattern, members]): ReasonGroup => {
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
  });
  return joined(shown).sort((a, b) => b.rows.length - a.rows.length);
}

/** Groups that would be shown with the same words are one: a row may name the operation of another row. */
function joined(groups: readonly ReasonGroup[]): ReasonGroup[] {
  const byWords = new Map<string, ReasonGroup>();
  for (const group of groups) {
    const other = byWords.get(group.reason);
    byWords.set(
      group.reason,
      other === undefined
        ? group
        : {
            ...group,
            names: [...new Set([...other.names, ...group.names])],
            rows: [...other.rows, ...group.rows],
          },
    );
  }
  return [...byWords.values()];
}

/** The reason of a row with its operation replaced, so that the rows of other operations have the same pattern. */
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
