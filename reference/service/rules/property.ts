import { isRecord } from '../http/body.ts';
import { invalid } from '../http/refusal.ts';

/** A JSON object as it came in a body. */
export type Payload = Readonly<Record<string, unknown>>;

/** A property that was sent: `null` stands for absent wherever the interface doesn't say otherwise. */
function sent(payload: Payload, name: string): unknown {
  return Object.hasOwn(payload, name) ? (payload[name] ?? undefined) : undefined;
}

/** The text of an optional property; throws a Refusal with 400 for another type. */
export function text(payload: Payload, name: string): string | undefined {
  const value = sent(payload, name);
  if (value === undefined || typeof value === 'string') return value;
  throw invalid(`${name} must be a string.`);
}

/** The whole number of an optional property; throws a Refusal with 400 for anything else. */
export function integer(payload: Payload, name: string): number | undefined {
  const value = sent(payload, name);
  if (value === undefined || (typeof value === 'number' && Number.isInteger(value))) return value;
  throw invalid(`${name} must be an integer.`);
}

/** The texts of an optional property; throws a Refusal with 400 unless it is an array of strings. */
export function texts(payload: Payload, name: string): readonly string[] | undefined {
  const value = sent(payload, name);
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((item): item is string => typeof item === 'string')) return value;
  throw invalid(`${name} must be an array of strings.`);
}

/** The object of an optional property; throws a Refusal with 400 for another type. */
export function object(payload: Payload, name: string): Payload | undefined {
  const value = sent(payload, name);
  if (value === undefined || isRecord(value)) return value;
  throw invalid(`${name} must be an object.`);
}

/** What a body wraps in a named property (Conventions 5), or the body itself where the name is `null`. */
export function wrapped(body: Payload, wrapper: string | null): Payload {
  if (wrapper === null) return body;
  const payload = object(body, wrapper);
  if (!payload) throw invalid(`The body must hold the property ${wrapper}.`);
  return payload;
}

/** A value that has to be there; throws a Refusal with 400 when it isn't. */
export function required<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw invalid(`${name} is required.`);
  return value;
}

/** What to make of a property that `null` removes: its new value, `null`, or undefined to leave it. */
export function removable(payload: Payload, name: string): string | null | undefined {
  return Object.hasOwn(payload, name) && payload[name] === null ? null : text(payload, name);
}
