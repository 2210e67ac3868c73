// The small common ground of all modules: what a request carries, how an answer and a refusal look.
import type { Views } from './views.ts';
import type { World } from './world.ts';

export type Doc = Record<string, unknown>;

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export type Form = 'basic' | 'problem';

export interface Operation {
  /** "GET /classes" */
  id: string;
  /** short name of the operation; the switches of this operation begin with it */
  tag: string;
  /** in which of the two formats this operation tells errors */
  form: Form;
  /** true: the restricted key may use it */
  restricted?: boolean;
  /** true: only reads */
  reads?: boolean;
  run: (ctx: Ctx) => Answer | Promise<Answer>;
}

export interface Ctx {
  request: Request;
  method: string;
  path: string;
  query: URLSearchParams;
  params: Record<string, string>;
  op: Operation;
  key: 'full' | 'restricted';
  bodyText: string;
  world: World;
  views: Views;
  now: number;
  serial: number;
  /** a switch by its whole id */
  on: (id: string) => boolean;
  /** a switch of this operation */
  f: (kind: string) => boolean;
}

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

export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

const moments = new Map<number, string>();

/** A moment as it is shown; the last ones are kept, since the same ones are shown again and again. */
export function iso(time: number): string {
  const kept = moments.get(time);
  if (kept !== undefined) return kept;
  if (moments.size > 20_000) moments.clear();
  const text = new Date(time).toISOString();
  moments.set(time, text);
  return text;
}

export const isRecord = (value: unknown): value is Doc =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** How many characters, as JSON schema counts them. */
export const lengthOf = (text: string): number => [...text].length;

export const TEXT_MAX = 120;

/** A text of a body: not blank, not too long. */
export function text(value: unknown, name: string): string {
  if (typeof value !== 'string') throw bad(`${name} must be a string`);
  if (value.trim() === '') throw bad(`${name} must not be blank`);
  if (value.length > TEXT_MAX && lengthOf(value) > TEXT_MAX) throw bad(`${name} is longer than ${TEXT_MAX}`);
  return value;
}

export function readJson(ctx: Ctx): Doc {
  let body: unknown;
  try {
    body = JSON.parse(ctx.bodyText);
  } catch {
    throw bad('The request body is not JSON.');
  }
  if (!isRecord(body)) throw bad('The request body must be a JSON object.');
  return body;
}

/** Refuses what it does not know, where a deployment is strict. */
export function strictBody(ctx: Ctx, body: Doc, names: readonly string[]): void {
  if (!ctx.on('m-unknown-properties-refused')) return;
  for (const name of Object.keys(body)) if (!names.includes(name)) throw bad(`Unknown property ${name}.`);
}

export function strictQuery(ctx: Ctx, names: readonly string[]): void {
  if (!ctx.on('m-unknown-parameters-refused')) return;
  for (const name of ctx.query.keys()) {
    const stem = name.replace(/\[.*$/, '');
    if (!names.includes(stem)) throw bad(`Unknown parameter ${stem}.`);
  }
}
