// The shapes that all modules share: stored rows, the context of one request, and a reply before it becomes a Response.
import type { Settings } from './settings.ts';

export type Json = Record<string, unknown>;

// A value that came as JSON, read as an object, a list or a text.
export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {};
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string => String(value);
export const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

// What must be there; a server that lacks it is broken.
export function must<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) throw new Error('something is missing');
  return value;
}
// An item of a list that is known to be so long.
export const at = <T>(list: readonly T[], index: number): T => must(list[index]);

export interface Year {
  academicYearId: string;
  name: string;
  startDate: number;
  endDate: number;
}
export interface ClassRow {
  classId: string;
  name: string;
  description?: string;
  academicYearId: string;
  createdAt: number;
}
export interface TestRow {
  testId: string;
  testVersionId: string;
  name: string;
  subject: string;
}
export interface CohortTestRow {
  testId: string;
  // Null where it was lost.
  testVersionId: string | null;
  activationStatus: string;
}
export interface CohortRow {
  cohortId: string;
  name: string;
  description?: string;
  academicYearId: string;
  tests: CohortTestRow[];
  createdAt: number;
}
export interface UserRow {
  userId: string;
  username: string;
  upn?: string;
  roles: string[];
  externalId?: string;
  firstName?: string;
  lastName?: string;
  fullName?: string;
  emails: string[];
  gender?: string;
  dateOfBirth?: string;
  createdAt: number;
  updatedAt: number;
  enabled: boolean;
  password?: string;
  stamped: boolean;
}
export interface ResultRow {
  calculatedAt: number;
  level: string;
  seconds: number;
}
export interface SessionRow {
  sessionId: string;
  userId: string;
  testId: string;
  testVersionId: string;
  startDate: number;
  endDate?: number;
  result?: ResultRow;
}
export interface StudyRow {
  sessionId: string;
  userId: string;
  startDate: number;
  endDate: number;
}
export type Row = Year | ClassRow | CohortRow | TestRow | UserRow | SessionRow | StudyRow;

// A row as it is stored, also where a planted bug put in what does not fit.
export const stored = <T extends Row>(row: object): T => row as T;

// A class or cohort, and a member of it.
export type Pair = [string, string];
export type Links = Map<string, Set<string>>;
export function membersIn(links: Links, id: string): Set<string> {
  const there = links.get(id);
  if (there) return there;
  const made = new Set<string>();
  links.set(id, made);
  return made;
}

export interface World {
  years: Year[];
  classes: ClassRow[];
  cohorts: CohortRow[];
  tests: TestRow[];
  users: UserRow[];
  sessions: SessionRow[];
  study: StudyRow[];
  // Members by class or cohort, in the order in which they came.
  students: Links;
  teachers: Links;
  cohortStudents: Links;
  // What readers still see of a person's memberships while a change spreads.
  lag: { until: number; userId: string; classIds: string[]; cohortIds: string[] }[];
  tokens: Map<string, Place>;
  newId: () => string;
  random: () => number;
}

// Where a page lies in an ordered list.
export interface Place {
  start: number;
  end?: number;
  after?: string;
  before?: string;
  query?: string;
  back?: boolean;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body?: unknown;
  raw?: string;
}

export interface PageAsk {
  limit: number;
  offset: number;
  cursor: string | null;
  place: Place | null;
}

export const operators = ['gt', 'gte', 'lt', 'lte'] as const;
export type Bounds = Partial<Record<(typeof operators)[number], number | undefined>>;

export interface Filter<T extends Row = Row> {
  name: string;
  values: string[];
  bounds?: Bounds;
  keep(row: T): boolean;
}

export interface SortAsk {
  field: string;
  direction: string;
  compare(a: Row, b: Row): number;
}

export interface Slice {
  start: number;
  end: number;
  rows: Row[];
  ask: PageAsk;
}

export interface Rule {
  code: string;
  fails: boolean;
  status: number;
  value: unknown;
}

// What a rule about a name that exists already looks at.
export interface Twin {
  name: string;
  twin: ClassRow | CohortRow | undefined;
  academicYearId: string;
}

// What a change writes: fields of a row, or memberships.
export interface Patch {
  [field: string]: unknown;
  links?: Links;
  pairs?: Pair[];
  cohort?: CohortRow;
}

export interface Command {
  kind: string;
  target: string;
  ids: string[];
  patch: Patch;
  user?: UserRow;
}

export interface Incoming {
  query: [string, string][];
  headers: Headers;
  text: string;
}

export interface Verdict {
  status: 0 | 401 | 403;
  key: string;
}

export interface Item {
  row: Row;
  out: Json;
  kind: string;
  list: boolean;
}

// What a list says about its page; numbers and texts as some server shows them.
export interface Pagination {
  total: number | string;
  limit: number | string | undefined;
  offset: number | null;
  previousCursor?: string | null | undefined;
  nextCursor?: string | number | null | undefined;
}

// The filters that a list of people was asked for.
export interface Asked {
  userId?: string[];
  upn?: string[];
  externalId?: string[];
  username?: string[];
  email?: string;
  name?: string;
  role?: string;
}

// What one step of a request leaves for the later ones.
export interface Bag {
  shown: Row[];
  rows: Row[];
  start: number;
  ask?: PageAsk;
  order?: SortAsk;
  asked?: Asked;
  old?: ClassRow;
  askedYear?: string;
  plain?: Filter[];
  keeps?: Filter['keep'][];
  some?: boolean;
  before?: UserRow;
  ids?: unknown[];
}

// What happens to a request, step by step; a planted bug changes the value of a step.
export interface Steps {
  incoming: Incoming;
  verdict: Verdict;
  rule: Rule;
  page: PageAsk;
  filter: Filter;
  rows: Row[];
  sort: SortAsk;
  sorted: Row[];
  slice: Slice;
  total: number;
  pagination: Pagination;
  item: Item;
  body: Json;
  error: Reply;
  reply: Reply;
  write: Command;
  after: Command;
  preflight: Reply;
  source: Row[];
  cursor: Place;
}
export type Step = keyof Steps;

export interface Ctx {
  op: string;
  opId: string;
  request: Request;
  url: URL;
  query: [string, string][];
  headers: Headers;
  path: Record<string, string>;
  text: string;
  body: unknown;
  s: Settings;
  w: World;
  memory: Map<string, unknown>;
  bag: Bag;
  count: number;
  key: string;
  step: <K extends Step>(name: K, value: Steps[K]) => Steps[K];
}

export const pathOf = (c: Ctx, name: string): string => c.path[name] ?? '';

export class Refusal extends Error {
  status: number;
  code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
