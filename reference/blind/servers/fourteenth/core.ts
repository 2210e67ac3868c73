// What every handler works with.
import type { Settings } from './settings.ts';
import { key, type Person, type World } from './world.ts';

export type Json = Record<string, unknown>;

export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface App {
  world: World;
  s: Settings;
  on: (id: string) => boolean;
  pending: { due: number; run: () => void }[];
  cursors: Map<string, string>;
  requests: number;
  /** What was answered before, for whoever forgets to forget it. */
  stale: Map<string, unknown>;
}

export interface Ctx {
  app: App;
  w: World;
  s: Settings;
  on: (id: string) => boolean;
  op: string;
  method: string;
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  headers: Headers;
  text: string;
}

export interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

const list400 = new Set([
  'listClasses',
  'createClass',
  'getClass',
  'addClassStudents',
  'removeClassStudents',
  'addClassTeachers',
  'removeClassTeachers',
  'listCohorts',
  'createCohort',
  'getCohort',
  'addCohortStudents',
  'removeCohortStudents',
  'addCohortTests',
  'removeCohortTests',
  'listUsers',
]);

export const lists400 = (op: string): boolean => list400.has(op);

export function bad(c: Ctx, message: string): Refusal {
  return new Refusal(list400.has(c.op) ? 400 : c.s.openRefusal, message);
}

export const isUuid = (v: unknown): v is string =>
  typeof v === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(v);

export const isObject = (v: unknown): v is Json => typeof v === 'object' && v !== null && !Array.isArray(v);

/** The body, an object. */
export function bodyOf(c: Ctx): Json {
  if (c.s.mediaType !== 'any' && c.text !== '') {
    const type = c.headers.get('content-type') ?? '';
    if (!/^application\/json\b/i.test(type)) {
      throw new Refusal(lists400(c.op) ? 400 : c.s.mediaType, 'The body is not application/json.');
    }
  }
  let value: unknown;
  try {
    value = JSON.parse(c.text);
  } catch {
    if (c.on('malformed-json-500')) throw new Error('Unexpected token');
    throw bad(c, 'The body is no JSON.');
  }
  if (value === null && c.on('null-body-500')) throw new Error('null');
  if (!isObject(value)) throw bad(c, 'The body is no object.');
  return value;
}

/** The parameters of a query that may stand once: the last or the first of them, or none. */
export function one(c: Ctx, name: string): string | undefined {
  const all = c.query.getAll(name);
  if (all.length < 2) return all[0];
  if (c.s.repeated === 'refused') throw bad(c, `${name} is given twice.`);
  return c.s.repeated === 'first' ? all[0] : all.at(-1);
}

export function onlyKnown(c: Ctx, names: readonly string[], objects: readonly string[] = []): void {
  if (c.s.unknownQuery === 'ignored') return;
  for (const name of c.query.keys()) {
    if (names.includes(name)) continue;
    if (objects.some((o) => name.startsWith(`${o}[`))) continue;
    throw bad(c, `${name} is no parameter of this operation.`);
  }
}

export function knownMembers(c: Ctx, body: Json, names: readonly string[]): void {
  if (c.s.unknownMembers === 'ignored') return;
  const other = Object.keys(body).find((k) => !names.includes(k));
  if (other !== undefined) throw bad(c, `${other} is not known here.`);
}

export function personOf(c: Ctx): Person {
  const id = c.params['userId'] ?? '';
  if (!isUuid(id)) throw new Refusal(c.s.badId === 404 ? 404 : c.s.openRefusal, 'userId is no UUID.');
  const p = c.w.people.get(key(id));
  if (!p) throw new Refusal(404, 'There is no such user.');
  return p;
}

/** A change of memberships: seen at once, or somewhat later. */
export function later(c: Ctx, run: () => void): void {
  if (c.s.delay === 0) run();
  else c.app.pending.push({ due: Date.now() + c.s.delay, run });
}

/** Without what is empty. */
export function full(body: Json): Json {
  const out: Json = {};
  for (const k in body) {
    const v = body[k];
    if (v === undefined || v === '' || (Array.isArray(v) && v.length === 0)) continue;
    out[k] = v;
  }
  return out;
}

const written = new Map<number, string>();

export function dateTime(ms: number): string {
  let text = written.get(ms);
  if (text === undefined) {
    text = new Date(ms).toISOString();
    if (written.size > 20_000) written.clear();
    written.set(ms, text);
  }
  return text;
}
