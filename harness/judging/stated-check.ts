import { type Check, type CheckDraft, check, clauseOf } from './check.ts';

/** Makes a check on the operations that its clause names. */
export function statedCheck(id: string, draft: Omit<CheckDraft, 'on'>): Check {
  return check(id, {
    ...draft,
    on: (op, contract) => contract.clause(clauseOf(id)).operations.includes(op.id),
  });
}
