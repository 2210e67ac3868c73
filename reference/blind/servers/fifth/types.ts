/** Values that can stand in a JSON text. */
export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [name: string]: Json;
}
export type Loose = { [name: string]: Json | undefined };

export interface YearRow {
  academicYearId: string;
  name: string;
  startDate: number;
  endDate: number;
}

export interface ClassRow {
  classId: string;
  name: string;
  description: string;
  academicYearId: string;
  studentIds: Set<string>;
  teacherIds: Set<string>;
  addedLater: boolean;
}

export interface AssignedTest {
  testId: string;
  testVersionId: string;
  activationStatus: string;
}

export interface CohortRow {
  cohortId: string;
  name: string;
  description: string;
  academicYearId: string;
  studentIds: Set<string>;
  tests: AssignedTest[];
}

export interface TestRow {
  testId: string;
  name: string;
  subject: string;
  versions: string[];
}

export type Role = 'student' | 'teacher' | 'admin';

export interface UserRow {
  userId: string;
  username: string;
  upn: string;
  roles: Role[];
  externalId: string;
  firstName: string;
  lastName: string;
  fullName: string;
  emails: string[];
  gender: string;
  dateOfBirth: string;
  createdAt: number;
  updatedAt: number;
  enabled: boolean;
  password: string;
}

export interface ResultRow {
  calculatedDate: number;
  level: string;
  durationSeconds: number;
}

export interface SessionRow {
  sessionId: string;
  userId: string;
  testId: string;
  testVersionId: string;
  startDate: number;
  endDate: number | null;
  result: ResultRow | null;
}

export interface StudyRow {
  studySessionId: string;
  userId: string;
  subject: string;
  activity: string;
  startDate: number;
  endDate: number | null;
  score: number;
}

export interface Store {
  years: YearRow[];
  classes: ClassRow[];
  cohorts: CohortRow[];
  tests: TestRow[];
  users: UserRow[];
  sessions: SessionRow[];
  studies: StudyRow[];
}

export interface App {
  store: Store;
  on: (id: string) => boolean;
  now: () => number;
  newId: () => string;
  tick: () => number;
}

export interface Call {
  op: string;
  path: string;
  params: { [name: string]: string };
  query: URLSearchParams;
  text: string;
}

export interface Reply {
  status: number;
  body: Json | undefined;
}

export type Handler = (app: App, call: Call) => Reply;

export interface Route {
  op: string;
  writes: boolean;
  handler: Handler;
}
