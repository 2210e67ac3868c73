import { expect } from '@playwright/test';
import { judgeAll, trial } from './judge-service.ts';
import { test } from './light-test.ts';
import { nineTenths, sharedRun } from './shared-run.ts';

test.describe.configure({ timeout: 120_000 });

// Sampled, not crawled: what a run sends does not grow with what the target holds.
test('a run against 5,000 users sends within 10 % of the requests of a run against 50', async () => {
  const [few, many] = [await requestsOf(50), await requestsOf(5_000)];

  expect(few).toBeGreaterThan(0);
  expect(Math.abs(many - few) / few).toBeLessThanOrEqual(0.1);
});

async function requestsOf(users: number): Promise<number> {
  const run = trial({ reference: { users }, write: false });
  await judgeAll(run);
  return run.exchange.requests;
}

// Which operations a quick run samples depends on the seed; eight of them show every one.
for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
  test(`a quick run that reads, with seed ${seed}, keeps to 400 requests and leaves nothing inconclusive`, async () => {
    const run = trial({ seed, effort: 'quick', write: false });
    const rows = await judgeAll(run);

    expect(run.exchange.requests).toBeLessThanOrEqual(400);
    expect(rows.filter(({ verdict }) => verdict === 'inconclusive').map(({ id }) => id)).toEqual([]);
  });
}

test('a quick run that writes leaves nothing inconclusive', async () => {
  const { rows } = await sharedRun('quick');

  expect(rows.filter(({ verdict }) => verdict === 'inconclusive').map(({ id }) => id)).toEqual([]);
});

// A target that answers otherwise than the reference costs some requests more.
for (const write of [false, true]) {
  test(`nine tenths of its budget are enough for a standard run that ${write ? 'writes' : 'reads'}`, async () => {
    const rows = write
      ? (await sharedRun('standard')).rows
      : await judgeAll(trial({ write, budget: nineTenths(write) }));

    expect(rows.filter(({ verdict }) => verdict === 'inconclusive').map(({ id }) => id)).toEqual([]);
  });
}
