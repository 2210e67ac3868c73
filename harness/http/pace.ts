import { setTimeout as sleep } from 'node:timers/promises';
import { Inconclusive } from '../judging/outcome.ts';

/** The most that a run asks of a target. */
export interface Pace {
  /** Requests a second; none means no bound. */
  readonly perSecond?: number | undefined;
  /** Requests under way at once. */
  readonly concurrency: number;
}

/** What a target bears whose profile says nothing. */
export const politePace: Pace = { perSecond: 20, concurrency: 4 };

/** Lets requests through at a pace. */
export interface Pacer {
  /** Carries a task out when its turn has come. @throws Inconclusive if that is further off than the longest pause */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Lets nothing through for so many milliseconds. */
  hold(ms: number): void;
}

/** What time it is, in milliseconds from any beginning, and how to let some pass. */
export interface Clock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const wallClock: Clock = { now: () => performance.now(), sleep };

/** Opens the gate for one run; every request of the run passes it, repeats included. */
export function openPacer(
  { perSecond = Infinity, concurrency }: Pace,
  longestPauseMs: number,
  clock = wallClock,
): Pacer {
  const waiting: (() => void)[] = [];
  const gap = 1000 / perSecond;
  let underWay = 0;
  let nextTurn = 0;
  let heldUntil = 0;

  async function enter(): Promise<void> {
    while (underWay >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
    underWay += 1;
    await turn().catch((error: unknown) => {
      leave();
      throw error;
    });
  }

  /** Waits for a turn; one that a hold has overtaken is given back for a later one. */
  async function turn(): Promise<void> {
    do {
      const now = clock.now();
      if (heldUntil - now > longestPauseMs) throw new Inconclusive(heldWords(heldUntil - now), 'rate-limit');
      const start = Math.max(now, nextTurn, heldUntil);
      nextTurn = start + gap;
      if (start > now) await clock.sleep(start - now);
    } while (clock.now() < heldUntil);
  }

  function leave(): void {
    underWay -= 1;
    waiting.shift()?.();
  }

  return {
    async run(task) {
      await enter();
      return task().finally(leave);
    },
    hold: (ms) => {
      heldUntil = Math.max(heldUntil, clock.now() + ms);
    },
  };
}

function heldWords(ms: number): string {
  return `the target asks to be left alone for another ${Math.ceil(ms / 1000)} s`;
}
