import { Inconclusive } from '../judging/outcome.ts';
import { currentScope } from '../judging/scope.ts';
import type { Kind, Meter } from './budget.ts';
import type { Pacer, Turn } from './pace.ts';

/** Lets requests through at the target's pace and within the budget, until it is closed. */
export interface Gate {
  /**
   * Carries out a task that sends one request. The budget for shrinking pays one that goes alone, because it repeats what
   * met trouble.
   * @throws Inconclusive after `close`, or when the budget is used up
   */
  pass<T>(kind: Kind, task: () => Promise<T>, turn?: Turn): Promise<T>;
  /** Lets no further request through. Resolves when every write under way has its answer. */
  close(): Promise<void>;
  /** Requests let through so far, retries included. */
  readonly requests: number;
}

/** Opens a gate. */
export function openGate(pacer: Pacer, meter: Meter): Gate {
  const writesUnderWay = new Set<Promise<unknown>>();
  let requests = 0;
  let isClosed = false;

  function track(write: Promise<unknown>): void {
    const forget = () => writesUnderWay.delete(write);
    writesUnderWay.add(write);
    write.then(forget, forget);
  }

  return {
    get requests() {
      return requests;
    },
    pass: (kind, task, turn = 'usual') =>
      pacer.run(async () => {
        if (isClosed) throw new Inconclusive('the run is over', 'configuration');
        meter.spend(kind, turn === 'alone');
        requests += 1;
        const bill = currentScope()?.bill;
        if (bill) bill.requests += 1;
        const result = task();
        if (kind !== 'read') track(result);
        return result;
      }, turn),
    async close() {
      isClosed = true;
      await Promise.allSettled(writesUnderWay);
    },
  };
}
