import type { JsonObject } from './tree.ts';
import { isObject } from './tree.ts';

/** A reference that cannot be followed; `reference` is its text. */
export class BrokenReference extends Error {
  override readonly name = 'BrokenReference';
  readonly reference: string;
  constructor(reference: string, what: string) {
    super(what);
    this.reference = reference;
  }
}

function follow(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#/')) throw new BrokenReference(reference, 'points outside the document');
  let node = root;
  for (const step of reference.slice(2).split('/')) {
    node = isObject(node) ? node[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  }
  if (node === undefined) throw new BrokenReference(reference, 'points to nothing');
  return node;
}

/**
 * Returns a function that replaces every `$ref` below a node by what it refers to.
 *
 * Keywords beside a `$ref` are laid over the target (in this contract they only annotate). The same reference
 * gives the same object every time, so a schema that forty operations share is compiled once.
 * @throws BrokenReference for a reference to nothing, out of the document, or to itself
 */
export function inliner(root: unknown): (node: unknown) => unknown {
  const done = new Map<string, unknown>();
  const under = new Set<string>();

  const resolve = (reference: string): unknown => {
    if (done.has(reference)) return done.get(reference);
    if (under.has(reference)) throw new BrokenReference(reference, 'refers to itself');
    under.add(reference);
    const value = inline(follow(root, reference));
    under.delete(reference);
    done.set(reference, value);
    return value;
  };
  const inlineObject = (node: JsonObject): unknown => {
    const { $ref: reference, ...beside } = node;
    const below = Object.fromEntries(Object.entries(beside).map(([key, value]) => [key, inline(value)]));
    if (typeof reference !== 'string') return reference === undefined ? below : { $ref: reference, ...below };
    const target = resolve(reference);
    return Object.keys(below).length === 0 || !isObject(target) ? target : { ...target, ...below };
  };
  const inline = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(inline);
    return isObject(node) ? inlineObject(node) : node;
  };
  return inline;
}
