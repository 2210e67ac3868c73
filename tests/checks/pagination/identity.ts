import type { Scene } from '../../../harness/scene.ts';
import type { Operation } from '../../../spec/contract.ts';
import { type Json, text } from '../body.ts';

/** The identifier of the items of each list, where the interface names it. */
const identifiers: Readonly<Record<string, string>> = {
  listClasses: 'classId',
  listCohorts: 'cohortId',
  listUsers: 'userId',
  searchUsers: 'userId',
};

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * What tells the items of a list apart. The interface promises a session a unique identifier without naming its
 * field; where the profile doesn't name it either, it is the one field whose values are unlike UUIDs throughout.
 *
 * @throws Inconclusive where nothing does.
 */
export function identifier(scene: Scene, op: Operation, items: readonly Json[]): string {
  const named = identifiers[op.id] ?? fieldOf(scene, op, 'session.session-id');
  if (named !== undefined) return named;
  const [first = {}] = items;
  const unlike = (field: string) =>
    items.every((item) => uuid.test(text(item[field]) ?? '')) &&
    new Set(items.map((item) => item[field])).size === items.length;
  return scene.need(Object.keys(first).find(unlike), `a field that tells the items of ${op.id} apart`);
}

/** The top-level field of a list's items that a clause is about, as the contract and the profile have it. */
function fieldOf({ contract }: Scene, op: Operation, clause: string): string | undefined {
  const { pointer } = contract.judges(op.id, 200).find((judged) => judged.clause === clause) ?? {};
  return /^\/data\/\*\/([^/]+)$/.exec(pointer ?? '')?.[1];
}
