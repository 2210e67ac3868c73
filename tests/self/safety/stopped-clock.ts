import { setImmediate as whenIdle } from 'node:timers/promises';
import type { Clock } from '../../../harness/http/pace.ts';

/** A clock that stands still while anything runs, and goes on to the next end of a sleep when nothing does. */
export function stoppedClock(): Clock & { until(work: Promise<unknown>): Promise<void> } {
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  let time = 0;
  return {
    now: () => time,
    sleep: (ms) => new Promise<void>((wake) => sleepers.push({ at: time + ms, wake })),
    async until(work) {
      let over = false;
      const end = work.finally(() => {
        over = true;
      });
      for (await whenIdle(); !over; await whenIdle()) {
        const next = sleepers.sort((one, other) => one.at - other.at).shift();
        if (next === undefined) throw new Error('nobody sleeps, and the work is not done');
        time = next.at;
        next.wake();
      }
      await end;
    },
  };
}
