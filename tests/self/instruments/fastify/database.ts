import { createRequire } from 'node:module';
import type { Database, JSValue } from 'node-sqlite3-wasm';

/** A value that is bound to a statement. */
export type Value = JSValue;

/** A row as the database gives it. */
export type Row = Readonly<Record<string, string | number | null>>;

/** The database of the instrument: SQLite as WebAssembly, in memory. */
export interface Sql {
  all(statement: string, values?: readonly Value[]): Row[];
  one(statement: string, values?: readonly Value[]): Row | undefined;
  run(statement: string, values?: readonly Value[]): number;
  close(): void;
}

const schema = `
  create table year (id text primary key, name text, starts int, ends int);
  create table test (id text primary key, version text, name text, subject text);
  create table grp (id text primary key, kind text, name text, description text, year text references year, made int);
  create unique index one_name on grp (kind, year, name);
  create table cohort_test (cohort text, test text, state text, primary key (cohort, test));
  create table account (id text primary key, username text, upn text, roles text, external_id text, first_name text,
    last_name text, emails text, gender text, born text, created int, updated int, active int);
  create table member (account text, grp text, part text, primary key (account, grp, part));
  create table sitting (id text primary key, account text, test text, version text, status text, starts int, ends int,
    graded int, level text);
  create table study (id text primary key, account text, subject text, starts int, ends int);
`;

const load = createRequire(import.meta.url);

/** Opens an empty database. `fold(text)` is its lower case, beyond ASCII as well. */
export function openDatabase(): Sql {
  const { Database: Sqlite } = load('node-sqlite3-wasm') as { Database: new () => Database };
  const db = new Sqlite();
  db.function('fold', (text) => String(text).toLowerCase(), { deterministic: true });
  db.exec(schema);
  return {
    all: (statement, values = []) => db.all(statement, [...values]) as Row[],
    one: (statement, values = []) => (db.get(statement, [...values]) as Row | null) ?? undefined,
    run: (statement, values = []) => db.run(statement, [...values]).changes,
    close: () => db.close(),
  };
}

/** As many placeholders as there are values: `(?, ?, ?)`. */
export function places(values: readonly unknown[]): string {
  return `(${values.map(() => '?').join(', ')})`;
}
