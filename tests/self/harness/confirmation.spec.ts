import { expect } from '@playwright/test';
import type { Answer, Sent } from '../../../harness/http/answer.ts';
import { openConfirmation } from '../../../harness/http/confirmation.ts';
import { defaultRetryPolicy } from '../../../harness/http/retry-policy.ts';
import { troubleOf } from '../../../harness/http/trouble.ts';
import { Inconclusive } from '../../../harness/judging/outcome.ts';
import { test } from '../plain-test.ts';

const sent = (body: string): Sent => ({
  operation: 'createClass',
  method: 'POST',
  path: '/classes',
  headers: {},
  body,
  key: 'full',
});

const answer = (of: Sent, status: number): Answer => ({
  sent: of,
  status,
  headers: {},
  text: '',
  json: undefined,
  ms: 1,
});

/** The statuses that writes end with of which each gets trouble the first time; `undefined` for an inconclusive one. */
async function ends(later: number, { trouble = 500, sound = true, judged = true } = {}) {
  let time = 0;
  const clock = {
    now: () => time,
    sleep: async (ms: number) => {
      time += ms;
    },
  };
  const confirmation = openConfirmation({
    policy: defaultRetryPolicy.confirmation,
    deadlineMs: 1,
    repeat: async (again) => answer(again, later),
    control: async () => undefined,
    judges: () => judged,
    isSound: () => sound,
    clock,
  });
  const statuses: (number | undefined)[] = [];
  for (const body of ['1', '2', '3', '4']) {
    const first = answer(sent(body), trouble);
    const kind = troubleOf(first);
    if (kind === undefined) throw new Error('this is no trouble');
    const settled = confirmation.confirm(first, kind, 'creation').then(
      ({ status }) => status,
      (error: unknown) => {
        if (error instanceof Inconclusive && error.cause === 'network') return undefined;
        throw error;
      },
    );
    statuses.push(await settled);
  }
  return { statuses, time };
}

const unclear = [undefined, undefined];

test('a write that is refused after trouble tells nothing where the refusal may be the effect of the first attempt', async () => {
  for (const later of [404, 409]) expect((await ends(later)).statuses).toEqual([...unclear, 500, 500]);
  // For an account whose name is taken, no status is stated, and so for whoever is a member already.
  for (const later of [400, 422]) expect((await ends(later)).statuses).toEqual([...unclear, 500, 500]);
});

test('a refusal that no first attempt explains is the answer', async () => {
  for (const later of [401, 403, 405, 413, 415])
    expect((await ends(later)).statuses).toEqual(Array(4).fill(later));
  for (const later of [400, 422])
    expect((await ends(later, { sound: false })).statuses).toEqual(Array(4).fill(later));
});

test('a gateway that fails a few writes in a row within a short time is not accused of it', async () => {
  expect((await ends(409, { trouble: 503 })).statuses).toEqual([...unclear, ...unclear]);
});

test('the trouble of a gateway that lasts is left to another row, or waited for where the run has none', async () => {
  expect((await ends(503, { trouble: 503 })).statuses).toEqual([...unclear, ...unclear]);
  const alone = await ends(503, { trouble: 503, judged: false });
  expect(alone.statuses).toEqual([503, 503, 503, 503]);
  expect(alone.time).toBeGreaterThanOrEqual(defaultRetryPolicy.confirmation.spreadMs);
  expect(alone.time).toBeLessThan(4 * defaultRetryPolicy.confirmation.spreadMs);
});
