import { plan } from '../../harness/judging/plan.ts';
import type { Scope } from '../../reports/certificate/levels.ts';
import type { Contract } from '../../spec/contract.ts';
import { catalogue } from '../../tests/checks/index.ts';

/** What the catalogue knows of the rows of a contract, whatever their verdicts. */
export function scopeOf(contract: Contract): Scope {
  return {
    rows: plan(catalogue, contract).map(({ id, check, op }) => {
      const clause = contract.clause(check.clause);
      return {
        id,
        clause: check.clause,
        operation: op.id,
        required: clause.level === 'must',
        writes: check.access(op) === 'write',
        needsProfile: clause.needs.length + check.needs(op).length > 0,
        onWriting: op.writes,
      };
    }),
    fillable: (gap) => !(contract.gaps.get(gap)?.fill.startsWith('nothing') ?? true),
  };
}
