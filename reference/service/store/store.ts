import { uuidFrom } from '../data/random.ts';
import type { SeedData } from '../data/seed.ts';
import type { ClassRow, CohortRow, SessionRow, StudySessionRow, TestRow, UserRow, YearRow } from './rows.ts';
import { type Table, tableOver } from './table.ts';

/** Everything that one reference service knows, and its clock. */
export interface Store {
  readonly years: Table<YearRow>;
  readonly classes: Table<ClassRow>;
  readonly cohorts: Table<CohortRow>;
  readonly users: Table<UserRow>;
  readonly tests: Table<TestRow>;
  readonly sessions: Table<SessionRow>;
  readonly studySessions: Table<StudySessionRow>;
  /** The instant at which the logical clock stands. */
  readonly now: () => number;
  /** The next instant of the logical clock, in milliseconds since 1970: one second after the last. */
  readonly tick: () => number;
  /** The next unused UUID. */
  readonly newId: () => string;
}

/** Seconds that the logical clock moves with each write. */
const step = 1000;

/** A store over seeded data; the data is shared between stores and never changed. */
export function createStore(data: SeedData): Store {
  let now = data.now;
  let made = 0;
  return {
    years: tableOver(data.years),
    classes: tableOver(data.classes),
    cohorts: tableOver(data.cohorts),
    users: tableOver(data.users),
    tests: tableOver(data.tests),
    sessions: tableOver(data.sessions),
    studySessions: tableOver(data.studySessions),
    now: () => now,
    tick: () => {
      now += step;
      return now;
    },
    newId: () => {
      made += 1;
      return uuidFrom(data.seed, `made ${made}`);
    },
  };
}

/** The academic year that is current, if there is one. */
export function currentYear(store: Pick<Store, 'years'>): YearRow | undefined {
  return store.years.list().find((year) => year.current);
}
