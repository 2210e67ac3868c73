import type { Answer, Sent } from './answer.ts';
import type { Kind } from './budget.ts';
import type { Pacer, Turn } from './pace.ts';
import { pauseAsked, type RetryPolicy } from './retry-policy.ts';
import type { Wire } from './wire.ts';

/** Sends a request, and again after each refusal by the rate limit, unless 429 is in `sees`. */
export type Retries = (
  sent: Sent,
  kind: Kind,
  turn: Turn,
  deadlineMs: number,
  sees?: readonly number[],
) => Promise<Answer>;

/** Opens the retries of a dispatcher. A request that is sent again goes before those that have not been sent yet. */
export function openRetries(
  sendOnce: Wire,
  pacer: Pacer,
  { tries, pauseMs }: Pick<RetryPolicy, 'tries' | 'pauseMs'>,
): Retries {
  return async (sent, kind, turn, deadlineMs, sees = []) => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await sendOnce(sent, kind, deadlineMs, attempt > 1 && turn === 'usual' ? 'again' : turn);
      const isLimited = answer.status === 429 && !sees.includes(429);
      if (!isLimited || attempt >= tries) return answer;
      pacer.hold(pauseAsked(answer.headers['retry-after'], pauseMs * 2 ** (attempt - 1)));
    }
  };
}
