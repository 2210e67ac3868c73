import type { Contract, Operation } from '../../../spec/contract.ts';

/** The clause by which an answer is judged that only a profile shows, where its schema names none. */
export const shownByProfile = 'named-only.answer-shape';

/** The clause of the one duration that the interface has. */
export const durationClause = 'result.duration';

/** The clauses of fields whose place the interface does not show: an overlay says where they stand. */
const placedByOverlays = [
  'session.session-id',
  'session.status',
  'session.start-date',
  'session.end-date',
  'session.user',
  'session.test',
  'session-test.test-id',
  'session-test.test-version-id',
  'result.calculated-date',
  'result.level',
  durationClause,
];

/** Every clause that a schema of a contract names, or may name with an overlay. */
export function schemaClauses(contract: Contract): readonly string[] {
  const named = contract.operations.flatMap((op) => [...clausesOf(contract, op)]);
  return [...new Set([...named, ...placedByOverlays])];
}

/** The clauses that the schemas of an operation name; remembered, because each check asks on each operation. */
export function clausesOf(contract: Contract, op: Operation): ReadonlySet<string> {
  const known = remembered.get(contract) ?? new Map<string, ReadonlySet<string>>();
  remembered.set(contract, known);
  // Where the success status is not shown, each 2xx is judged alike.
  const statuses = op.success === undefined ? [...op.statuses, 200] : op.statuses;
  const clauses = known.get(op.id) ?? new Set(statuses.flatMap((status) => namedIn(contract, op, status)));
  known.set(op.id, clauses);
  return clauses;
}

const remembered = new WeakMap<Contract, Map<string, ReadonlySet<string>>>();

/** A 204 has no body to judge, and errors have clauses of their own beside that of the answer to a success. */
function namedIn(contract: Contract, op: Operation, status: number): string[] {
  if (status === 204) return [];
  const clauses = contract.judges(op.id, status).map(({ clause }) => clause);
  return status < 400 ? clauses : clauses.filter((clause) => clause !== op.answerClause);
}
