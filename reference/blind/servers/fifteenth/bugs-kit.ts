/** What the lists of bugs are written with. */

import { isObject } from './reading.ts';
import type { Answer, Asked, Bug, Ctx, Json, Obj, Row, Session, User } from './types.ts';

export const op = {
  years: 'GET /academic-years',
  current: 'GET /academic-years/current',
  year: 'GET /academic-years/{academicYearId}',
  classes: 'GET /classes',
  newClass: 'POST /classes',
  class: 'GET /classes/{classId}',
  addStudents: 'POST /classes/{classId}/students',
  dropStudents: 'DELETE /classes/{classId}/students',
  addTeachers: 'POST /classes/{classId}/teachers',
  dropTeachers: 'DELETE /classes/{classId}/teachers',
  cohorts: 'GET /smart-ia/cohorts',
  newCohort: 'POST /smart-ia/cohorts',
  cohort: 'GET /smart-ia/cohorts/{cohortId}',
  addCohortStudents: 'POST /smart-ia/cohorts/{cohortId}/students',
  dropCohortStudents: 'DELETE /smart-ia/cohorts/{cohortId}/students',
  addTests: 'POST /smart-ia/cohorts/{cohortId}/tests',
  dropTests: 'DELETE /smart-ia/cohorts/{cohortId}/tests',
  tests: 'GET /smart-ia/tests',
  users: 'GET /users',
  search: 'POST /users/search',
  sessions: 'GET /smart-ia/sessions',
  completed: 'GET /smart-ia/sessions/completed',
  progress: 'GET /smart-ia/sessions/in-progress',
  find: 'POST /smart-ia/sessions/search',
  studies: 'GET /sessions/completed',
  newStudent: 'POST /students',
  studentClasses: 'POST /students/{userId}/classes',
  dropStudentClasses: 'DELETE /students/{userId}/classes',
  studentCohorts: 'POST /students/{userId}/cohorts',
  details: 'PATCH /students/{userId}/details',
  newTeacher: 'POST /teachers',
  teacherClasses: 'POST /teachers/{userId}/classes',
  dropTeacherClasses: 'DELETE /teachers/{userId}/classes',
  name: 'PUT /users/{userId}/name',
  password: 'PUT /users/{userId}/password',
  email: 'PUT /users/{userId}/emails/primary',
  external: 'PUT /users/{userId}/external-id',
  enable: 'POST /users/{userId}/enable',
  disable: 'POST /users/{userId}/disable',
} as const;

export type Op = (typeof op)[keyof typeof op];

type Hooks = Omit<Bug, 'id' | 'depth' | 'breaks' | 'how' | 'at'> & {
  preflight?: (c: Ctx, answer: Answer) => void;
};

/** Where the code of a bug is, and what it does there. */
export function at(ops: Op | Op[], hooks: Hooks): Partial<Bug> & Pick<Bug, 'at'> {
  const { preflight, after, ...rest } = hooks;
  const made: Partial<Bug> & Pick<Bug, 'at'> = { at: Array.isArray(ops) ? ops : [ops], ...rest };
  if (after !== undefined || preflight !== undefined) {
    made.after = (c, answer) => (c.method === 'OPTIONS' ? preflight?.(c, answer) : after?.(c, answer));
  }
  return made;
}

/** Bugs from a table of texts (id | p or d | what it breaks | what it does) and their hooks by id. */
export function bugsOf(table: string, hooks: Record<string, Partial<Bug> & Pick<Bug, 'at'>>): Bug[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [id = '', depth, breaks = '', how = ''] = line.split(' | ');
      const part = hooks[id];
      if (part === undefined) throw new Error(`${id} has no hooks`);
      return { id, depth: depth === 'p' ? 'plain' : 'deep', breaks, how, ...part };
    });
}

export const has = (c: Ctx, name: string): boolean => c.query.some(([key]) => key === name);
export const values = (c: Ctx, name: string): string[] =>
  c.query.filter(([key]) => key === name).map(([, value]) => value);
export function without(c: Ctx, ...names: string[]): void {
  c.query = c.query.filter(([key]) => !names.includes(key));
}
/** Keeps the first values of a repeated parameter. */
export function first(c: Ctx, name: string, count: number): void {
  let at = 0;
  c.query = c.query.filter(([key]) => key !== name || at++ < count);
}
export function reset(c: Ctx, name: string, change: (value: string) => string): void {
  c.query = c.query.map(([key, value]) => [key, key === name ? change(value) : value]);
}

export const body = (c: Ctx): Obj => (isObject(c.body) ? c.body : {});
export const inner = (c: Ctx, name: string): Obj => {
  const found = body(c)[name];
  return isObject(found) ? found : {};
};
export function list(c: Ctx, name: string): Json[] {
  const found = body(c)[name];
  return Array.isArray(found) ? found : [];
}
export const answered = (answer: Answer, name: string): Obj => {
  const found = isObject(answer.body) ? answer.body[name] : undefined;
  return isObject(found) ? found : {};
};

export const good = (answer: Answer): boolean => answer.status < 300;
export function turn(answer: Answer, status: number, to: Json | undefined): void {
  answer.status = status;
  if (to === undefined) delete answer.body;
  else {
    answer.body = to;
    answer.headers['content-type'] ??= 'application/json; charset=utf-8';
  }
}
/** What a framework says when nobody caught it. */
export function crash(answer: Answer): void {
  turn(answer, 500, { status: 500, message: 'Internal Server Error' });
}

export const sessions = (rows: readonly Row[]): Session[] => rows as Session[];
export const users = (rows: readonly Row[]): User[] => rows as User[];
export const userOf = (c: Ctx): User | undefined => c.world.users.get(c.params['userId'] ?? '');
export const named = (c: Ctx, ids: readonly Json[]): User[] =>
  ids.map((id) => c.world.users.get(String(id))).filter((user) => user !== undefined);
export const onCursor = (asked: Asked): boolean => asked.cursor !== undefined;

/** Keeps something from before the operation for after it. */
export const keep = (c: Ctx, name: string, value: unknown): void => void c.memo.set(name, value);
export const kept = <T>(c: Ctx, name: string): T | undefined => c.memo.get(name) as T | undefined;

/** Assignments, for hooks of one line. */
export function put(to: Obj, name: string, value: Json): void {
  to[name] = value;
}
export function fill(to: Obj, name: string, value: Json): void {
  to[name] ??= value;
}
export function alter(to: Obj, name: string, change: (text: string) => Json): void {
  const value = to[name];
  if (typeof value === 'string') to[name] = change(value);
}
export function drop(to: Obj, ...names: string[]): void {
  for (const name of names) delete to[name];
}
export function say(answer: Answer, value: Json): void {
  answer.body = value;
}
