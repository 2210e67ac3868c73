import type { Context } from '../../harness/judging/context.ts';
import type { Json } from './body.ts';

/**
 * Which of these fields two readings of the same thing have with different values. A field that only one of them has
 * is no difference, for empty fields are omitted and the interface does not show which ones are always there. The
 * letter case of identifiers makes none either.
 */
export function differingFields(one: Json, other: Json, fields: readonly string[]): readonly string[] {
  return fields.filter((name) => {
    const [value, counterpart] = [comparable(one, name), comparable(other, name)];
    return value !== undefined && counterpart !== undefined && value !== counterpart;
  });
}

/** Claims that no field differs; `what` names the two readings. */
export function mustHaveNoDifference(context: Context, fields: readonly string[], what: string): void {
  context.must.hold(fields.length === 0, {
    expected: `${what} with the same fields`,
    actual: `another value in ${fields.map((field) => `\`${field}\``).join(', ')}`,
  });
}

function comparable(thing: Json, name: string): unknown {
  const value = thing[name];
  return name.endsWith('Id') && typeof value === 'string' ? value.toLowerCase() : value;
}
