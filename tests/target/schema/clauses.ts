import type { Contract, Operation } from '../../../spec/contract.ts';

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
