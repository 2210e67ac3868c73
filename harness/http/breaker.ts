import { setTimeout as sleep } from 'node:timers/promises';
import { Inconclusive } from '../judging/outcome.ts';
import type { BreakerPolicy } from './retry-policy.ts';

/** A circuit breaker. It gives the target up after several failures in a row, and notices when it answers again. */
export interface Breaker {
  /** Lets a request through. @throws Inconclusive at once while the target is given up */
  admit(): Promise<void>;
  /** Resets the count of failures: the target has answered. */
  answered(): void;
  /** Counts a failure. After several in a row, the target is probed, and given up if no probe is answered. */
  failed(problem: Inconclusive): Promise<void>;
}

/**
 * Opens a circuit breaker.
 *
 * @param probe sends one read, and returns the problem or `undefined` when the target answers
 * @param say writes a message for the person who watches the run; called when the target is given up or is back
 */
export function openBreaker(
  policy: BreakerPolicy,
  probe: () => Promise<Inconclusive | undefined>,
  say: (text: string) => void,
): Breaker {
  let failures = 0;
  let givenUp: Inconclusive | undefined;
  let probedAt = 0;
  let probing: Promise<boolean> | undefined;

  async function isBack(): Promise<boolean> {
    const problem = await probe();
    probedAt = performance.now();
    if (problem) givenUp &&= problem;
    return problem === undefined;
  }

  /** Joins a probe that is under way, or starts one. */
  function once(work: () => Promise<boolean>): Promise<boolean> {
    probing ??= work().finally(() => {
      probing = undefined;
    });
    return probing;
  }

  return {
    async admit() {
      if (probing) await probing;
      if (!givenUp) return;
      const isDue = performance.now() - probedAt >= policy.restMs;
      if (!isDue || !(await once(isBack)))
        throw new Inconclusive(`the target was given up: ${givenUp.message}`, givenUp.cause);
      if (givenUp) say('the target answers again; the run goes on');
      givenUp = undefined;
      failures = 0;
    },
    answered: () => {
      failures = 0;
    },
    async failed(problem) {
      failures += 1;
      if (failures < policy.failures || givenUp) return;
      if (await once(() => anySucceeds(policy.looksMs, isBack))) {
        failures = 0;
        return;
      }
      if (!givenUp)
        say(
          `the target gives no usable answer any more (${problem.message}); rows that need it are inconclusive`,
        );
      givenUp = problem;
    },
  };
}

/** Repeats an attempt after each of the pauses, until one succeeds. */
async function anySucceeds(pausesMs: readonly number[], attempt: () => Promise<boolean>): Promise<boolean> {
  for (const pause of pausesMs) {
    await sleep(pause);
    if (await attempt()) return true;
  }
  return false;
}
