import type { Call } from './call.ts';
import { bad } from './errors.ts';
import type { Json } from './types.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: unknown): text is string => typeof text === 'string' && UUID.test(text);

/** The same for what is a text anyway. */
export const uuidText = (text: string): boolean => UUID.test(text);

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A query parameter that may stand once. */
export function single(c: Call, name: string): string | undefined {
  const all = c.query.getAll(name);
  if (all.length > 1 && !c.on('m-last-of-repeated')) throw bad(`"${name}" may be given once.`);
  return all.at(-1);
}

/** The payload that the body wraps. */
export function wrapped(c: Call, name: string): Json {
  if (!isObject(c.body)) throw bad('The body must be a JSON object.');
  const inner = c.body[name];
  if (inner === undefined && `${c.ep}-unwrapped-ok` in UNWRAPPED && c.on(`${c.ep}-unwrapped-ok`))
    return c.body;
  if (!isObject(inner)) throw bad(`The body must hold an object "${name}".`);
  return inner;
}

export const UNWRAPPED: Record<string, true> = {
  'newclass-unwrapped-ok': true,
  'newcohort-unwrapped-ok': true,
};

export function bodyText(from: Json, name: string, required: boolean, max = 255): string | undefined {
  const value = from[name];
  if (value === undefined) {
    if (required) throw bad(`"${name}" is required.`);
    return undefined;
  }
  if (typeof value !== 'string' || value.trim() === '')
    throw bad(`"${name}" must be a text that is not blank.`);
  if ([...value].length > max) throw bad(`"${name}" may have ${max} characters at most.`);
  return value;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

export const isEmail = (text: string): boolean => EMAIL.test(text) && text.length <= 255;

/** A list of UUIDs in a body. */
export function bodyIds(c: Call, name: string): string[] {
  if (!isObject(c.body)) throw bad('The body must be a JSON object.');
  const value = c.body[name];
  if (!Array.isArray(value)) throw bad(`"${name}" must be a list of UUIDs.`);
  return value.map((item) => {
    if (!isUuid(item)) throw bad(`"${name}" holds what is no UUID.`);
    return item;
  });
}
