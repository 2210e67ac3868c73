// How planted bugs are written down, and the small changes of which many consist.
import {
  type Ctx,
  type Filter,
  type Item,
  type Json,
  objectOf,
  Refusal,
  type Reply,
  type Row,
  type Rule,
  type Step,
  type Steps,
  type Twin,
  type Verdict,
} from './types.ts';

// A hook may name the kind of row that its operations have.
export type Hook<K extends Step> = { of(value: Steps[K], c: Ctx): Steps[K] }['of'];
export type Hooks = { [K in Step]?: Hook<K> };

export interface Bug {
  id: string;
  depth: 'plain' | 'medium' | 'deep';
  reads: boolean;
  operations: string[];
  breaks: string;
  how: string;
  hooks: Hooks;
  permitted?: string;
}
type Write = (
  id: string,
  kind: 'r' | 'w',
  operations: string | string[],
  breaks: string,
  how: string,
  hooks: Hooks,
  permitted?: string,
) => Bug;

const writer =
  (depth: Bug['depth']): Write =>
  (id, kind, operations, breaks, how, hooks, permitted) => ({
    id,
    depth,
    reads: kind === 'r',
    operations: typeof operations === 'string' ? [operations] : operations,
    breaks,
    how,
    hooks,
    ...(permitted ? { permitted } : {}),
  });
export const P = writer('plain');
export const M = writer('medium');
export const D = writer('deep');

// Changes the rendered item.
export const edit =
  <T extends Row>(change: (out: Json, row: T, c: Ctx, v: Item) => void) =>
  (v: Item, c: Ctx): Item => {
    const out = { ...v.out };
    change(out, v.row as T, c, v);
    return { ...v, out };
  };
export const editOf =
  <T extends Row>(kind: string, change: (out: Json, row: T, c: Ctx, v: Item) => void) =>
  (v: Item, c: Ctx): Item =>
    v.kind === kind ? edit(change)(v, c) : v;
// A rule that is not applied, is answered with another status, or applies too often.
export const relax =
  (...codes: string[]) =>
  (v: Rule): Rule =>
    codes.includes(v.code) ? { ...v, fails: false } : v;
export const restatus =
  (status: number, ...codes: string[]) =>
  (v: Rule): Rule =>
    v.fails && codes.includes(v.code) ? { ...v, status } : v;
export const strict =
  (code: string, when: (value: unknown, c: Ctx, v: Rule) => boolean) =>
  (v: Rule, c: Ctx): Rule =>
    v.code === code && when(v.value, c, v) ? { ...v, fails: true } : v;
// Another predicate for one filter.
export const match =
  <T extends Row>(name: string, keep: (row: T, v: Filter, c: Ctx) => boolean) =>
  (v: Filter, c: Ctx): Filter =>
    v.name === name ? { ...v, keep: (row) => keep(row as T, v, c) } : v;
// A filter that keeps what another predicate keeps.
export const keeping = <T extends Row>(v: Filter, keep: (row: T) => boolean): Filter => ({
  ...v,
  keep: (row) => keep(row as T),
});
export const firstOf = (v: Filter): string => v.values[0] ?? '';
export const fieldOf = (row: Row, name: string): unknown => Reflect.get(row, name);
export const twinOf = (v: Rule): Twin => v.value as Twin;
export const fail = (status: number, detail = 'unexpected'): never => {
  throw new Refusal(status, 'internal', detail);
};
export const has = (c: Ctx, name: string): boolean => c.query.some(([key]) => key === name);
export const param = (c: Ctx, name: string): string | undefined => c.query.find(([key]) => key === name)?.[1];
export const to64 = (value: unknown): string => Buffer.from(JSON.stringify(value), 'utf8').toString('base64');
export const from64 = (text: string): Json =>
  JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as Json;
// Changes of the answer: its body at one status, its headers, its status.
export const answer =
  (change: (body: Json, reply: Reply, c: Ctx) => unknown) =>
  (reply: Reply, c: Ctx): Reply => {
    if (reply.status >= 300 || reply.body === undefined) return reply;
    return { ...reply, body: change({ ...objectOf(reply.body) }, reply, c) };
  };
export const onError =
  (status: number, change: (body: Json, reply: Reply, c: Ctx) => Reply) =>
  (reply: Reply, c: Ctx): Reply => {
    if (reply.status !== status) return reply;
    const body = { ...objectOf(reply.body) };
    return change(body, { ...reply, body, headers: { ...reply.headers } }, c);
  };
export const inError = (status: number, change: (body: Json) => void): Hook<'reply'> =>
  onError(status, (body, reply) => {
    change(body);
    return reply;
  });
export const without =
  (header: string, when: (reply: Reply, c: Ctx) => boolean = () => true) =>
  (reply: Reply, c: Ctx): Reply => {
    if (!when(reply, c)) return reply;
    const headers = { ...reply.headers };
    delete headers[header];
    return { ...reply, headers };
  };
export const open =
  (key: string | null, status: 0 | 401 | 403) =>
  (v: Verdict): Verdict => {
    const given =
      v.status === 401 ? (v.key ? 'invalid' : 'missing') : v.status === 403 ? 'restricted' : 'fine';
    return key === null || key === given ? { ...v, status: v.status ? status : v.status } : v;
  };
export const recall = <T>(c: Ctx, name: string): T | undefined => c.memory.get(name) as T | undefined;
export const memo = <T>(c: Ctx, name: string, make: () => T): T => {
  if (!c.memory.has(name)) c.memory.set(name, make());
  return c.memory.get(name) as T;
};
