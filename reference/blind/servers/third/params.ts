import { HttpError } from './errors.ts';
import type { Json, JsonObject } from './types.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/u.test(text);
}

/** The value of a parameter that may be sent once. */
export function singleValue(query: URLSearchParams, name: string): string | undefined {
  const all = query.getAll(name);
  if (all.length > 1) throw new HttpError(400, `${name} may be given once`);
  return all[0];
}

export function uuidPath(params: Record<string, string>, name: string): string {
  const value = params[name] ?? '';
  if (!isUuid(value)) throw new HttpError(400, `${name} must be a UUID`);
  return value.toLowerCase();
}

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The payload under its wrapping property. */
export function payload(body: Json, property: string): JsonObject {
  if (!isObject(body)) throw new HttpError(400, 'The body must be a JSON object');
  const inner = body[property];
  if (!isObject(inner)) throw new HttpError(400, `The body must hold an object named ${property}`);
  return inner;
}

export function optionalText(source: JsonObject, name: string): string | undefined {
  const value = source[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new HttpError(400, `${name} must be a string`);
  return value;
}

export function requiredText(source: JsonObject, name: string): string {
  const value = optionalText(source, name);
  if (value === undefined || value.trim() === '') throw new HttpError(400, `${name} is required`);
  return value;
}

/** A list of UUIDs in a body, such as `{ userIds: [...] }`. */
export function uuidList(body: Json, property: string, min: number, max: number): string[] {
  if (!isObject(body)) throw new HttpError(400, 'The body must be a JSON object');
  const value = body[property];
  if (!Array.isArray(value)) throw new HttpError(400, `${property} must be an array`);
  if (value.length < min) throw new HttpError(400, `${property} must hold at least ${min} items`);
  if (value.length > max) throw new HttpError(400, `${property} must hold at most ${max} items`);
  return value.map((item) => {
    if (typeof item !== 'string' || !isUuid(item)) {
      throw new HttpError(400, `${property} must hold UUIDs`);
    }
    return item.toLowerCase();
  });
}

/** Names compare without regard to case; compatibility forms are composed first. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

export function foldAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}
