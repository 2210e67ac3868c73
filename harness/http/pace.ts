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

/**
 * How a request gets its turn. `usual`: behind those that wait. `again`: before them, because a rate limit refused it.
 * `alone`: before them, and with nothing beside it.
 */
export type Turn = 'usual' | 'again' | 'alone';

/** Lets requests through at a pace. */
export interface Pacer {
  /** Carries out a task when its turn comes. @throws Inconclusive when a hold is longer than the longest pause */
  run<T>(task: () => Promise<T>, turn?: Turn): Promise<T>;
  /** Starts no task for the given time, in milliseconds; then one at a time, and more with each that brings no hold. */
  hold(ms: number): void;
}

/** The time, in milliseconds from an arbitrary origin, and a sleep; tests replace it. */
export interface Clock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

/** The time and the sleep of this machine. */
export const wallClock: Clock = { now: () => performance.now(), sleep };

interface Waiting {
  readonly alone: boolean;
  readonly start: () => void;
  readonly refuse: (error: Inconclusive) => void;
}

/** Opens the pacer of a run. Every request of the run passes it, retries included. */
export function openPacer(
  { perSecond = Infinity, concurrency }: Pace,
  longestPauseMs: number,
  clock = wallClock,
): Pacer {
  const gap = 1000 / perSecond;
  const urgent: Waiting[] = [];
  const usual: Waiting[] = [];
  let underWay = 0;
  let isTaken = false;
  let nextTurn = 0;
  let heldUntil = 0;
  /** How many may be under way at once just now, and how often a hold has made it one. */
  let width = concurrency;
  let holds = 0;
  let isDealing = false;

  /** The one whose turn is next, when there is a place for it. */
  function next(): Waiting | undefined {
    const first = urgent[0] ?? usual[0];
    return first && !isTaken && underWay < (first.alone ? 1 : width) ? first : undefined;
  }

  function enter({ alone, start }: Waiting): void {
    underWay += 1;
    isTaken = alone;
    nextTurn = Math.max(clock.now(), nextTurn) + gap;
    start();
  }

  /** Gives those who wait their turns, one after the other, for as long as there is a place. */
  async function deal(): Promise<void> {
    if (isDealing) return;
    isDealing = true;
    for (let first = next(); first !== undefined; first = next()) {
      const held = heldUntil - clock.now();
      const wait = Math.max(held, nextTurn - clock.now());
      if (wait > 0 && held <= longestPauseMs) {
        await clock.sleep(wait);
        continue;
      }
      (urgent.length > 0 ? urgent : usual).shift();
      if (wait > 0) first.refuse(new Inconclusive(holdWords(held), 'rate-limit'));
      else enter(first);
    }
    isDealing = false;
  }

  function leave(before: number): void {
    underWay -= 1;
    isTaken = false;
    if (holds === before) width = Math.min(width + 1, concurrency);
    void deal();
  }

  return {
    async run(task, turn = 'usual') {
      await new Promise<void>((start, refuse) => {
        (turn === 'usual' ? usual : urgent).push({ alone: turn === 'alone', start, refuse });
        void deal();
      });
      const before = holds;
      return task().finally(() => leave(before));
    },
    hold: (ms) => {
      heldUntil = Math.max(heldUntil, clock.now() + ms);
      width = 1;
      holds += 1;
    },
  };
}

function holdWords(ms: number): string {
  return `the target asks for a pause of another ${Math.ceil(ms / 1000)} s`;
}
