import type { Clock } from '../../../harness/http/pace.ts';
import { defaultRetryPolicy, type RetryPolicy } from '../../../harness/http/retry-policy.ts';

/** A clock on which nobody waits: whoever sleeps puts it forward instead. */
function hastyClock(): Clock {
  let ahead = 0;
  return {
    now: () => performance.now() + ahead,
    sleep: async (ms) => {
      ahead += ms;
    },
  };
}

/** The deadlines, the retries and the pace of a run, for a service to which its pauses mean nothing. */
export function hasty(): RetryPolicy {
  return { ...defaultRetryPolicy, clock: hastyClock() };
}
