import type { Check } from '../harness/judging/check.ts';
import { ConfigurationError } from '../harness/judging/outcome.ts';
import type { Clause, Contract } from '../spec/contract.ts';
import { suggest } from '../spec/nearest.ts';
import { catalogue } from '../tests/checks/index.ts';

/** A clause of your own: a promise of your server beyond those of the interface. */
export interface ClauseDraft {
  /** Words and dots, of which the first is yours: `acme.list-classes.newest-first`. */
  readonly id: string;
  /** What holds, as one sentence. */
  readonly statement: string;
  /** The chapter of the interface that it belongs to, such as `classes`; `conventions` when left out. */
  readonly chapter?: string | undefined;
  /** The operationIds that it is about; none when left out. */
  readonly operations?: readonly string[] | undefined;
}

/**
 * The contract with clauses of somebody's own.
 *
 * @throws ConfigurationError for an id that is taken, or a chapter or an operation that there is not
 */
export function withClauses(contract: Contract, drafts: readonly ClauseDraft[]): Contract {
  if (drafts.length === 0) return contract;
  const clauses = new Map(contract.clauses);
  for (const draft of drafts) {
    if (clauses.has(draft.id))
      throw new ConfigurationError(
        `there is a clause ${draft.id} already; begin its id with a word of your own`,
      );
    clauses.set(draft.id, clauseOf(draft, contract));
  }
  return {
    ...contract,
    clauses,
    clause: (id) => clauses.get(id) ?? contract.clause(id),
  };
}

function clauseOf(
  { id, statement, chapter = 'conventions', operations = [] }: ClauseDraft,
  contract: Contract,
): Clause {
  if (!/^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+$/.test(id))
    throw new ConfigurationError(
      `${id} is no id of a clause: lower-case words and digits, joined by - and .`,
    );
  const chapters = contract.chapters.map((one) => one.id);
  if (!chapters.includes(chapter))
    throw new ConfigurationError(
      `the clause ${id} stands in no chapter ${chapter}; ${suggest(chapter, chapters, `it is one of ${chapters.join(', ')}`)}`,
    );
  for (const operation of operations) contract.operation(operation);
  return { id, chapter, level: 'must', statement, rests: [], operations, needs: [] };
}

/**
 * Refuses checks of somebody's own that can't be told from ours, or that judge nothing.
 *
 * @throws ConfigurationError that names the check
 */
export function refuseOwnChecks(checks: readonly Check[], contract: Contract): void {
  const taken = new Set(catalogue.map(({ id }) => id));
  for (const check of checks) {
    if (taken.has(check.id))
      throw new ConfigurationError(
        `there is a check ${check.id} already; give yours another aspect: ${check.clause}/yours`,
      );
    taken.add(check.id);
    if (!contract.clauses.has(check.clause))
      throw new ConfigurationError(
        `the check ${check.id} judges no clause; ${suggest(check.clause, contract.clauses.keys(), `name ${check.clause} among the clauses`)}`,
      );
    if (!contract.operations.some((op) => check.on(op, contract)))
      throw new ConfigurationError(
        `the check ${check.id} is on no operation; see the ids in the contract's operations`,
      );
  }
}
