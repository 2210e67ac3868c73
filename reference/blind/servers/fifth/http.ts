import type { App, Call, Json, JsonObject, Loose } from './types.ts';

export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const bad = (message: string): Refusal => new Refusal(400, message);
export const missing = (message: string): Refusal => new Refusal(404, message);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const EMAIL = /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+$/;

export const isUuid = (value: string): boolean => UUID.test(value);
export const isEmail = (value: string): boolean => EMAIL.test(value);

export function uuid(value: string, what: string): string {
  if (!isUuid(value)) throw bad(`${what} must be a UUID`);
  return value.toLowerCase();
}

/** Drops what is empty: undefined, null, '' and []. */
export function compact(source: Loose): JsonObject {
  const out: JsonObject = {};
  for (const [name, value] of Object.entries(source)) {
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value) && value.length === 0) continue;
    out[name] = value;
  }
  return out;
}

export const iso = (ms: number): string => new Date(ms).toISOString();

// ---- query -------------------------------------------------------------

export function one(app: App, call: Call, name: string): string | undefined {
  const all = call.query.getAll(name);
  if (all.length > 1) {
    if (app.on('manner.repeated-scalar-last-wins')) return all[all.length - 1];
    throw bad(`${name} may be given once`);
  }
  return all[0];
}

/** The operators or properties of an object parameter such as sort[field]. */
export function bracketed(app: App, call: Call, name: string): Map<string, string> {
  const out = new Map<string, string>();
  for (const key of new Set(call.query.keys())) {
    if (key === name) throw bad(`${name} is an object parameter`);
    if (key.startsWith(`${name}[`) && key.endsWith(']'))
      out.set(key.slice(name.length + 1, -1), one(app, call, key) ?? '');
  }
  return out;
}

// ---- body --------------------------------------------------------------

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function bodyOf(call: Call): JsonObject {
  let parsed: Json;
  try {
    parsed = JSON.parse(call.text) as Json;
  } catch {
    throw bad('The body is not JSON');
  }
  if (!isObject(parsed)) throw bad('The body must be a JSON object');
  return parsed;
}

export function wrapped(call: Call, name: string): JsonObject {
  const inner = bodyOf(call)[name];
  if (!isObject(inner)) throw bad(`The body must hold an object ${name}`);
  return inner;
}

export function optionalText(source: JsonObject, name: string): string | undefined {
  const value = source[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw bad(`${name} must be a string`);
  return value;
}

export function requiredText(source: JsonObject, name: string, max = 255): string {
  const value = optionalText(source, name);
  if (value === undefined || value.trim() === '') throw bad(`${name} is required`);
  if (value.length > max) throw bad(`${name} is too long`);
  return value;
}

export function textList(source: JsonObject, name: string): string[] | undefined {
  const value = source[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw bad(`${name} must be an array`);
  return value.map((item) => {
    if (typeof item !== 'string') throw bad(`${name} must hold strings`);
    return item;
  });
}

export function idList(source: JsonObject, name: string): string[] {
  const list = textList(source, name);
  if (list === undefined) throw bad(`${name} is required`);
  return list.map((item) => uuid(item, name));
}
