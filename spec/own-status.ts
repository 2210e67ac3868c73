import { isObject, type JsonSchema, textAt } from './tree.ts';

/** The clauses that say that an error holds the status of its own response. */
const ownStatusClauses: readonly (string | undefined)[] = [
  'errors.status-equals-http',
  'errors.problem-status',
];

/**
 * The schema of an answer with the `status` property of errors set to the status of the answer.
 *
 * A profile may use an error schema for another status, such as `BadRequest` for 422. The interface says that `status`
 * is the status of the response, so the number in the component is replaced. A schema that needs no change is returned
 * as the same object, because schemas that operations share are compiled once.
 */
export function withOwnStatus(schema: JsonSchema, status: number): JsonSchema {
  const changed = replaced(schema, status, false);
  return isObject(changed) ? changed : schema;
}

/** @param isStatus whether `x-clause` names one of these clauses at this node or above it */
function replaced(node: unknown, status: number, isStatus: boolean): unknown {
  if (Array.isArray(node)) {
    const items = node.map((item) => replaced(item, status, isStatus));
    return items.some((item, index) => item !== node[index]) ? items : node;
  }
  if (!isObject(node)) return node;
  const isHere = isStatus || ownStatusClauses.includes(textAt(node, 'x-clause'));
  const entries = Object.entries(node).map(([key, value]) => {
    return [key, isHere && key === 'const' ? status : replaced(value, status, isHere)] as const;
  });
  return entries.some(([key, value]) => value !== node[key]) ? Object.fromEntries(entries) : node;
}
