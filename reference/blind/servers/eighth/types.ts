export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Row = { [key: string]: Json };

export interface Year {
  academicYearId: string;
  name: string;
  start: number;
  end: number;
}
export interface Class {
  classId: string;
  name: string;
  description?: string;
  academicYearId: string;
  students: Set<string>;
  teachers: Set<string>;
}
export interface Cohort {
  cohortId: string;
  name: string;
  description?: string;
  academicYearId: string;
  students: Set<string>;
  tests: string[];
}
export interface Test {
  testId: string;
  testVersionId: string;
  oldVersionId?: string;
  name: string;
  subject: string;
  activationStatus: 'Active' | 'Inactive' | 'Draft';
}
export interface User {
  userId: string;
  username?: string;
  upn?: string;
  roles: string[];
  externalId?: string;
  firstName: string;
  lastName: string;
  fullName: string;
  emails: string[];
  gender?: string;
  dateOfBirth?: string;
  createdAt: number;
  updatedAt: number;
  isActive: boolean;
  password?: string;
}
export interface Session {
  sessionId: string;
  userId: string;
  testId: string;
  testVersionId: string;
  start: number;
  end?: number;
  level?: string;
  calculated?: number;
  seconds?: number;
}
export interface StudySession {
  studySessionId: string;
  userId: string;
  classId?: string;
  topic?: string;
  start: number;
  end?: number;
  seconds: number;
}
export interface Db {
  years: Year[];
  classes: Map<string, Class>;
  cohorts: Map<string, Cohort>;
  tests: Map<string, Test>;
  users: Map<string, User>;
  sessions: Session[];
  studySessions: StudySession[];
}
