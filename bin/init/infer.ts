import { formats } from '../../spec/formats.ts';
import { isObject, type JsonObject, type JsonSchema } from '../../spec/tree.ts';

/** A plausible field name. Other keys may be ids or personal data. */
const fieldName = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;
/** The formats that a text shows by itself. */
const inferableFormats = ['uuid', 'date-time', 'date', 'duration'] as const;

/** What is known before an inference. */
export interface Known {
  /** The enumerations of the contract, by the reference to their component. */
  readonly enumerations: ReadonlyMap<string, readonly unknown[]>;
}

/**
 * Infers a schema from samples: the fields, types and formats that they have in common. It requires no field, because
 * the next sample may lack it, and it holds no value.
 */
export function inferSchema(samples: readonly unknown[], known: Known): JsonSchema {
  const values = samples.filter((sample) => sample !== null && sample !== undefined);
  const nullable = values.length < samples.filter((sample) => sample !== undefined).length;
  const types = [...new Set(values.map(typeOf))];
  const [type] = types;
  if (type === undefined || types.length > 1) return {};
  const typed = nullable && type === 'object' ? [type, 'null'] : type;
  if (type === 'object') return { type: typed, properties: fieldsOf(values.filter(isObject), known) };
  if (type === 'array') return { type, items: inferSchema(values.flat(), known) };
  return type === 'string' ? inferText(values.map(String), known) : { type };
}

function fieldsOf(samples: readonly JsonObject[], known: Known): JsonObject {
  const names = [...new Set(samples.flatMap((sample) => Object.keys(sample)))].filter((name) =>
    fieldName.test(name),
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
  const format = inferableFormats.find((name) => texts.every((text) => formats[name].is(text)));
  return format === undefined ? { type: 'string' } : { type: 'string', format };
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
