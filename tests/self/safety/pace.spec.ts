import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { openPacer } from '../../../harness/http/pace.ts';
import { pauseAsked } from '../../../harness/http/retry-policy.ts';
import { always, reply } from '../../../reference/hostile/manners.ts';
import { test } from '../plain-test.ts';
import { contract, tryManner } from './hostile-session.ts';
import { stoppedClock } from './stopped-clock.ts';

test('requests start no closer together than the pace allows, in order', async () => {
  const clock = stoppedClock();
  const pacer = openPacer({ perSecond: 50, concurrency: 8 }, 1_000, clock);
  const starts: [number, number][] = [];
  const tasks = [0, 1, 2, 3, 4, 5].map((nth) =>
    pacer.run(async () => {
      starts.push([nth, clock.now()]);
      await clock.sleep(7 * nth);
    }),
  );
  await clock.until(Promise.all(tasks));
  expect(starts).toEqual([0, 1, 2, 3, 4, 5].map((nth) => [nth, 20 * nth]));
});

test('no more are under way at once than the concurrency allows, and a failure gives its place back', async () => {
  const pacer = openPacer({ concurrency: 2 }, 1_000);
  let underWay = 0;
  let most = 0;
  const task = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await sleep(5);
    underWay -= 1;
    throw new Error('as planned');
  };
  await Promise.allSettled(Array.from({ length: 9 }, () => pacer.run(task)));
  expect(most).toBe(2);
});

test('what had its turn before a hold still waits for the end of it', async () => {
  const clock = stoppedClock();
  const pacer = openPacer({ perSecond: 20, concurrency: 4 }, 1_000, clock);
  const starts: number[] = [];
  const start = async () => {
    starts.push(clock.now());
  };
  await pacer.run(start);
  const second = pacer.run(start);
  pacer.hold(200);
  await clock.until(second);
  expect(starts).toEqual([0, 200]);
});

test('Retry-After is understood as seconds and as a date, and nonsense is no pause', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(pauseAsked('7', 1, now)).toBe(7000);
  expect(pauseAsked(' 7 ', 1, now)).toBe(7000);
  expect(pauseAsked('Thu, 01 Jan 2026 00:00:05 GMT', 1, now)).toBe(5000);
  expect(pauseAsked('Thu, 01 Jan 2015 00:00:05 GMT', 1, now)).toBe(0);
  for (const nonsense of [undefined, '', 'soon', '-3', '1e99', 'NaN'])
    expect(pauseAsked(nonsense, 1, now)).toBeLessThanOrEqual(1);
});

test('the pace of a profile holds for everything that goes over the wire', async () => {
  const trial = await tryManner(always(reply()), { pace: { perSecond: 40, concurrency: 1 } });
  const started = performance.now();
  const send = () => trial.run.exchange.send(contract.operation('listTests'), {}, {}, 'read');
  await Promise.all(Array.from({ length: 11 }, send));
  expect(performance.now() - started).toBeGreaterThan(245);
  await trial.close();
});
