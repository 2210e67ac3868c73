import { createHash } from 'node:crypto';
import type { Sql, Value } from './database.ts';

const hour = 3_600_000;
const first = Date.UTC(2024, 8, 2, 8, 30);
const subjects = ['Maths', 'English reading', 'English writing', 'Digital skills'];
const levels = ['E1', 'E2', 'E3', 'L1', 'L2'].flatMap((level) =>
  ['Lower', 'Middle', 'Higher'].map((sub) => `${level} - ${sub}`),
);
const firstNames = [
  'Ada',
  'Björn',
  'Chloé',
  'Dilip',
  'Émile',
  'Fatima',
  'Gwen',
  "D'Arcy",
  'Noor',
  'Søren',
  'Wei',
];
const lastNames = ['Archer', 'Brontë', 'Çelik', 'Dahl', 'Evans', "O'Brien", 'Núñez', 'Singh', 'Ward'];

/** The id of the n-th thing of a kind; the same in each run. */
export function idOf(kind: string, n: number): string {
  const hex = createHash('sha256').update(`${kind} ${n}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The n-th of a list, around and around. */
function nth(list: readonly string[], n: number): string {
  return list[n % list.length] ?? '';
}

function insert(db: Sql, table: string, rows: readonly (readonly Value[])[]): void {
  db.run('begin');
  for (const row of rows) db.run(`insert into ${table} values (${row.map(() => '?').join(', ')})`, row);
  db.run('commit');
}

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

const tests = 12;
const groups = 126;
const accounts = 240;

/** Fills the database with a college: three years, groups, accounts, and what they sat. */
export function seed(db: Sql): void {
  const now = new Date();
  const autumn = now.getUTCFullYear() - (now.getUTCMonth() < 8 ? 1 : 0);
  insert(
    db,
    'year',
    times(3, (n) => year(n, autumn - 2 + n)),
  );
  insert(db, 'test', times(tests, test));
  for (const kind of ['class', 'cohort'])
    insert(
      db,
      'grp',
      times(groups, (n) => group(kind, n)),
    );
  insert(db, 'cohort_test', times(groups, testsOf).flat());
  insert(db, 'account', times(accounts, account));
  insert(db, 'member', times(accounts, groupsOf).flat());
  insert(db, 'sitting', times(270, sitting));
  insert(db, 'study', times(112, study));
}

function year(n: number, from: number): Value[] {
  return [idOf('year', n), `${from}/${from + 1}`, Date.UTC(from, 8, 1), Date.UTC(from + 1, 8, 1) - 1];
}

function test(n: number): Value[] {
  return [idOf('test', n), idOf('version', n), `${nth(subjects, n)} ${n + 1}`, nth(subjects, n)];
}

function group(kind: string, n: number): Value[] {
  const name = `${nth(['Set', 'Año', 'Groupe É', '100%_'], n)} ${Math.floor(n / 3)}${kind[1]}`;
  const description = n % 3 === 0 ? null : `The ${kind} number ${n}`;
  return [idOf(kind, n), kind, name, description, idOf('year', n % 3), first + n];
}

function testsOf(n: number): Value[][] {
  return times(n % 4, (k) => [idOf('cohort', n), idOf('test', (n + k) % tests), k ? 'open' : 'closed']);
}

function groupsOf(n: number): Value[][] {
  const part = n % 5 === 0 ? 'teacher' : 'student';
  const classes = times(n % 3, (k) => [idOf('account', n), idOf('class', (n + k * 7) % groups), part]);
  return n % 5 && n % 2 ? [...classes, [idOf('account', n), idOf('cohort', n % groups), 'cohort']] : classes;
}

function study(n: number): Value[] {
  const starts = first + (n % 40) * 31 * hour;
  return [idOf('study', n), student(n), nth(subjects, n), starts, starts + 1_234_000];
}

/** The id of one of the accounts that are students. */
function student(n: number): string {
  const at = (n * 7) % 240;
  return idOf('account', at % 5 === 0 ? at + 1 : at);
}

function account(n: number): Value[] {
  const roles = n % 5 ? ['Learner'] : n % 20 ? ['Tutor'] : ['Tutor', 'Manager'];
  const emails = times(n % 3, (k) => `person${n}.${k}@college.example`);
  const born = n % 4 ? `200${n % 10}-0${1 + (n % 9)}-1${n % 10}` : null;
  // Made in threes, so that sorting meets ties.
  const created = first + Math.floor(n / 3) * 17 * hour + 123;
  return [
    idOf('account', n),
    `user-${n}`,
    n % 5 && n % 2 ? `A${String(820_000_000_000 + n)}` : null,
    JSON.stringify(roles),
    n % 2 ? `00${n}-x` : null,
    nth(firstNames, n),
    n % 40 === 39 ? null : nth(lastNames, Math.floor(n / 3)),
    JSON.stringify(emails),
    n % 6 ? nth(['F', 'M', 'X'], n) : null,
    born,
    created,
    created + (n % 4) * hour,
    1,
  ];
}

function sitting(n: number): Value[] {
  const test = (n * 5) % 12;
  const starts = first + (n % 90) * 53 * hour + (n % 7) * 1_001;
  const version = n % 6 ? idOf('version', test) : idOf('older version', test);
  const row = [idOf('sitting', n), student(n), idOf('test', test), version];
  if (n % 9 < 4) return [...row, 'in_progress', starts, null, null, null];
  const level =
    test % 4 === 2 && n % 5 === 0
      ? 'NA'
      : test % 4 === 3 && n % 5 === 0
        ? 'Entry - Below E3'
        : nth(levels, n);
  const ends = starts + (n % 2 ? hour : (600 + (n % 100) * 37) * 1000);
  return [...row, 'completed', starts, ends, ends + (n % 3) * 1000, level];
}
