import fc from 'fast-check';

/** An order as the interface has it: `sort[field]` and `sort[direction]` in a query, an object in a body. */
export interface Sort {
  readonly field: string;
  readonly direction: string;
}

/** The orders that fields and directions make up, as the target names them; the first of each is the simplest. */
export function sorts(fields: readonly string[], directions: readonly string[]): fc.Arbitrary<Sort> {
  return fc.record({ field: fc.constantFrom(...fields), direction: fc.constantFrom(...directions) });
}

/** Every order that a parameter schema names in its enumerations, fields first; none while a gap leaves them open. */
export function sortsNamedBy(schema: unknown): readonly Sort[] {
  const properties = at(schema, 'properties');
  const fields = at(at(properties, 'field'), 'enum');
  const directions = at(at(properties, 'direction'), 'enum');
  return words(fields).flatMap((field) => words(directions).map((direction) => ({ field, direction })));
}

function at(node: unknown, key: string): unknown {
  return typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined;
}

function words(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((word) => typeof word === 'string') : [];
}
