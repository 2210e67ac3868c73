import { query } from 'json-p3';
import { isObject, type JsonObject, textAt } from '../../../spec/tree.ts';
import type { Action } from '../description.ts';
import { type Document, openDocument } from './document.ts';

const annotations = ['description', 'title', 'summary'];

/** What actions say beyond a document that short words have filled: the part that only an overlay can say. */
export function restOf(actions: readonly Action[], worded: unknown): Action[] {
  const document = openDocument(worded);
  return actions.flatMap((action) => {
    const [node] = query(action.target, document.root as Parameters<typeof query>[1]).values();
    const update = beyond(action.update, node, document);
    return isObject(update) ? [{ ...action, update }] : [];
  });
}

/** The part of an update that a node does not have yet; `undefined` where it has all of it. */
function beyond(update: unknown, node: unknown, document: Document): unknown {
  if (node === undefined) return update;
  if (Array.isArray(update) && Array.isArray(node)) {
    const fresh = update.filter((item) => !node.some((known) => isSame(item, known, document)));
    return fresh.length > 0 ? fresh : undefined;
  }
  if (!isObject(update) || !isObject(node)) return isEqual(update, node) ? undefined : update;
  // The words refer to a component, which says what is there.
  if ('$ref' in node && !('$ref' in update)) return undefined;
  const entries = Object.entries(update).flatMap(([key, value]): [string, unknown][] => {
    if (annotations.includes(key) && key in node) return [];
    const rest = beyond(value, node[key], document);
    return rest === undefined ? [] : [[key, rest]];
  });
  return entries.length > 0 ? (Object.fromEntries(entries) as JsonObject) : undefined;
}

/** Whether two items of a list are the same: equal, or parameters of one name. */
function isSame(item: unknown, known: unknown, document: Document): boolean {
  const [one, other] = [item, known].map((each) => textAt(document.follow(each), 'name'));
  return isEqual(item, known) || (one !== undefined && one === other);
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
