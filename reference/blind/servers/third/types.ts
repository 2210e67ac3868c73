/** Rows as they lie in the store. Instants are milliseconds since the epoch. */

export type Role = 'student' | 'teacher' | 'admin';
export type Gender = 'female' | 'male' | 'non-binary' | 'undisclosed';
export type SessionStatus = 'in-progress' | 'completed';

export const ROLES: readonly Role[] = ['student', 'teacher', 'admin'];
export const GENDERS: readonly Gender[] = ['female', 'male', 'non-binary', 'undisclosed'];

export type AcademicYearRow = {
  id: string;
  name: string;
  startsAt: number;
  endsAt: number;
};

export type ClassRow = {
  id: string;
  name: string;
  description: string | undefined;
  yearId: string;
};

export type TestRow = {
  id: string;
  versionId: string;
  name: string;
  subject: string | undefined;
  activation: 'active' | 'inactive';
};

export type CohortRow = {
  id: string;
  name: string;
  description: string | undefined;
  yearId: string;
  testIds: string[];
};

export type UserRow = {
  id: string;
  username: string;
  upn: string | undefined;
  roles: Role[];
  externalId: string | undefined;
  firstName: string | undefined;
  lastName: string | undefined;
  emails: string[];
  gender: Gender | undefined;
  birth: string | undefined;
  createdAt: number;
  updatedAt: number;
  enabled: boolean;
  password: string | undefined;
};

export type ResultRow = {
  calculatedAt: number;
  level: string;
  seconds: number;
};

export type SessionRow = {
  id: string;
  userId: string;
  testId: string;
  startedAt: number;
  endedAt: number | undefined;
  result: ResultRow | undefined;
};

export type StudyRow = {
  id: string;
  userId: string;
  subject: string | undefined;
  startedAt: number;
  endedAt: number;
  score: number | undefined;
};

/** Anything that can be written as JSON. */
export type Json = string | number | boolean | null | undefined | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** Feature switches: planted bugs and permitted manners share one name space. */
export type Flags = { on(id: string): boolean };
