import type { On, Seals } from './kit.ts';
import { refuse, sealer } from './kit.ts';
import { SEED, type Seed, uuidFrom } from './seed.ts';

/** A server's own copy of the seed with the indexes that its desks look things up in. */
export type Store = Seed & {
  yearRow: Map<string, number>;
  classRow: Map<string, number>;
  cohortRow: Map<string, number>;
  testRow: Map<string, number>;
  userRow: Map<string, number>;
  upnIndex: Map<string, number[]>;
  externalIndex: Map<string, number[]>;
  usernameIndex: Map<string, number[]>;
  freshId: () => string;
};

export type House = { on: On; db: Store; seals: Seals; classIdOf: (row: number) => string };

const index = (ids: readonly string[]): Map<string, number> => new Map(ids.map((id, row) => [id, row]));

export function postings(column: readonly (string | undefined)[]): Map<string, number[]> {
  const all = new Map<string, number[]>();
  column.forEach((value, row) => {
    if (value === undefined) return;
    const rows = all.get(value);
    if (rows === undefined) all.set(value, [row]);
    else rows.push(row);
  });
  return all;
}

/** Copies of the columns: their cells are never changed in place. */
function copies<T extends Record<string, unknown>>(table: T): T {
  const copy: Record<string, unknown> = {};
  for (const [name, column] of Object.entries(table))
    copy[name] = Array.isArray(column) ? column.slice() : column;
  return copy as T;
}

function counter(): () => string {
  let state = 0x5eed;
  return () =>
    uuidFrom((sides) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (state >>> 8) % sides;
    });
}

export function openStore(): Store {
  return {
    ...SEED,
    classes: copies(SEED.classes),
    cohorts: copies(SEED.cohorts),
    users: copies(SEED.users),
    userClasses: SEED.userClasses.slice(),
    userCohorts: SEED.userCohorts.slice(),
    cohortTests: SEED.cohortTests.slice(),
    yearRow: index(SEED.years.id),
    classRow: index(SEED.classes.id),
    cohortRow: index(SEED.cohorts.id),
    testRow: index(SEED.tests.id),
    userRow: index(SEED.users.id),
    upnIndex: postings(SEED.users.upn),
    externalIndex: postings(SEED.users.externalId),
    usernameIndex: postings(SEED.users.username),
    freshId: counter(),
  };
}

export function openHouse(on: On): House {
  const db = openStore();
  const classIdOf = (row: number): string => {
    const id = cell(db.classes.id, row);
    return on('class-ids-in-capitals') ? id.toUpperCase() : id;
  };
  return { on, db, seals: sealer(on), classIdOf };
}

/** A cell that is there. */
export function cell<T>(column: readonly T[], row: number): T {
  const value = column[row];
  return value === undefined ? refuse(500, `no row ${row}`) : value;
}

const STEPS: readonly (readonly [unit: number, letter: string])[] = [
  [3600, 'H'],
  [60, 'M'],
  [1, 'S'],
];

/** PT1H2M3S, of which a manner writes every part. */
export function span(ms: number, full: boolean): string {
  let left = Math.round(ms / 1000);
  let text = full ? 'P0Y0M0DT' : 'PT';
  for (const [unit, letter] of STEPS) {
    const count = Math.floor(left / unit);
    left -= count * unit;
    if (full || count > 0) text += `${count}${letter}`;
  }
  return text === 'PT' ? 'PT0S' : text;
}
