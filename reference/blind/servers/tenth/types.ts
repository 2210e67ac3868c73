// The shapes that all modules share: rows of tables, what a request becomes, and the points where switches act.

export type Json = null | boolean | number | string | Json[] | Obj;
export interface Obj {
  [key: string]: Json;
}

export interface Year {
  id: string;
  seq: number;
  name: string;
  start: number;
  end: number;
}

export interface Group {
  id: string;
  seq: number;
  name: string;
  description?: string;
  yearId: string;
  tests: { testId: string; activation: string }[];
}

export interface Test {
  id: string;
  seq: number;
  versionId: string;
  name: string;
  subject: string;
  writing: boolean;
}

export interface User {
  id: string;
  seq: number;
  username?: string;
  upn?: string;
  roles: string[];
  externalId?: string;
  first: string;
  last: string;
  emails: string[];
  gender?: string;
  dob?: string;
  createdAt: number;
  updatedAt: number;
  disabled: boolean;
  password?: string;
}

export interface Session {
  id: string;
  seq: number;
  userId: string;
  testId: string;
  start: number;
  end?: number;
  level?: string;
  calculated?: number;
}

export interface Study {
  id: string;
  seq: number;
  userId: string;
  classId: string;
  topic: string;
  start: number;
  end: number;
}

export type Row = Year | Group | Test | User | Session | Study;

export interface DateOps {
  gt?: number;
  gte?: number;
  lt?: number;
  lte?: number;
}

export interface Filters {
  search?: string;
  academicYearId?: string;
  userId?: string[];
  upn?: string[];
  externalId?: string[];
  username?: string[];
  email?: string;
  name?: string;
  role?: string;
  testId?: string[];
  subject?: string[];
  status?: string;
  startDate?: DateOps;
  endDate?: DateOps;
}
export type FilterName = keyof Filters;

export interface ListArgs {
  limit: number;
  limitGiven: boolean;
  offset: number;
  offsetGiven: boolean;
  cursor: string | null;
  field: string;
  direction: string;
  sortGiven: boolean;
  f: Filters;
  /** What the request said, name by name, before it was understood. */
  raw: Map<string, Json[]>;
}

/** A page on its way from the ordered rows to the answer. */
export interface Window {
  rows: Row[];
  page: Row[];
  start: number;
  end: number;
  total: number;
  limit: number;
  offset: number;
  prev: string | null;
  next: string | null;
  /** a: after an anchor, b: before one, empty: by offset */
  by: '' | 'a' | 'b';
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: Json | undefined;
}

export interface Req {
  method: string;
  path: string;
  query: [string, string][];
  headers: Headers;
  key: string | null;
  text: string;
}

/** What a write is about to do; switches may bend it. */
export interface Change {
  kind: 'create' | 'update' | 'add' | 'remove';
  table:
    | 'classes'
    | 'cohorts'
    | 'users'
    | 'classStudents'
    | 'classTeachers'
    | 'cohortStudents'
    | 'cohortTests';
  /** Left sides (class or cohort ids) and right sides (user or test ids) of memberships. */
  left: string[];
  right: string[];
  user?: User;
  group?: Group;
  patch: Partial<User>;
  cancel: boolean;
}
