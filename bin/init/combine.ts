import { isObject, type JsonObject } from '../../spec/tree.ts';
import type { Action } from './description.ts';

/** Combines lists of actions into one action for each target. An earlier list takes precedence over a later one. */
export function combine(...lists: readonly (readonly Action[])[]): Action[] {
  const actions = new Map<string, Action>();
  for (const action of lists.flat()) {
    const known = actions.get(action.target);
    actions.set(action.target, known === undefined ? action : joined(known, action));
  }
  return [...actions.values()];
}

/** Joins two actions of one target. An array is taken from the first action, because neither states a joined array. */
function joined(first: Action, second: Action): Action {
  if (first.inactive !== undefined || second.inactive !== undefined)
    return first.inactive === undefined ? first : second;
  return { ...second, ...first, update: merged(first.update, second.update) };
}

function merged(first: JsonObject, second: JsonObject): JsonObject {
  const entries = Object.entries(second).map(([key, value]) => {
    const own = first[key];
    return [key, isObject(own) && isObject(value) && !('$ref' in own) ? merged(own, value) : (own ?? value)];
  });
  return { ...first, ...Object.fromEntries(entries) };
}
