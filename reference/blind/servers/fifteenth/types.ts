/** The shapes that the modules share: rows of the world, requests under way, answers, switches. */

import type { Settings } from './settings.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Obj = { [name: string]: Json };

export interface Year {
  id: string;
  name: string;
  start: number;
  end: number;
  current: boolean;
}

export interface Group {
  id: string;
  name: string;
  description: string;
  yearId: string;
  /** Tests of a cohort by id, with their activation. */
  tests: Map<string, string>;
}

export interface Test {
  id: string;
  versionId: string;
  name: string;
  subject: string;
  kind: 'plain' | 'writing' | 'digital';
}

export type RoleName = 'student' | 'teacher' | 'admin';

export interface User {
  id: string;
  username: string;
  upn: string;
  roles: RoleName[];
  externalId: string;
  firstName: string;
  lastName: string;
  emails: string[];
  gender: string;
  birth: string;
  created: number;
  updated: number;
  /** When the account was disabled; 0 while it is enabled. */
  disabled: number;
  studies: Set<string>;
  teaches: Set<string>;
  cohorts: Set<string>;
  password: string;
}

export interface Session {
  id: string;
  userId: string;
  testId: string;
  start: number;
  /** 0 while it is in progress. */
  end: number;
  calculated: number;
  level: string;
  seconds: number;
}

export interface Study {
  id: string;
  userId: string;
  topic: string;
  start: number;
  end: number;
}

export interface World {
  years: Year[];
  classes: Map<string, Group>;
  cohorts: Map<string, Group>;
  tests: Map<string, Test>;
  users: Map<string, User>;
  sessions: Map<string, Session>;
  studies: Study[];
  /** Fresh ids, the same in the same order for every server. */
  uuid: () => string;
  random: () => number;
  pending: { at: number; run: () => void }[];
  requests: number;
  notes: Map<string, Json>;
}

export interface Answer {
  status: number;
  body?: Json;
  headers: Record<string, string>;
}

/** A request under way. */
export interface Ctx {
  op: string;
  method: string;
  path: string;
  url: URL;
  params: Record<string, string>;
  query: [string, string][];
  body: Json | undefined;
  key: 'none' | 'full' | 'restricted';
  headers: Headers;
  world: World;
  s: Settings;
  now: number;
  on: (id: string) => boolean;
  /** What hooks leave for one another within a request. */
  memo: Map<string, unknown>;
  hooks: Hooks;
}

export interface Page {
  data: Json[];
  pagination: Obj;
}

/** What a list was asked for, once it has been read. */
export interface Asked {
  filters: Map<string, Json>;
  sortField: string;
  sortDirection: 'asc' | 'desc';
  limit: number;
  offset: number;
  cursor: Cursor | undefined;
}

export interface Cursor {
  /** The first index of the next page, or the index before which the previous page ends. */
  index: number;
  direction: 'next' | 'previous';
  key: string;
  filters: string;
}

export type Row = Year | Group | Test | User | Session | Study;

/** The places at which a bug can change what the server does. */
export interface Bug {
  id: string;
  depth: 'plain' | 'deep';
  breaks: string;
  how: string;
  /** The operations whose code has the bug. */
  at: readonly string[];
  /** Whether the key is good, before the operation. */
  key?: (c: Ctx) => Ctx['key'] | undefined;
  /** Query and body, before they are read. */
  before?: (c: Ctx) => void;
  /** Filters, limit and sort, once read. */
  asked?: (c: Ctx, asked: Asked) => void;
  /** Rows that were found, in their order, before they are paged. */
  rows?: (c: Ctx, rows: Row[], asked: Asked, all: Row[]) => Row[] | undefined;
  /** One row as it is shown. */
  view?: (c: Ctx, shown: Obj, row: Row) => void;
  page?: (c: Ctx, page: Page, asked: Asked, rows: Row[]) => void;
  /** The answer, an error as well. */
  after?: (c: Ctx, answer: Answer) => void;
}

export type Stage = 'key' | 'before' | 'asked' | 'rows' | 'view' | 'page' | 'after';

export type Hooks = (stage: Stage) => readonly Bug[];
