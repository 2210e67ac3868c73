import { formats } from '../../spec/formats.ts';
import { isObject, type JsonObject, type JsonSchema } from '../../spec/tree.ts';

/** A field name that is a name, and not an id or a person's data used as a key. */
const namely = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;
const told = ['uuid', 'date-time', 'date', 'duration'] as const;

/** What an inference may know beforehand. */
export interface Known {
  /** Lists of literals that the contract has, by the reference to their component. */
  readonly enumerations: ReadonlyMap<string, readonly unknown[]>;
}

/**
 * The schema that samples of one thing have in common: fields, types and formats. It never requires a field, for
 * the next sample may lack it, and never holds a value.
 */
export function inferSchema(samples: readonly unknown[], known: Known): JsonSchema {
  const held = samples.filter((sample) => sample !== null && sample !== undefined);
  const nullable = held.length < samples.filter((sample) => sample !== undefined).length;
  const types = [...new Set(held.map(typeOf))];
  const [type] = types;
  if (type === undefined || types.length > 1) return {};
  const typed = nullable && type === 'object' ? [type, 'null'] : type;
  if (type === 'object') return { type: typed, properties: fieldsOf(held.filter(isObject), known) };
  if (type === 'array') return { type, items: inferSchema(held.flat(), known) };
  return type === 'string' ? inferText(held.map(String), known) : { type };
}

function fieldsOf(samples: readonly JsonObject[], known: Known): JsonObject {
  const names = [...new Set(samples.flatMap((sample) => Object.keys(sample)))].filter((name) =>
    namely.test(name),
  );
  return Object.fromEntries(
    names.map((name) => [
      name,
      inferSchema(
        samples.map((sample) => sample[name]),
        known,
      ),
    ]),
  );
}

function inferText(texts: readonly string[], { enumerations }: Known): JsonSchema {
  for (const [reference, literals] of enumerations) {
    if (texts.every((text) => literals.includes(text))) return { $ref: reference };
  }
  const format = told.find((name) => texts.every((text) => formats[name].is(text)));
  return format === undefined ? { type: 'string' } : { type: 'string', format };
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
