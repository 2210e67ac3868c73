import { expect } from '@playwright/test';
import type { LentThings } from '../../../harness/run/profile.ts';
import { createReference, type Reference } from '../../../reference/service/index.ts';
import { accusations, judgeAll, planned, trial } from '../proofs/judge-service.ts';
import { test } from '../proofs/light-test.ts';

const rows = planned.filter(({ check }) => check.id.endsWith('/lent-person'));
const { lentThings = {} } = trial().settings;

/** How many of the rows are about students alone. */
const ofStudents = 8;

/** Everything that there is of users, when they were touched last aside. */
function users({ store }: Reference): unknown {
  return structuredClone(store.users.list().map(({ updatedAt, ...user }) => user));
}

test('a lent person is changed for a moment: each row puts back what it changes, and all of them are cheap', async () => {
  const reference = createReference();
  const before = users(reference);
  const run = trial({ against: reference, profileSays: { lentThings } });
  // Beside the class and the cohort that all rows share, nothing is made for them.
  const judged = await judgeAll(run, rows);

  expect(judged.map(({ id, verdict, reason }) => [id, verdict, reason])).toEqual(
    rows.map(({ id }) => [id, 'pass', '']),
  );
  expect(users(reference)).toEqual(before);
  expect(run.world.made.map(({ kind }) => kind)).toEqual(['class', 'cohort']);
  expect(run.exchange.requests / rows.length).toBeLessThan(12);
  expect(await run.exchange.putBack()).toMatchObject({ failed: [] });
  expect(users(reference)).toEqual(before);
});

test('where one kind of people is lent, the rows about the other are not applicable, and the rest say who was looked at', async () => {
  const { teachers = [] } = lentThings;
  const judged = await judgeAll(trial({ profileSays: { lentThings: { teachers } } }), rows);

  expect(judged.filter(({ verdict }) => verdict === 'notApplicable').map(({ reason }) => reason)).toEqual(
    Array(ofStudents).fill('the profile lends no student'),
  );
  expect(judged.filter(({ verdict }) => verdict === 'pass')).toHaveLength(rows.length - ofStudents);
});

/** People whom a profile may lend, and what each row says then. */
const others: readonly (readonly [what: string, lent: LentThings, verdict: string, reason: RegExp])[] = [
  ['nobody', {}, 'notApplicable', /^the profile lends no (?:student|teacher|student and no teacher)$/],
  [
    'people of whom the target knows nothing',
    {
      students: ['00000000-0000-4000-8000-000000000001'],
      teachers: ['00000000-0000-4000-8000-000000000002'],
    },
    'inconclusive',
    /^needs the target to show somebody whom the profile lends$/,
  ],
  [
    'people who have no more than a creation gives',
    {
      students: ['f0fc0371-a729-4323-9a55-8853757daf26'],
      teachers: ['72ead457-203f-40e1-8bfb-c6170e974e91'],
    },
    'inconclusive',
    /^needs a lent person with what no creation gives: /,
  ],
];

for (const [what, lent, verdict, reason] of others) {
  test(`where a profile lends ${what}, nothing is changed, and each row says why`, async () => {
    const reference = createReference();
    const before = users(reference);
    const run = trial({ against: reference, profileSays: { lentThings: lent } });
    const judged = await judgeAll(run, rows);

    expect(accusations(judged)).toEqual([]);
    for (const row of judged) {
      expect(row).toMatchObject({ verdict, ...(verdict === 'inconclusive' ? { cause: 'no-data' } : {}) });
      expect(row.reason).toMatch(reason);
    }
    expect(users(reference)).toEqual(before);
    expect(run.world.made).toEqual([]);
  });
}

test('what a change has cut off is accused once: the next row looks anew at what there is', async () => {
  const wrap = (service: Reference['fetch']): Reference['fetch'] => {
    let isCut = false;
    return async (request) => {
      isCut ||= request.method === 'PUT' && request.url.endsWith('/name');
      const response = await service(request);
      if (!isCut || response.status !== 200) return response;
      const cut = (name: string, value: unknown) =>
        name === 'emails' && Array.isArray(value) ? value.slice(0, 1) : value;
      return Response.json(JSON.parse(await response.text(), cut));
    };
  };
  const judged = await judgeAll(trial({ wrap }), rows);

  expect(judged.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual([
    'update-user-name.effect/lent-person @ updateUserName',
  ]);
});
