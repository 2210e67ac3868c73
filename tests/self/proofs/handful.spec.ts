import { expect } from '@playwright/test';
import { chooseShapes } from '../../../reference/service/choices.ts';
import { seedClasses, seedCohorts } from '../../../reference/service/data/groups.ts';
import { seedData } from '../../../reference/service/data/seed.ts';
import { seedSessions } from '../../../reference/service/data/sessions.ts';
import { seedTests } from '../../../reference/service/data/tests.ts';
import { seedUsers } from '../../../reference/service/data/users.ts';
import { keysOf } from '../../../reference/service/http/keys.ts';
import { createMeter } from '../../../reference/service/http/rate.ts';
import { createRouter } from '../../../reference/service/http/router.ts';
import { createService, type Service } from '../../../reference/service/http/service.ts';
import { operations } from '../../../reference/service/operations/index.ts';
import { createStore } from '../../../reference/service/store/store.ts';
import { shareRows } from '../../../reference/service/store/table.ts';
import { accusations, judgeAll, trial } from './judge-service.ts';
import { test } from './light-test.ts';

test.describe.configure({ timeout: 120_000 });

const router = createRouter(operations);
const shapes = chooseShapes();

/** The reference service with its last academic years, at most so many of everything else, and no session of an unknown test. */
function handful(count: number, inYears: number): Service {
  const seeded = seedData(1, 0);
  const years = seeded.years.rows.slice(-inYears);
  const classes = seedClasses(1, years).slice(0, count);
  const all = seedTests(1);
  const cohorts = seedCohorts(1, years, all).slice(0, count);
  // Who is in more classes than there are is in some of them twice.
  const users = seedUsers(1, count, classes, cohorts).map((user) => ({
    ...user,
    classIds: [...new Set(user.classIds)],
    cohortIds: [...new Set(user.cohortIds)],
  }));
  const sessions = seedSessions(1, users, all).slice(0, count);
  const used = [...sessions, ...cohorts.flatMap((cohort) => cohort.tests)].map(({ testId }) => testId);
  const tests = all.filter(({ id }) => used.includes(id));
  const store = createStore({
    ...seeded,
    years: shareRows(years),
    classes: shareRows(classes),
    cohorts: shareRows(cohorts),
    users: shareRows(users),
    tests: shareRows(tests),
    sessions: shareRows(sessions),
    studySessions: shareRows([]),
  });
  return createService({ store, shapes, keys: keysOf(1), router, meter: createMeter(shapes.rate) });
}

for (const [count, inYears] of [
  [1, 1],
  [2, 1],
  [3, 2],
  [5, 3],
] as const)
  test(`a target with academic years: ${inYears}, and of everything else: ${count}, is accused of nothing`, async () => {
    for (const seed of [1, 2]) {
      const rows = await judgeAll(trial({ wrap: () => handful(count, inYears), seed, write: seed === 1 }));
      expect(accusations(rows)).toEqual([]);
    }
  });
