import picomatch from 'picomatch';
import type { Contract, Operation } from '../../spec/contract.ts';
import type { Settings } from '../run/settings.ts';
import { type Check, rowId } from './check.ts';
import { whyNotApplicable } from './judge.ts';

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
 * An id is not a path. `*` stands for any text, slashes and dots included. A leading `!` or `./` has no special
 * meaning.
 */
const anyText = { bash: true, dot: true, nonegate: true, strictSlashes: true };
const compiled = new Map<string, (id: string) => boolean>();

function meaningOf(pattern: string): (id: string) => boolean {
  if (pattern === '') return () => false;
  const beginnings = pattern.includes('*') ? [] : [`${pattern}.*`, `${pattern}/*`];
  const meaning = compiled.get(pattern) ?? picomatch([pattern, ...beginnings], anyText);
  compiled.set(pattern, meaning);
  return meaning;
}

/**
 * Whether a pattern selects a row. A pattern is the id of a row, a check, a clause, an operation or a chapter, or the
 * beginning of an id up to a dot or a slash. `*` stands for any text, and `{users,classes}` for either.
 */
export function matches(row: Planned, pattern: string): boolean {
  const names = [row.id, row.check.id, row.check.clause, row.op.id, row.chapter ?? row.op.id];
  if (names.includes(pattern)) return true;
  const isMeant = meaningOf(pattern);
  return names.some((name) => isMeant(name));
}

/** The rows that any of the patterns selects; all rows when there are no patterns. */
export function select(rows: readonly Planned[], patterns: readonly string[]): Planned[] {
  return rows.filter((row) => patterns.length === 0 || patterns.some((pattern) => matches(row, pattern)));
}

/**
 * Whether a run of these rows judges the row with an id: it is among them, and applicable. Found out when first asked.
 */
export function judgesAmong(
  rows: () => readonly Planned[],
  contract: Contract,
  settings: Settings,
): (row: string) => boolean {
  let judged: ReadonlySet<string> | undefined;
  return (row) => {
    judged ??= new Set(
      rows()
        .filter(({ check, op }) => whyNotApplicable(check, op, contract, settings) === undefined)
        .map(({ id }) => id),
    );
    return judged.has(row);
  };
}
