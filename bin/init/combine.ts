import { isObject, type JsonObject } from '../../spec/tree.ts';
import type { Action } from './description.ts';

/** One action for each target: what the first list says counts, and the others add what it leaves out. */
export function combine(...lists: readonly (readonly Action[])[]): Action[] {
  const actions = new Map<string, Action>();
  for (const action of lists.flat()) {
    const known = actions.get(action.target);
    actions.set(action.target, known === undefined ? action : joined(known, action));
  }
  return [...actions.values()];
}

/** A list stands as the first has it: to join two would say things that neither says. */
function joined(first: Action, second: Action): Action {
  if (first.asleep !== undefined || second.asleep !== undefined)
    return first.asleep === undefined ? first : second;
  return { ...second, ...first, update: merged(first.update, second.update) };
}

function merged(first: JsonObject, second: JsonObject): JsonObject {
  const entries = Object.entries(second).map(([key, value]) => {
    const own = first[key];
    return [key, isObject(own) && isObject(value) && !('$ref' in own) ? merged(own, value) : (own ?? value)];
  });
  return { ...first, ...Object.fromEntries(entries) };
}
