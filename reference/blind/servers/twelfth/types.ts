export type On = (id: string) => boolean;
export type Key = string | number | null;
export type Json = Record<string, unknown>;

export interface YearRow {
  id: string;
  name: string;
  start: number;
  end: number;
  current: boolean;
}

/** Marks are left by writes: reads look at them, as they would at a stale cache. */
interface Marked {
  seq: number;
  marks?: Set<string> | undefined;
}

export interface ClassRow extends Marked {
  id: string;
  name: string;
  description?: string | undefined;
  yearId: string;
  size: number;
  teachers: number;
}

export interface CohortRow extends Marked {
  id: string;
  name: string;
  description?: string | undefined;
  yearId: string;
  tests: { testId: string; activation: string }[];
  oldTests?: { testId: string; activation: string }[];
}

export interface TestRow {
  id: string;
  versionId: string;
  oldVersionId: string;
  oldId: string;
  name: string;
  subject: string;
}

export interface UserRow extends Marked {
  id: string;
  username?: string | undefined;
  upn?: string | undefined;
  roles: string[];
  externalId?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  fullName?: string | undefined;
  emails: string[];
  gender?: string | undefined;
  dob?: string | undefined;
  createdAt: number;
  updatedAt: number;
  enabled: boolean;
  classIds: Set<string>;
  cohortIds: Set<string>;
  formerClassIds: string[];
  stale?: { ep: string; row: Partial<UserRow> } | undefined;
}

export interface SessionRow extends Marked {
  id: string;
  userId: string;
  testId: string;
  versionId: string;
  start: number;
  end?: number | undefined;
  touched: number;
  result?: { calculated: number; level: string; seconds: number };
}

export interface StudyRow extends Marked {
  id: string;
  userId: string;
  classId?: string | undefined;
  topic?: string | undefined;
  start: number;
  end: number;
}

export interface World {
  years: YearRow[];
  classes: ClassRow[];
  cohorts: CohortRow[];
  tests: TestRow[];
  users: UserRow[];
  sessions: SessionRow[];
  study: StudyRow[];
}

export interface Reply {
  status: number;
  body?: unknown | undefined;
}
