import type { Row } from '../../harness/judging/row.ts';
import type { Shapes } from '../../harness/privacy/shapes.ts';
import { loadContract } from '../../spec/contract.ts';
import type { Book, BookClause } from '../book.ts';
import { choicesOf, compareChoices } from '../comparison/choices.ts';
import { findDrift } from '../comparison/drift.ts';
import { isStatedLiteral } from '../comparison/rate.ts';
import { resourceName } from '../comparison/resource.ts';
import { type Pin, pinnedChoices, pinnedShapes } from './pin.ts';

/** The clauses of a pin. They are not of the interface: a pin holds a target to what it was. */
const clauses = {
  'pin.choices': 'The target takes each choice that the interface leaves as it did when it was pinned.',
  'pin.shapes': 'Each answer has the shape that it had when the target was pinned.',
} as const;

/** A row that holds a run to its pin. */
export interface PinRow {
  readonly id: string;
  readonly clause: keyof typeof clauses;
  readonly operation: string;
  readonly statement: string;
}

/** The rows of a pin: one for the shapes of each operation, and one for its choices. */
export function pinRows(pin: Pin, only: readonly string[]): PinRow[] {
  const operations = {
    'pin.shapes': new Set(Object.keys(pin.shapes).map((key) => key.split(' ')[0] ?? '')),
    'pin.choices': new Set(Object.values(pin.choices).flatMap((ways) => Object.keys(ways))),
  };
  const all = (['pin.choices', 'pin.shapes'] as const).flatMap((clause) =>
    [...operations[clause]].sort().map((operation) => ({
      id: `${clause} @ ${operation}`,
      clause,
      operation,
      statement: clauses[clause],
    })),
  );
  return all.filter(
    ({ id, clause, operation }) =>
      only.length === 0 || only.some((one) => [id, clause, operation, 'pin'].includes(one)),
  );
}

/** Holds what a run saw to its pin. */
export function judgePin(
  { id, clause, operation }: PinRow,
  pin: Pin,
  rows: readonly Row[],
  shapes: Shapes,
): Row {
  const base = { id, clause, check: clause, operation, requests: 0 };
  const own = shapes.filter((answer) => answer.operation === operation);
  const found =
    clause === 'pin.shapes' ? shapeChanges(pin, operation, own) : choiceChanges(pin, operation, rows, own);
  if (found === undefined) {
    const reason = `needs an answer of ${operation} such as the pin has`;
    return { ...base, verdict: 'inconclusive', blame: 'world', reason };
  }
  if (found.length === 0) return { ...base, verdict: 'pass', reason: '' };
  const expected = found.map(({ what, before }) => `${what}: ${before}`).join('; ');
  const actual = found.map(({ what, after }) => `${what}: ${after}`).join('; ');
  const reason = `expected ${expected}, got ${actual}`;
  return { ...base, verdict: 'fail', blame: 'target', reason, expected, actual };
}

interface Change {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/** What differs from the pinned shapes; undefined where the run saw none of the answers. */
function shapeChanges(pin: Pin, operation: string, own: Shapes): Change[] | undefined {
  const pinned = pinnedShapes(pin).filter((answer) => answer.operation === operation);
  const seen = own.some(({ status }) => pinned.some((one) => one.status === status));
  if (!seen) return undefined;
  const contract = loadContract();
  const drift = findDrift(pinned, own).filter((one) => !isStatedLiteral(one, contract));
  return drift.map(({ kind, status, place, before, after }) => ({
    what:
      kind === 'status' ? 'the success' : `${resourceName(contract, operation, status, place)} (${status})`,
    before,
    after,
  }));
}

/** What differs from the pinned choices; undefined where the run saw none of them. */
function choiceChanges(pin: Pin, operation: string, rows: readonly Row[], own: Shapes): Change[] | undefined {
  const taken = choicesOf(
    rows.filter((row) => row.operation === operation),
    own,
  );
  const pinned = pinnedChoices(pin);
  const seen = [...taken].some(([choice, ways]) => ways.has(operation) && pinned.get(choice)?.has(operation));
  if (!seen) return undefined;
  return compareChoices(pinned, taken)
    .filter(({ operations }) => operations.includes(operation))
    .map(({ choice, before, after }) => ({ what: choice, before, after }));
}

/** A book with the clauses of a pin, as the last chapter. */
export function bookWithPin(book: Book): Book {
  const own = Object.entries(clauses).map(([id, statement]): [string, BookClause] => [
    id,
    { chapter: 'pin', level: 'must', statement, rests: [] },
  ]);
  return {
    chapters: [...book.chapters, { id: 'pin', title: 'Pin' }],
    operations: book.operations,
    passages: book.passages,
    clauses: new Map([...book.clauses, ...own]),
  };
}
