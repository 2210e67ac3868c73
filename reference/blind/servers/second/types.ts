export type Kind = 'student' | 'teacher';
export interface YearRow {
  id: string;
  name: string;
  start: number;
  end: number;
  current: boolean;
}
export interface ClassRow {
  id: string;
  seq: number;
  name: string;
  nameKey: string;
  description: string | null;
  yearId: string;
  yearKey: string | null;
  visibleAt: number;
}
export type CohortRow = ClassRow;
export interface TestRow {
  id: string;
  versionId: string;
  name: string;
  subject: string;
  activation: string;
}
export interface UserRow {
  id: string;
  seq: number;
  kind: Kind;
  username: string;
  upn: string | null;
  roles: string[];
  roleKeys: string[];
  externalId: string | null;
  firstName: string;
  lastName: string;
  fullName: string;
  emails: string[];
  gender: string | null;
  dob: string | null;
  createdAt: number;
  updatedAt: number;
  open: boolean;
  password: string;
}
export interface ResultRow {
  calculatedAt: number;
  level: string;
  seconds: number;
}
export interface SessionRow {
  id: string;
  seq: number;
  userId: string;
  testId: string;
  versionId: string;
  startedAt: number;
  endedAt: number | null;
  lastSeen: number;
  result: ResultRow | null;
}
export interface StudyRow {
  id: string;
  userId: string;
  topic: string;
  startedAt: number;
  endedAt: number;
}
export type Json = Record<string, unknown>;
export interface Reply {
  status: number;
  body?: Json;
  headers?: Record<string, string>;
  text?: string;
}
export interface Identity {
  key: string;
  read: boolean;
  write: boolean;
}
