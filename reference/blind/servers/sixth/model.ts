// What the service knows: its records, and the words it chose where the interface leaves them open.

export const ROLES = ['STUDENT', 'TEACHER', 'ADMIN'] as const;
export type Role = (typeof ROLES)[number];
export const GENDERS = ['female', 'male', 'nonbinary', 'undisclosed'] as const;
export const ACTIVATION = ['ENABLED', 'SUSPENDED', 'ARCHIVED'] as const;
export const STATUS = { open: 'ONGOING', done: 'FINISHED' } as const;
export const USER_SORTS = ['createdAt', 'updatedAt', 'lastName', 'fullName', 'username'] as const;
export const SESSION_SORTS = ['startDate', 'endDate', 'subject', 'status'] as const;
export const MAX_LIMIT = 300;
export const MAX_TEXT = 160;

export interface YearRow {
  academicYearId: string;
  name: string;
  start: number;
  end: number;
}
export interface ClassRow {
  seq: number;
  classId: string;
  name: string;
  description?: string;
  academicYearId: string;
  students: Set<string>;
  teachers: Set<string>;
}
export interface TestRow {
  testId: string;
  testVersionId: string;
  name: string;
  subject: string;
}
export interface CohortTestRow {
  testId: string;
  activationStatus: string;
}
export interface CohortRow {
  seq: number;
  cohortId: string;
  name: string;
  description?: string;
  academicYearId: string;
  students: Set<string>;
  tests: CohortTestRow[];
}
export interface UserRow {
  seq: number;
  userId: string;
  username: string;
  upn?: string;
  externalId?: string;
  roles: Role[];
  firstName: string;
  lastName: string;
  fullName: string;
  emails: string[];
  gender?: string;
  dateOfBirth?: string;
  createdAt: number;
  updatedAt: number;
  enabled: boolean;
  password: string;
}
export interface SessionRow {
  seq: number;
  id: string;
  userId: string;
  testId: string;
  start: number;
  end?: number;
  result?: { at: number; level: string; seconds: number };
}
export interface StudyRow {
  seq: number;
  studyId: string;
  userId: string;
  title: string;
  start: number;
  end: number;
}

/** A row of any list, seen through the fields of all of them: which are there depends on the list. */
export type Row = ClassRow & CohortRow & UserRow & SessionRow & Omit<StudyRow, 'end'>;
export const asRows = (rows: readonly unknown[]): Row[] => rows as Row[];

export interface Database {
  years: YearRow[];
  currentYearId: string;
  classes: ClassRow[];
  cohorts: CohortRow[];
  tests: TestRow[];
  users: UserRow[];
  sessions: SessionRow[];
  studies: StudyRow[];
  uuid(): string;
  now(): number;
}

/** The value, where there must be one. */
export function must<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) throw new Error('something is missing');
  return value;
}
