import { setTimeout as sleep } from 'node:timers/promises';
import { Inconclusive } from '../judging/outcome.ts';

/** The rate limit that a run keeps. */
export interface Pace {
  /** The most requests a second; left out, there is no bound. */
  readonly perSecond?: number | undefined;
  /** The most requests under way at once. */
  readonly concurrency: number;
}

/** The pace for a remote target whose profile names none. */
export const politePace: Pace = { perSecond: 20, concurrency: 4 };

/** The proofs show that nobody is accused wrongly while so many rows are judged at once. */
const provenRows = 8;

/** How many rows are judged at once: as many as requests may be under way, and no more than the proofs try. */
export function rowsAtOnce({ concurrency }: Pace): number {
  return Math.min(concurrency, provenRows);
}

/** Lets requests through at a pace. */
export interface Pacer {
  /** Carries out a task when its turn comes. @throws Inconclusive when a hold is longer than the longest pause */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Starts no task for the given time, in milliseconds. */
  hold(ms: number): void;
}

/** The time, in milliseconds from an arbitrary origin, and a sleep; tests replace it. */
export interface Clock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const wallClock: Clock = { now: () => performance.now(), sleep };

/** Opens the pacer of a run. Every request of the run passes it, retries included. */
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

  /** Waits for a turn. If a hold began during the wait, it waits for another turn. */
  async function turn(): Promise<void> {
    do {
      const now = clock.now();
      if (heldUntil - now > longestPauseMs) throw new Inconclusive(holdWords(heldUntil - now), 'rate-limit');
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

function holdWords(ms: number): string {
  return `the target asks for a pause of another ${Math.ceil(ms / 1000)} s`;
}
