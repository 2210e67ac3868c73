/** Stands for the name of a field that no value has. */
const mark = '\u0000';

class Incomparable extends Error {}

/**
 * A text that is the same for the same values, and another for any other: what V8 would serialize differs with how it
 * keeps a number. `undefined` for a value that holds what cannot be compared, such as a function.
 */
export function keyOf(value: unknown): string | undefined {
  try {
    return JSON.stringify([value], marked);
  } catch (error) {
    if (error instanceof Incomparable) return undefined;
    throw error;
  }
}

/** Writes what JSON leaves out, or writes like another value. @throws Incomparable */
function marked(this: unknown, name: string, written: unknown): unknown {
  const value = (this as Readonly<Record<string, unknown>>)[name];
  switch (typeof value) {
    case 'undefined':
      return { [mark]: 'undefined' };
    case 'number':
      if (Object.is(value, -0)) return { [mark]: '-0' };
      return Number.isFinite(value) ? value : { [mark]: `${value}` };
    case 'bigint':
      return { [mark]: `${value}n` };
    case 'object':
      if (value instanceof Date) return { [mark]: `at ${value.getTime()}` };
      if (isPlain(value)) return written;
      throw new Incomparable();
    case 'function':
    case 'symbol':
      throw new Incomparable();
    default:
      return value;
  }
}

/** Whether a value is null, a list, or an object that holds nothing but its fields. */
function isPlain(value: object | null): boolean {
  if (value === null || Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
