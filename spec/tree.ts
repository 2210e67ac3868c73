/** A JSON object with unknown values. */
export type JsonObject = { readonly [key: string]: unknown };

/** A JSON Schema (2020-12) with every reference replaced by what it refers to. */
export type JsonSchema = JsonObject;

/** Whether a value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object at a key; an empty object where there is none. */
export function objectAt(node: unknown, key: string): JsonObject {
  const value = isObject(node) ? node[key] : undefined;
  return isObject(value) ? value : {};
}

/** The array at a key; an empty array where there is none. */
export function arrayAt(node: unknown, key: string): readonly unknown[] {
  const value = isObject(node) ? node[key] : undefined;
  return Array.isArray(value) ? value : [];
}

/** The text at a key; undefined where there is none. */
export function textAt(node: unknown, key: string): string | undefined {
  const value = isObject(node) ? node[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Escapes one step of a JSON Pointer (RFC 6901). */
export function escapeStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Replaces every array index in a JSON Pointer by `*`. All items of a list then have the same pointer. */
export function collapseIndices(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}

/** The path from a node to the first key or value below it that equals `sought`; undefined where there is none. */
export function pathTo(node: unknown, sought: unknown): readonly (string | number)[] | undefined {
  if (node === sought) return [];
  if (typeof node !== 'object' || node === null) return undefined;
  for (const [key, value] of Object.entries(node)) {
    const path = key === sought ? [] : pathTo(value, sought);
    if (path !== undefined) return [Array.isArray(node) ? Number(key) : key, ...path];
  }
  return undefined;
}
