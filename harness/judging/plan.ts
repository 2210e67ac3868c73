import type { Contract, Operation } from '../../spec/contract.ts';
import { type Check, rowId } from './check.ts';

/** One row that a run has to judge. */
export interface Planned {
  readonly id: string;
  readonly check: Check;
  readonly op: Operation;
  /** The chapter of the clause. */
  readonly chapter?: string;
}

/** Every row of a catalogue, ordered by check and then by operation, as the interface orders them. */
export function plan(catalogue: readonly Check[], contract: Contract): Planned[] {
  return catalogue.flatMap((check) =>
    contract.operations
      .filter((op) => contract.clauses.has(check.clause) && check.on(op, contract))
      .map((op) => ({ id: rowId(check, op), check, op, chapter: contract.clause(check.clause).chapter })),
  );
}

/**
 * Whether a pattern selects a row. A pattern is the id of a row, a check, a clause, an operation or a chapter, or the
 * beginning of an id up to a dot or a slash. `*` stands for any text.
 */
export function matches(row: Planned, pattern: string): boolean {
  const names = [row.id, row.check.id, row.check.clause, row.op.id, row.chapter ?? row.op.id];
  if (names.includes(pattern)) return true;
  const source = pattern.split('*').map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, String.raw`\$&`));
  const whole = new RegExp(`^${source.join('.*')}$`);
  return names.some(
    (name) => whole.test(name) || name.startsWith(`${pattern}.`) || name.startsWith(`${pattern}/`),
  );
}

/** The rows that any of the patterns selects; all rows when there are no patterns. */
export function select(rows: readonly Planned[], patterns: readonly string[]): Planned[] {
  return rows.filter((row) => patterns.length === 0 || patterns.some((pattern) => matches(row, pattern)));
}
