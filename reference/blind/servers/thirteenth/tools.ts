import type { Ctx, Json, Klass, Out, Switch } from './types.ts';

export const UL = /^GET \/users$/;
export const US = /^POST \/users\/search$/;
export const U = /^(GET \/users|POST \/users\/search)$/;
export const CL = /^GET \/classes$/;
export const C1 = /^GET \/classes\/\{/;
export const HL = /^GET \/smart-ia\/cohorts$/;
export const H1 = /^GET \/smart-ia\/cohorts\/\{/;
export const SL = /^GET \/smart-ia\/sessions$/;
export const SC = /^GET \/smart-ia\/sessions\/completed$/;
export const SP = /^GET \/smart-ia\/sessions\/in-progress$/;
export const SS = /^POST \/smart-ia\/sessions\/search$/;
export const SA = /^(GET|POST) \/smart-ia\/sessions/;
export const ST = /^GET \/sessions\/completed$/;

type Parts = Omit<Switch, 'id' | 'deep' | 'ops' | 'breaks' | 'how'>;

/** A deep bug; `plain` makes one that shows at almost every request. */
export function bug(id: string, ops: RegExp | undefined, breaks: string, how: string, parts: Parts): Switch {
  return { id, deep: 1, breaks, how, ...(ops ? { ops } : {}), ...parts };
}

export function plain(
  id: string,
  ops: RegExp | undefined,
  breaks: string,
  how: string,
  parts: Parts,
): Switch {
  return { id, breaks, how, ...(ops ? { ops } : {}), ...parts };
}

export function obj(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

export function arr(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function str(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function pagination(o: Out): Json {
  return obj(o.body?.['pagination']);
}

export function data(o: Out): unknown[] {
  return arr(o.body?.['data']);
}

/** The filters of a search body. */
export function searchOf(c: Ctx): Json {
  return obj(c.body?.['search']);
}

export function sortOf(c: Ctx): { field: string | undefined; down: boolean | undefined } {
  const from = c.method === 'GET' ? undefined : obj(c.body?.['sort']);
  const field = from ? from['field'] : c.query.get('sort[field]');
  const direction = from ? from['direction'] : c.query.get('sort[direction]');
  return { field: str(field) || undefined, down: direction ? direction === 'desc' : undefined };
}

export function rename(q: URLSearchParams, from: string, to: string): void {
  const v = q.get(from);
  if (v === null || q.has(to)) return;
  q.delete(from);
  q.set(to, v);
}

export function keep(q: URLSearchParams, name: string, f: (all: string[]) => string[]): void {
  const all = q.getAll(name);
  if (all.length === 0) return;
  q.delete(name);
  for (const v of f(all)) q.append(name, v);
}

export function answer(status: number, body?: Json): Out {
  return { status, body, headers: {} };
}

export function basic(status: number, message: string): Out {
  return answer(status, { status, message });
}

export function nth(c: Ctx, name: string): number {
  const n = (c.memo.get(name) ?? 0) + 1;
  c.memo.set(name, n);
  return n;
}

export function isNew(c: Ctx, g: Klass): boolean {
  return !c.state.seed.classes.some((k) => k.id === g.id) && !c.state.seed.cohorts.some((k) => k.id === g.id);
}

export function setDates(c: Ctx, f: (name: string, value: string) => string): void {
  for (const [k, v] of [...c.query]) if (/^(start|end)Date\[/.test(k)) c.query.set(k, f(k, v));
}
