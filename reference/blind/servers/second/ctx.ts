import type { Db } from './db.ts';
import type { Identity, Json } from './types.ts';

export interface Ctx {
  db: Db;
  on: (id: string) => boolean;
  /** What outlives a request (caches). */
  state: Map<string, unknown>;
  path: string;
  q: URLSearchParams;
  params: string[];
  body: unknown;
  identity: Identity;
}

export class Fault extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export const bad = (message: string): Fault => new Fault(400, message);
export const missing = (what: string): Fault => new Fault(404, `There is no ${what} with this identifier.`);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (v: unknown): v is string => typeof v === 'string' && UUID.test(v);
export const isObject = (v: unknown): v is Json => typeof v === 'object' && v !== null && !Array.isArray(v);
export const iso = (ms: number): string => new Date(ms).toISOString();
export const tick = (): Promise<void> => new Promise((r) => setImmediate(r));

/** The identifier of the path as it is kept, or nothing if it is none. */
export function pathId(ctx: Ctx, i = 0): string | null {
  const v = ctx.params[i];
  return isUuid(v) ? v.toLowerCase() : null;
}

export function objectBody(ctx: Ctx): Json {
  if (!isObject(ctx.body)) throw bad('The body must be a JSON object.');
  return ctx.body;
}

export function wrapped(ctx: Ctx, name: string, known: readonly string[]): Json {
  const b = objectBody(ctx);
  const v = b[name];
  if (!isObject(v)) throw bad(`The body must hold the object "${name}".`);
  if (ctx.on('manner.strict-unknown-fields'))
    for (const k of Object.keys(v)) if (!known.includes(k)) throw bad(`"${k}" is not known here.`);
  return v;
}

export function idList(ctx: Ctx, name: string, min: number, max: number): string[] {
  const v = objectBody(ctx)[name];
  if (!Array.isArray(v)) throw bad(`"${name}" must be an array of UUIDs.`);
  if (v.length < min || v.length > max) throw bad(`"${name}" must hold ${min} to ${max} items.`);
  const out: string[] = [];
  for (const x of v as unknown[]) {
    if (!isUuid(x)) throw bad(`"${name}" must hold UUIDs only.`);
    out.push(x.toLowerCase());
  }
  return [...new Set(out)];
}

/** A text of a payload: absent or null gives null. */
export function text(o: Json, name: string, max: number, required = false): string | null {
  const v = o[name];
  if (v === undefined || v === null) {
    if (required) throw bad(`"${name}" is required.`);
    return null;
  }
  if (typeof v !== 'string') throw bad(`"${name}" must be a string.`);
  if (required && v.trim() === '') throw bad(`"${name}" must not be blank.`);
  if (v.length > max) throw bad(`"${name}" is longer than ${max} characters.`);
  return v === '' ? null : v;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
export const isEmail = (v: unknown): v is string => typeof v === 'string' && v.length <= 254 && EMAIL.test(v);
