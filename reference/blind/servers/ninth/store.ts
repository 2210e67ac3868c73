// A tiny relational store: tables of plain rows, link tables, and a lazy query pipeline (where -> order).
export type Pred<T> = (row: T) => boolean;
export type Cmp<T> = (a: T, b: T) => number;

export class Query<T> {
  readonly #source: () => readonly T[];
  readonly #preds: readonly Pred<T>[];
  readonly #order: Cmp<T> | undefined;
  constructor(source: () => readonly T[], preds: readonly Pred<T>[] = [], order?: Cmp<T>) {
    this.#source = source;
    this.#preds = preds;
    this.#order = order;
  }
  where(...preds: (Pred<T> | undefined)[]): Query<T> {
    return new Query(this.#source, [...this.#preds, ...preds.filter((p) => p !== undefined)], this.#order);
  }
  orderBy(order: Cmp<T> | undefined): Query<T> {
    return new Query(this.#source, this.#preds, order);
  }
  rows(): T[] {
    const found = this.#source().filter((row) => this.#preds.every((p) => p(row)));
    return this.#order ? found.sort(this.#order) : found;
  }
}

export class Table<T> {
  rows: T[] = [];
  insert(row: T): T {
    this.rows.push(row);
    return row;
  }
  find(pred: Pred<T>): T | undefined {
    return this.rows.find(pred);
  }
  query(): Query<T> {
    return new Query(() => this.rows);
  }
  delete(pred: Pred<T>): void {
    this.rows = this.rows.filter((row) => !pred(row));
  }
}

export interface Year {
  id: string;
  name: string;
  start: number;
  end: number;
}
export interface ClassRow {
  id: string;
  name: string;
  description: string | undefined;
  yearId: string;
}
export interface CohortRow {
  id: string;
  name: string;
  description: string | undefined;
  yearId: string;
}
export interface TestRow {
  id: string;
  name: string;
  subject: string;
  versions: string[];
}
export interface CohortTestRow {
  cohortId: string;
  testId: string;
  versionId: string;
  status: string;
}
export interface UserRow {
  id: string;
  username: string;
  upn: string | undefined;
  externalId: string | undefined;
  roles: string[];
  firstName: string;
  lastName: string | undefined;
  emails: string[];
  gender: string | undefined;
  born: string | undefined;
  createdAt: number;
  updatedAt: number;
  enabled: boolean;
  password: string;
}
export interface Member {
  ownerId: string;
  userId: string;
}
export interface ResultRow {
  calculated: number;
  level: string;
  seconds: number;
}
export interface SessionRow {
  id: string;
  userId: string;
  testId: string;
  versionId: string;
  start: number;
  end: number | undefined;
  result: ResultRow | undefined;
}
export interface StudyRow {
  id: string;
  userId: string;
  lesson: string | undefined;
  start: number;
  end: number | undefined;
  seconds: number;
}

export class Database {
  readonly years = new Table<Year>();
  readonly classes = new Table<ClassRow>();
  readonly cohorts = new Table<CohortRow>();
  readonly tests = new Table<TestRow>();
  readonly cohortTests = new Table<CohortTestRow>();
  readonly users = new Table<UserRow>();
  readonly classStudents = new Table<Member>();
  readonly classTeachers = new Table<Member>();
  readonly cohortStudents = new Table<Member>();
  readonly sessions = new Table<SessionRow>();
  readonly study = new Table<StudyRow>();
}
