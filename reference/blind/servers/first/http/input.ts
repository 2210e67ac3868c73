import { badRequest } from '../app.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

export type Json = Readonly<Record<string, unknown>>;

export const isUuid = (text: string): boolean => UUID.test(text);
export const isEmail = (text: string): boolean => EMAIL.test(text);

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function uuid(value: unknown, name: string): string {
  if (typeof value !== 'string' || !isUuid(value)) throw badRequest(`${name} must be a UUID`);
  return value.toLowerCase();
}

export function objectOf(value: unknown, name: string): Json {
  if (!isObject(value)) throw badRequest(`${name} must be an object`);
  return value;
}

/** The payload inside its wrapper. */
export function unwrap(body: unknown, name: string): Json {
  return objectOf(objectOf(body, 'body')[name], name);
}

export function textOf(
  from: Json,
  name: string,
  rules: { required?: boolean; max?: number } = {},
): string | undefined {
  const value = from[name];
  if (value === undefined || value === null) {
    if (rules.required === true) throw badRequest(`${name} is required`);
    return undefined;
  }
  if (typeof value !== 'string') throw badRequest(`${name} must be a string`);
  const text = value.trim();
  if (rules.required === true && text === '') throw badRequest(`${name} must not be empty`);
  if (text.length > (rules.max ?? 255)) throw badRequest(`${name} is too long`);
  return text;
}

export function stringList(value: unknown, name: string): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string'))
    throw badRequest(`${name} must be an array of strings`);
  return value as string[];
}

export function uuidList(value: unknown, name: string): string[] | undefined {
  return stringList(value, name)?.map((item) => uuid(item, name));
}

/** A required list of ids in a body. */
export function idsOf(body: unknown, name: string, bounds: { min?: number; max?: number } = {}): string[] {
  const ids = uuidList(objectOf(body, 'body')[name], name);
  if (ids === undefined) throw badRequest(`${name} is required`);
  if (ids.length < (bounds.min ?? 0)) throw badRequest(`${name} needs at least ${bounds.min ?? 0} items`);
  if (ids.length > (bounds.max ?? Infinity))
    throw badRequest(`${name} takes at most ${bounds.max ?? 0} items`);
  return ids;
}

export function single(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  if (values.length > 1) throw badRequest(`${name} may be given once`);
  return values[0];
}

export function many(query: URLSearchParams, name: string, max: number): string[] | undefined {
  if (!query.has(name)) return undefined;
  const values = query.getAll(name);
  if (values.length > max) throw badRequest(`${name} takes at most ${max} values`);
  if (values.some((value) => value === '')) throw badRequest(`${name} must not be empty`);
  return values;
}

/** A calendar date that exists. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}
