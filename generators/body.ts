/** A JSON Schema as the contract has it. */
type Schema = Readonly<Record<string, unknown>>;

/** Values by the name of the field that they mean, e.g. `{ firstName: 'Ada' }`. */
export type Meanings = Readonly<Record<string, unknown>>;

/**
 * A request body for a schema that a profile filled in. A property whose name, or whose `x-means`, is among
 * the meanings gets that value; a required one that is not gets the simplest value of its schema; an optional
 * one is left out.
 */
export function bodyFor(schema: Schema, meanings: Meanings): unknown {
  if (!isObject(schema['properties'])) return sample(schema);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const entries = Object.entries(schema['properties']).flatMap(([name, property]) => {
    const value = isObject(property) ? valueFor(name, property, meanings) : undefined;
    if (value !== undefined) return [[name, value]];
    return required.includes(name) && isObject(property) ? [[name, bodyFor(property, meanings)]] : [];
  });
  return Object.fromEntries(entries);
}

/** Whether a body for the schema can carry a value with this meaning. */
export function carries(schema: Schema, meaning: string): boolean {
  return propertyFor(schema, meaning) !== undefined;
}

/** The schema of the property that sets the field of this name, however deep it stands. */
export function propertyFor(schema: Schema, meaning: string): Schema | undefined {
  if (!isObject(schema['properties'])) return undefined;
  for (const [name, property] of Object.entries(schema['properties'])) {
    if (!isObject(property)) continue;
    const deeper = propertyFor(property, meaning);
    if (deeper) return deeper;
    if (meaningOf(name, property) === meaning) return property;
  }
  return undefined;
}

/** Whether a body for the schema cannot do without the property that sets the field of this name. */
export function requires(schema: Schema, meaning: string): boolean {
  if (!isObject(schema['properties'])) return false;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(schema['properties']).some(
    ([name, property]) =>
      isObject(property) &&
      (meaningOf(name, property) === meaning ? required.includes(name) : requires(property, meaning)),
  );
}

/** The values that a schema names itself, by listing them or as examples. */
export function literalsOf(schema: Schema): readonly unknown[] {
  if ('const' in schema) return [schema['const']];
  if (Array.isArray(schema['enum'])) return schema['enum'];
  return Array.isArray(schema['examples']) ? schema['examples'] : [];
}

function valueFor(name: string, property: Schema, meanings: Meanings): unknown {
  const meaning = meaningOf(name, property);
  // An object around a field may have the name of the field: a plain value belongs into it.
  const takes = !isObject(property['properties']) || isObject(meanings[meaning]);
  if (takes && Object.hasOwn(meanings, meaning)) return fitted(property, meanings[meaning]);
  if (!isObject(property['properties'])) return undefined;
  const inner = bodyFor(property, meanings);
  return isObject(inner) && Object.keys(inner).length > 0 ? inner : undefined;
}

/** One value stands alone or in a list, as the schema has it. */
function fitted(property: Schema, value: unknown): unknown {
  const list = property['type'] === 'array';
  if (list && typeof value === 'string') return [value];
  return property['type'] === 'string' && Array.isArray(value) && value.length === 1 ? value[0] : value;
}

function meaningOf(name: string, property: Schema): string {
  return typeof property['x-means'] === 'string' ? property['x-means'] : name;
}

/** The simplest value of a leaf: what the schema names itself, else one of its type, form and bounds. */
function sample(schema: Schema): unknown {
  const [literal] = literalsOf(schema);
  if (literal !== undefined) return literal;
  if ('default' in schema) return schema['default'];
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  return samples[String(type)]?.(schema) ?? {};
}

const samples: Readonly<Record<string, (schema: Schema) => unknown>> = {
  string: sampleText,
  integer: ({ minimum, maximum }) => within(minimum, maximum, Math.ceil, Math.floor),
  number: ({ minimum, maximum }) => within(minimum, maximum),
  boolean: () => true,
  array: ({ minItems, items }) =>
    Array.from({ length: countOf(minItems) }, () => (isObject(items) ? bodyFor(items, {}) : 'Rollcall')),
};

const formed: Readonly<Record<string, string>> = {
  email: 'rollcall@example.org',
  date: '2001-02-03',
  'date-time': '2001-02-03T04:05:06.000Z',
  duration: 'PT1H',
  uri: 'https://rollcall.example/',
};

function sampleText({ format, minLength, maxLength }: Schema): string {
  const known = formed[String(format)];
  if (known !== undefined) return known;
  const text = 'Rollcall'.padEnd(countOf(minLength), '-rollcall');
  return typeof maxLength === 'number' ? text.slice(0, maxLength) : text;
}

/** 1, or what the bounds have nearest to it. */
function within(minimum: unknown, maximum: unknown, up = same, down = same): number {
  const least = typeof minimum === 'number' ? up(minimum) : 1;
  const most = typeof maximum === 'number' ? down(maximum) : Infinity;
  return Math.min(Math.max(1, least), most);
}

function same(value: number): number {
  return value;
}

function countOf(bound: unknown): number {
  return typeof bound === 'number' ? bound : 0;
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
