import { plan } from '../harness/judging/plan.ts';
import type { Clause } from '../spec/contract.ts';
import { catalogue as checks } from '../tests/checks/index.ts';
import { type ContractChoice, contract } from './contract.ts';

/** One check of the catalogue, with the clause that it judges. */
export interface CatalogueEntry {
  /** The id of the check: that of its clause, or `clause/aspect`. */
  readonly id: string;
  readonly clause: Clause;
  /** The ids of the rows, one an operation: `ID @ OPERATION`. */
  readonly rows: readonly string[];
  /** File and line of the check, as paths in the project's repository; left out where the source is not at hand. */
  readonly source?: string;
}

/**
 * Every check in the order of the interface, with its rows under one contract.
 *
 * @throws ConfigurationError or ContractError for a profile or a version that can't be used
 */
export function catalogue(choice: ContractChoice = {}): readonly CatalogueEntry[] {
  const used = contract(choice);
  return checks.flatMap((one) => {
    const { id, clause, source } = one;
    const ids = plan([one], used).map((row) => row.id);
    if (ids.length === 0) return [];
    return { id, clause: used.clause(clause), rows: ids, ...(source === undefined ? {} : { source }) };
  });
}
