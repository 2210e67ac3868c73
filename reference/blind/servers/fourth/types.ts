// Rows of the tables, and what is handed along the middleware chain.

export type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json | undefined };

export const roleValues = ['Student', 'Teacher', 'CentreAdmin', 'SupportStaff'] as const;
export type Role = (typeof roleValues)[number];

export const genderValues = ['F', 'M', 'X', 'U'] as const;
export type Gender = (typeof genderValues)[number];

export type YearRow = { academicYearId: string; name: string; from: number; to: number };

export type ClassRow = { classId: string; name: string; description: string; academicYearId: string };

export type ClassMemberRow = { classId: string; userId: string; as: 'student' | 'teacher' };

export type CohortRow = { cohortId: string; name: string; description: string; academicYearId: string };

export type CohortMemberRow = { cohortId: string; userId: string };

export type CohortTestRow = { cohortId: string; testId: string };

export type TestRow = {
  testId: string;
  testVersionId: string;
  earlierVersionId: string;
  name: string;
  subject: string;
  activationStatus: 'live' | 'scheduled' | 'withdrawn';
};

export type UserRow = {
  userId: string;
  username: string;
  upn: string;
  roles: Role[];
  externalId: string;
  firstName: string;
  lastName: string;
  emails: string[];
  gender: Gender | '';
  dateOfBirth: string;
  createdAt: number;
  updatedAt: number;
  active: boolean;
  password: string;
};

export type SessionRow = {
  sessionId: string;
  userId: string;
  testId: string;
  testVersionId: string;
  start: number;
  done: { end: number; calculated: number; level: string; seconds: number } | null;
};

export type StudyRow = {
  studySessionId: string;
  userId: string;
  subject: string;
  activity: string;
  start: number;
  end: number | null;
  seconds: number;
};

export type Db = {
  years: YearRow[];
  classes: ClassRow[];
  classMembers: ClassMemberRow[];
  cohorts: CohortRow[];
  cohortMembers: CohortMemberRow[];
  cohortTests: CohortTestRow[];
  tests: TestRow[];
  users: UserRow[];
  sessions: SessionRow[];
  studies: StudyRow[];
  /** grows with every write */
  revision: number;
  /** the instant of the last write */
  lastWrite: number;
  /** made identifiers so far */
  made: number;
  /** what endpoints remember between requests */
  memo: Map<string, unknown>;
};

export type KeyKind = 'full' | 'restricted' | 'none';

export type ErrorStyle = 'basic' | 'problem';

export type Ctx = {
  request: Request;
  url: URL;
  query: URLSearchParams;
  params: Record<string, string>;
  /** template of the operation, "GET /users"; "" where no path fits */
  op: string;
  route: Route | null;
  /** the path exists, but not with this method */
  otherMethod: boolean;
  key: KeyKind;
  db: Db;
  on: (id: string) => boolean;
};

export type Handler = (ctx: Ctx) => Response | Promise<Response>;

export type Route = { op: string; needs: 'read' | 'write'; errors: ErrorStyle; run: Handler };

export type Middleware = (ctx: Ctx, next: () => Promise<Response>) => Promise<Response>;
