import type {
  ClassRow,
  CohortRow,
  SessionRow,
  StudySessionRow,
  TestRow,
  UserRow,
  YearRow,
} from '../store/rows.ts';
import { type SharedRows, shareRows } from '../store/table.ts';
import { seedClasses, seedCohorts } from './groups.ts';
import { seedSessions } from './sessions.ts';
import { seedStudySessions } from './study-sessions.ts';
import { seedTests } from './tests.ts';
import { seedUsers } from './users.ts';
import { seedYears } from './years.ts';

/** What a store starts with. It depends on the seed and the number of users alone. */
export interface SeedData {
  readonly seed: number;
  /** Where the logical clock starts: later than everything seeded. */
  readonly now: number;
  readonly years: SharedRows<YearRow>;
  readonly classes: SharedRows<ClassRow>;
  readonly cohorts: SharedRows<CohortRow>;
  readonly users: SharedRows<UserRow>;
  readonly tests: SharedRows<TestRow>;
  readonly sessions: SharedRows<SessionRow>;
  readonly studySessions: SharedRows<StudySessionRow>;
}

const kept = new Map<string, SeedData>();
const keptAtMost = 8;

/** The data of a seed with that many users; built once and then shared. */
export function seedData(seed: number, users: number): SeedData {
  const name = `${seed} ${users}`;
  const known = kept.get(name);
  if (known) return known;

  const data = buildSeedData(seed, users);
  const [oldest] = kept.keys();
  if (kept.size >= keptAtMost && oldest !== undefined) kept.delete(oldest);
  kept.set(name, data);
  return data;
}

function buildSeedData(seed: number, size: number): SeedData {
  const years = seedYears(seed);
  const tests = seedTests(seed);
  const classes = seedClasses(seed, years);
  const cohorts = seedCohorts(seed, years, tests);
  const users = seedUsers(seed, size, classes, cohorts);
  return {
    seed,
    now: Date.UTC(2026, 0, 12, 9),
    years: shareRows(years),
    classes: shareRows(classes),
    cohorts: shareRows(cohorts),
    users: shareRows(users),
    tests: shareRows(tests),
    sessions: shareRows(seedSessions(seed, users, tests)),
    studySessions: shareRows(seedStudySessions(seed, users, tests)),
  };
}
