import { type Check, check } from '../../harness/check.ts';
import { Failure } from '../../harness/outcome.ts';
import type { Scene } from '../../harness/scene.ts';
import type { Contract, Operation } from '../../spec/contract.ts';
import { plain } from './given.ts';

/**
 * One check for each clause that a schema of the contract names. Every answer of the run has been judged by
 * its schema on the way in; these checks come last and say, clause by clause, what was seen.
 */
export function schemaChecks(contract: Contract): Check[] {
  const clauses = new Set(contract.operations.flatMap((op) => [...clausesOf(contract, op)]));
  return [...clauses].map((clause) =>
    check(`${clause}/schema`, {
      access: (op) => (op.writes ? 'write' : 'read'),
      on: (op, current) => clausesOf(current, op).has(clause),
      sends: 'nothing of its own: it looks at every answer that any check of the run received',
      accepts: 'answers whose part that the clause is about has the stated form wherever it occurs',
      run: (scene) => judgeSightings(scene, clause),
    }),
  );
}

async function judgeSightings(scene: Scene, clause: string): Promise<void> {
  const { op, must, need, sighting } = scene;
  if (!sighting(clause).seen && !op.writes) await plain(scene, op);
  const { seen, violation } = sighting(clause);
  if (violation) {
    const { expected, got, pointer } = violation.violation;
    throw new Failure(`${expected} at ${pointer || 'the body'}`, got, [], violation.evidence);
  }
  need(seen, 'an answer that holds the part that this clause is about');
  must.hold(seen, { expected: 'the stated form', actual: 'another' });
}

/** The clauses that the schemas of an operation name; remembered, for every check asks on every operation. */
function clausesOf(contract: Contract, op: Operation): ReadonlySet<string> {
  const known = remembered.get(contract) ?? new Map<string, ReadonlySet<string>>();
  remembered.set(contract, known);
  const clauses =
    known.get(op.id) ??
    new Set(op.statuses.flatMap((status) => contract.judges(op.id, status).map(({ clause }) => clause)));
  known.set(op.id, clauses);
  return clauses;
}

const remembered = new WeakMap<Contract, Map<string, ReadonlySet<string>>>();
