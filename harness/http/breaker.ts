import { setTimeout as sleep } from 'node:timers/promises';
import { Inconclusive } from '../judging/outcome.ts';
import type { BreakerPatience } from './patience.ts';

/** Stops a doomed run early, and notices when the target is back. */
export interface Breaker {
  /** Lets a request through. @throws Inconclusive at once while the target is given up */
  admit(): Promise<void>;
  /** The target has answered. */
  answered(): void;
  /** A request got no usable answer; after several in a row the target is looked at, and given up if need be. */
  failed(problem: Inconclusive): Promise<void>;
}

/**
 * Opens a breaker. `look` sends one plain request and tells what is wrong, or `undefined` when the target answers;
 * `say` tells people, loudly and once for each turn of events.
 */
export function openBreaker(
  patience: BreakerPatience,
  look: () => Promise<Inconclusive | undefined>,
  say: (text: string) => void,
): Breaker {
  let failures = 0;
  let givenUp: Inconclusive | undefined;
  let lookedAt = 0;
  let looking: Promise<boolean> | undefined;

  async function isBack(): Promise<boolean> {
    const problem = await look();
    lookedAt = performance.now();
    if (problem) givenUp &&= problem;
    return problem === undefined;
  }

  async function comesBack(): Promise<boolean> {
    for (const pause of patience.looksMs) {
      await sleep(pause);
      if (await isBack()) return true;
    }
    return false;
  }

  /** One look at a time, whoever asks. */
  function once(work: () => Promise<boolean>): Promise<boolean> {
    looking ??= work().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    async admit() {
      if (looking) await looking;
      if (!givenUp) return;
      const due = performance.now() - lookedAt >= patience.restMs;
      if (!due || !(await once(isBack)))
        throw new Inconclusive(`the target was given up: ${givenUp.message}`, givenUp.blame);
      if (givenUp) say('the target answers again; the run goes on');
      givenUp = undefined;
      failures = 0;
    },
    answered: () => {
      failures = 0;
    },
    async failed(problem) {
      failures += 1;
      if (failures < patience.failures || givenUp) return;
      if (await once(comesBack)) {
        failures = 0;
        return;
      }
      if (!givenUp)
        say(`the target gives no usable answer any more (${problem.message}); what needs it is inconclusive`);
      givenUp = problem;
    },
  };
}
