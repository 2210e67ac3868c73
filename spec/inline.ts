import type { JsonObject } from './tree.ts';
import { isObject } from './tree.ts';

/** A `$ref` that cannot be resolved. `reference` is its text. */
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
 * Makes a function that replaces every `$ref` at a node and below it with the node that it refers to.
 *
 * Keywords beside a `$ref` override those of the target. The same reference always gives the same object, so a schema
 * that many operations share is compiled once.
 * @throws BrokenReference for a reference to nothing, out of the document, or to itself
 */
export function inliner(root: unknown): (node: unknown) => unknown {
  const resolved = new Map<string, unknown>();
  const resolving = new Set<string>();

  const resolve = (reference: string): unknown => {
    if (resolved.has(reference)) return resolved.get(reference);
    if (resolving.has(reference)) throw new BrokenReference(reference, 'refers to itself');
    resolving.add(reference);
    const value = inline(follow(root, reference));
    resolving.delete(reference);
    resolved.set(reference, value);
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
