// Short words in which switches are written.

import { isObject } from './parse.ts';
import type { Ctx, Def, Hook, Point, Points } from './switches.ts';
import type { FilterName, Group, ListArgs, Obj, Reply, Row, Session, User, Window } from './types.ts';

export const YL = 'GET /academic-years';
export const YC = 'GET /academic-years/current';
export const YG = 'GET /academic-years/{academicYearId}';
export const CL = 'GET /classes';
export const CC = 'POST /classes';
export const CG = 'GET /classes/{classId}';
export const CSA = 'POST /classes/{classId}/students';
export const CSD = 'DELETE /classes/{classId}/students';
export const CTA = 'POST /classes/{classId}/teachers';
export const CTD = 'DELETE /classes/{classId}/teachers';
export const HL = 'GET /smart-ia/cohorts';
export const HC = 'POST /smart-ia/cohorts';
export const HG = 'GET /smart-ia/cohorts/{cohortId}';
export const HSA = 'POST /smart-ia/cohorts/{cohortId}/students';
export const HSD = 'DELETE /smart-ia/cohorts/{cohortId}/students';
export const HTA = 'POST /smart-ia/cohorts/{cohortId}/tests';
export const HTD = 'DELETE /smart-ia/cohorts/{cohortId}/tests';
export const TL = 'GET /smart-ia/tests';
export const UL = 'GET /users';
export const US = 'POST /users/search';
export const SL = 'GET /smart-ia/sessions';
export const SC = 'GET /smart-ia/sessions/completed';
export const SP = 'GET /smart-ia/sessions/in-progress';
export const SS = 'POST /smart-ia/sessions/search';
export const ST = 'GET /sessions/completed';
export const NS = 'POST /students';
export const SCA = 'POST /students/{userId}/classes';
export const SCD = 'DELETE /students/{userId}/classes';
export const SHA = 'POST /students/{userId}/cohorts';
export const SDP = 'PATCH /students/{userId}/details';
export const NT = 'POST /teachers';
export const TCA = 'POST /teachers/{userId}/classes';
export const TCD = 'DELETE /teachers/{userId}/classes';
export const UN = 'PUT /users/{userId}/name';
export const UP = 'PUT /users/{userId}/password';
export const UE = 'PUT /users/{userId}/emails/primary';
export const UX = 'PUT /users/{userId}/external-id';
export const EN = 'POST /users/{userId}/enable';
export const DI = 'POST /users/{userId}/disable';

export type Ops = string | readonly string[] | undefined;

export function on<P extends Point>(point: P, ops: Ops, fn: Points[P], sub?: string): Hook {
  const hook: Hook = { point, fn };
  if (ops !== undefined) hook.ops = typeof ops === 'string' ? [ops] : ops;
  if (sub !== undefined) hook.sub = sub;
  return hook;
}

const def = (depth: Def['depth'], id: string, breaks: string, how: string, hooks: Hook[]): Def => ({
  id,
  depth,
  breaks,
  how,
  hooks,
});

export const plain = (id: string, breaks: string, how: string, ...hooks: Hook[]): Def =>
  def('plain', id, breaks, how, hooks);
export const deep = (id: string, breaks: string, how: string, ...hooks: Hook[]): Def =>
  def('deep', id, breaks, how, hooks);

export const U = (row: Row): User => row as User;
export const S = (row: Row): Session => row as Session;
export const G = (row: Row): Group => row as Group;

export const lax = (ops: Ops, code: string, fn: (c: Ctx) => boolean = () => true): Hook =>
  on('lax', ops, fn, code);
export const filter = (ops: Ops, name: FilterName, fn: Points['test']): Hook => on('test', ops, fn, name);
export const item = (ops: Ops, fn: Points['item']): Hook => on('item', ops, fn);
export const single = (ops: Ops, fn: Points['single']): Hook => on('single', ops, fn);
export const both = (ops: Ops, fn: Points['item']): Hook[] => [on('item', ops, fn), on('single', ops, fn)];
export const reply = (ops: Ops, fn: (r: Reply, c: Ctx) => void): Hook => on('reply', ops, fn);

/** On the pagination of a success. */
export const pagination = (ops: Ops, fn: (p: Obj, body: Obj, c: Ctx) => void): Hook =>
  reply(ops, (r, c) => {
    if (r.status === 200 && isObject(r.body) && isObject(r.body['pagination']))
      fn(r.body['pagination'], r.body, c);
  });

/** On the body of a success. */
export const success = (ops: Ops, fn: (body: Obj, r: Reply, c: Ctx) => void): Hook =>
  reply(ops, (r, c) => {
    if (r.status < 300 && isObject(r.body)) fn(r.body, r, c);
  });

/** On the body of a refusal with one of some statuses. */
export const refused = (
  ops: Ops,
  statuses: readonly number[],
  fn: (body: Obj, r: Reply, c: Ctx) => void,
): Hook =>
  reply(ops, (r, c) => {
    if (statuses.includes(r.status) && isObject(r.body)) fn(r.body, r, c);
  });

/** A refusal of one status that leaves with another. */
export const turned = (ops: Ops, from: number, to: number, when: (c: Ctx) => boolean = () => true): Hook =>
  refused(ops, [from], (body, r, c) => {
    if (!when(c)) return;
    r.status = to;
    body['status'] = to;
  });

export const spanIf = (ops: Ops, when: (w: Window, a: ListArgs) => boolean, by: number, end = by): Hook =>
  on('span', ops, (w, a) => {
    if (!when(w, a)) return;
    w.start = Math.min(w.rows.length, Math.max(0, w.start + by));
    w.end = Math.max(w.start, Math.min(w.rows.length, w.end + end));
  });

export const pageIf = (
  ops: Ops,
  when: (w: Window, a: ListArgs) => boolean,
  fn: (w: Window, c: Ctx) => void,
): Hook =>
  on('page', ops, (w, a, c) => {
    if (when(w, a)) fn(w, c);
  });

export const argsIf = (ops: Ops, when: (a: ListArgs) => boolean, fn: (a: ListArgs) => void): Hook =>
  on('args', ops, (a) => {
    if (when(a)) fn(a);
  });

export const isFiltered = (a: ListArgs): boolean => Object.keys(a.f).length > 0;
export const none = (a: ListArgs): boolean => !isFiltered(a);
export const drop = (json: Obj, ...names: string[]): void => {
  for (const name of names) delete json[name];
};
export const sub = (json: Obj, name: string): Obj => {
  const value = json[name];
  return isObject(value) ? value : {};
};
export const str = (json: Obj, name: string): string => {
  const value = json[name];
  return typeof value === 'string' ? value : '';
};
/** A stable small number from a row, so that only some rows are struck. */
export const nth = (row: Row, of: number): boolean => row.seq % of === of - 1;
