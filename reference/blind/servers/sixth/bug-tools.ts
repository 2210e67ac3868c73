import { type Answer, type Call, type Fields, type Policy, Refusal } from './engine.ts';
import type { Database } from './model.ts';
import { ROUTES } from './operations.ts';

export interface Bug {
  id: string;
  depth: 'shallow' | 'deep';
  reads: boolean;
  breaks: string;
  how: string;
  operations: string[];
  plant: (k: Policy, db: Database) => void;
}

export const every = ROUTES.map((r) => r[2]);
export const classLists = ['listClasses', 'listCohorts'];
export const userLists = ['listUsers', 'searchUsers'];
export const sessionGets = ['listSessions', 'listCompletedSessions', 'listInProgressSessions'];
export const sessionLists = [...sessionGets, 'searchSessions'];
export const lists = [...classLists, ...userLists, ...sessionLists, 'listStudySessions'];

const name = (op: string) => {
  const r = ROUTES.find((x) => x[2] === op);
  if (!r) throw new Error(`no operation ${op}`);
  return `${r[0]} ${r[1].replace(/:(\w+)/g, '{$1}')}`;
};

/** Collects bugs: id, S(hallow) or D(eep) with R(ead) or W(rite), operations, rule, effect, wiring. */
export function collector() {
  const all: Bug[] = [];
  const bug = (
    id: string,
    kind: 'SR' | 'DR' | 'SW' | 'DW',
    ops: string | readonly string[],
    breaks: string,
    how: string,
    plant: (k: Policy, db: Database) => void,
  ) => {
    all.push({
      id,
      depth: kind[0] === 'S' ? 'shallow' : 'deep',
      reads: kind[1] === 'R',
      breaks,
      how,
      operations: (typeof ops === 'string' ? ops.split(' ') : ops).map(name),
      plant,
    });
  };
  return { all, bug };
}
/** What faults and manners touch of an answer's body: which of it is there depends on the operation. */
export interface Shown {
  data: Item[];
  pagination: Paging;
  academicYear: Item;
  class: Item;
  cohort: Item;
  user: Item;
}
export interface Paging {
  total: number;
  limit: number;
  previousCursor?: string | null;
  nextCursor: string | null;
}
export interface Item {
  academicYearId: string;
  classId: string;
  cohortId: string;
  userId: string;
  name: string;
  subject: string;
  description?: string | null;
  startDate: string;
  endDate: string;
  createdAt: string;
  updatedAt: string;
  dateOfBirth?: string;
  lastName?: string | undefined;
  fullName?: string | undefined;
  emails: string[];
  roles: string[];
  upn?: string | number;
  externalId?: string;
  classIds?: string[];
  cohortIds?: string[];
  tests?: unknown[] | undefined;
  result?: Result | null;
  learner: { userId: string; fullName: string };
}
export interface Result {
  level: string;
  timeTaken: string | number;
}
export const shown = (a: Answer): Shown => a.body as Shown;

/** Wraps the handler of an operation. */
export function around(
  k: Policy,
  ops: string | readonly string[],
  f: (c: Call, next: () => Answer) => Answer,
) {
  for (const op of typeof ops === 'string' ? ops.split(' ') : ops) {
    const inner = k.handlers[op];
    if (!inner) throw new Error(`no operation ${op}`);
    k.handlers[op] = (c) => f(c, () => inner(c));
  }
}
/** Changes what an operation answers, where it succeeds. */
export function then(
  k: Policy,
  ops: string | readonly string[],
  f: (body: Shown, c: Call, a: Answer) => void,
) {
  around(k, ops, (c, next) => {
    const a = next();
    f(shown(a), c, a);
    return a;
  });
}
/** Puts a function around one of the policy's. */
export function bend<N extends keyof Policy>(k: Policy, fn: N, make: (old: Policy[N]) => Policy[N]) {
  k[fn] = make(k[fn]);
}
/** What the handler refuses, this turns into something else. */
export function caught(k: Policy, ops: string | readonly string[], f: (r: Refusal, c: Call) => Answer) {
  around(k, ops, (c, next) => {
    try {
      return next();
    } catch (e) {
      if (e instanceof Refusal) return f(e, c);
      throw e;
    }
  });
}
export const body = (c: Call): Fields =>
  typeof c.json === 'object' && c.json !== null && !Array.isArray(c.json) ? (c.json as Fields) : {};
export const is = (c: Call, ops: string | readonly string[]) =>
  (typeof ops === 'string' ? ops.split(' ') : ops).includes(c.op);
export const nothing = (): Answer => ({ status: 204, headers: {} });
/** Every text of an answer, mapped. */
export function mapTexts(v: unknown, f: (t: string, key: string) => unknown, key = ''): unknown {
  if (typeof v === 'string') return f(v, key);
  if (Array.isArray(v)) return v.map((x) => mapTexts(x, f, key));
  if (v && typeof v === 'object')
    return Object.fromEntries(Object.entries(v).map(([n, x]) => [n, mapTexts(x, f, n)]));
  return v;
}
