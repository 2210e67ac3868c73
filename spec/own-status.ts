import { isObject, type JsonSchema, textAt } from './tree.ts';

/** The clauses that say that an error carries the status of its own response. */
const ofOwnStatus: readonly (string | undefined)[] = ['errors.status-equals-http', 'errors.problem-status'];

/**
 * The schema of an answer that has this status, where an error names it.
 *
 * A profile may lend an operation an error of another status (422 that looks like `BadRequest`): the interface says
 * that `status` is the status of the response, so the number is the response's and never that of the component. A
 * schema that needs no change is given back as it is, for schemas that are shared are compiled once.
 */
export function withOwnStatus(schema: JsonSchema, status: number): JsonSchema {
  const changed = replaced(schema, status, false);
  return isObject(changed) ? changed : schema;
}

/** @param named whether a clause about the status stands at this node or above it */
function replaced(node: unknown, status: number, named: boolean): unknown {
  if (Array.isArray(node)) {
    const items = node.map((item) => replaced(item, status, named));
    return items.some((item, index) => item !== node[index]) ? items : node;
  }
  if (!isObject(node)) return node;
  const names = named || ofOwnStatus.includes(textAt(node, 'x-clause'));
  const entries = Object.entries(node).map(([key, value]) => {
    return [key, names && key === 'const' ? status : replaced(value, status, names)] as const;
  });
  return entries.some(([key, value]) => value !== node[key]) ? Object.fromEntries(entries) : node;
}
