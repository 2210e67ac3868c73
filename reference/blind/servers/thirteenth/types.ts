export type Json = Record<string, unknown>;
export type Group = 'class' | 'cohort';
export type Part = 'student' | 'teacher';

export interface Year {
  id: string;
  name: string;
  start: number;
  end: number;
}
export interface Klass {
  id: string;
  name: string;
  description?: string | undefined;
  yearId: string;
}
export interface CohortTest {
  testId: string;
  versionId: string;
  activation: string;
}
export interface Cohort extends Klass {
  tests: CohortTest[];
}
export interface Test {
  id: string;
  versionId: string;
  name: string;
  subject: string;
}
export interface User {
  id: string;
  username: string;
  upn?: string | undefined;
  roles: string[];
  externalId?: string | undefined;
  firstName: string;
  lastName: string;
  fullName: string;
  emails: string[];
  gender?: string | undefined;
  dateOfBirth?: string | undefined;
  createdAt: number;
  updatedAt: number;
  active: boolean;
  password?: string | undefined;
  classIds: string[];
  cohortIds: string[];
}
export interface Session {
  id: string;
  userId: string;
  testId: string;
  start: number;
  end?: number | undefined;
  level?: string | undefined;
  calculated?: number | undefined;
}
export interface Study {
  id: string;
  userId: string;
  classId?: string | undefined;
  topic?: string | undefined;
  start: number;
  end: number;
}
export interface Seed {
  years: Year[];
  classes: Klass[];
  cohorts: Cohort[];
  tests: Test[];
  users: User[];
  sessions: Session[];
  studies: Study[];
}
export type Event =
  | { type: 'userCreated'; user: User }
  | { type: 'userChanged'; userId: string; set: Partial<User> }
  | { type: 'classCreated'; klass: Klass }
  | { type: 'cohortCreated'; cohort: Cohort }
  | { type: 'joined' | 'left'; kind: Group; groupId: string; userIds: string[]; as: Part }
  | { type: 'testsAdded' | 'testsRemoved'; cohortId: string; testIds: string[] };

/** The projections that events are folded into. */
export type Projection = 'people' | 'directory' | 'finder' | 'class' | 'classList' | 'cohort' | 'cohortList';

export interface State {
  seed: Seed;
  people: Map<string, User>;
  directory: Map<string, User>;
  finder: Map<string, User>;
  class: Map<string, Klass>;
  classList: Map<string, Klass>;
  cohort: Map<string, Cohort>;
  cohortList: Map<string, Cohort>;
  log: Event[];
  count: number;
}
export interface Out {
  status: number;
  body?: Json | undefined;
  headers: Record<string, string>;
}
export interface Ctx {
  op: string;
  method: string;
  path: string;
  query: URLSearchParams;
  params: Record<string, string>;
  body: Json | undefined;
  raw: string;
  headers: Headers;
  caller: 'full' | 'restricted' | undefined;
  state: State;
  memo: Map<string, number>;
  read: boolean;
}
export interface Window {
  limit: number;
  offset: number;
  cursor?: { back: boolean; at: number } | undefined;
  start: number;
  stop: number;
  total: number;
}
export interface Switch {
  id: string;
  deep?: 1;
  /** The sentence broken, or for a manner the silence that permits it. */
  breaks: string;
  how?: string;
  ops?: RegExp;
  /** Before keys are looked at: may answer, or change who calls. */
  auth?: (c: Ctx) => Out | undefined;
  /** After keys: may answer, or change the query, the body or the path parameters. */
  before?: (c: Ctx) => Out | undefined;
  users?: (rows: User[], c: Ctx) => User[];
  classes?: (rows: Klass[], c: Ctx) => Klass[];
  cohorts?: (rows: Cohort[], c: Ctx) => Cohort[];
  sessions?: (rows: Session[], c: Ctx) => Session[];
  studies?: (rows: Study[], c: Ctx) => Study[];
  page?: (w: Window, c: Ctx) => void;
  user?: (v: Json, u: User, c: Ctx) => void;
  klass?: (v: Json, k: Klass, c: Ctx) => void;
  cohort?: (v: Json, k: Cohort, c: Ctx) => void;
  session?: (v: Json, s: Session, c: Ctx) => void;
  study?: (v: Json, s: Study, c: Ctx) => void;
  event?: (e: Event, c: Ctx) => Event[] | undefined;
  fold?: (e: Event, p: Projection, c: Ctx) => Event | undefined;
  /** After all: the answer may be changed. Also for errors. */
  after?: (o: Out, c: Ctx) => void;
  /** A switch that is asked for by its id where it stands. */
  inline?: 1;
}
