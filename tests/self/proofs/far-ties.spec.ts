import { expect } from '@playwright/test';
import { createReference } from '../../../reference/service/index.ts';
import { judgeAll, rowsOf, trial } from './judge-service.ts';
import { test } from './light-test.ts';

const rows = [
  ...rowsOf('list-users.sort-order/across-pages', ['listUsers']),
  ...rowsOf('search-users.sort/across-pages', ['searchUsers']),
];

/** A service on which two users alone came at one moment, at this place of all users in the order of `createdAt`. */
function withOneTie(place: number): ReturnType<typeof createReference> {
  const reference = createReference();
  const start = Date.UTC(2025, 0, 1);
  for (const [at, user] of reference.store.users.list().entries()) {
    const minute = at === place ? at - 1 : at;
    reference.store.users.put({ ...user, createdAt: start + minute * 60_000 });
  }
  return reference;
}

// A page of a hundred shows the ties; the pages that a border lies between have to be on it as a whole.
for (const place of [1, 90, 92, 96, 97, 99, 100, 101, 202, 203, 299]) {
  test(`users that are alike at place ${place} of a list that goes on are no reason to accuse anybody`, async () => {
    for (let seed = 1; seed <= 5; seed += 1) {
      const judged = await judgeAll(trial({ against: withOneTie(place), seed, write: false }), rows);
      expect(judged.map(({ verdict, reason }) => [verdict, reason])).toEqual(rows.map(() => ['pass', '']));
    }
  });
}
