import { Inconclusive } from '../judging/outcome.ts';
import type { Answer, Sent } from './answer.ts';
import type { Kind } from './budget.ts';
import type { Clock } from './pace.ts';
import type { ConfirmationPolicy } from './retry-policy.ts';
import { type Trouble, troubleOf } from './trouble.ts';

/**
 * Requests that met nothing but the trouble of a gateway (502, 503, 504) while others were answered. A deployment of
 * one upstream looks like that for a minute, so they count only where they are spread over the run.
 */
export interface GatewayTrouble {
  /** Notes the request that got this answer. */
  suspect(answer: Answer, kind: Kind): void;
  /** Whether a request of the operation is suspected: this one, or how many at all. */
  has(sent: Sent): boolean;
  count(operation: string): number;
  /**
   * Sends the suspected requests of an operation again, once enough time has passed since the first of them. Returns
   * the answer that is the target's own, if there is one.
   *
   * @throws Inconclusive when there were such requests and their trouble has passed, or when waiting would take too long
   */
  review(operation: string): Promise<Answer | undefined>;
}

/** One suspected request. */
interface Suspect {
  readonly answer: Answer;
  readonly kind: Kind;
}

/** How many requests of an operation are sent again, and in how many parts the time is waited for. */
const most = 3;
const parts = 4;

/** After how many times the spread all waiting of a run ends. */
const longestSpreads = 3;

/** Opens the list of requests that met the trouble of a gateway. */
export function openGatewayTrouble({
  policy: { spreadMs },
  clock,
  again,
}: {
  readonly policy: Pick<ConfirmationPolicy, 'spreadMs'>;
  readonly clock: Clock;
  /** Sends a request again, after a control. @throws Inconclusive when the control gets no answer */
  readonly again: (sent: Sent, kind: Kind) => Promise<Answer>;
}): GatewayTrouble {
  const suspects = new Map<string, { readonly since: number; readonly all: Map<string, Suspect> }>();
  let waited = 0;

  async function wait(ms: number, operation: string): Promise<void> {
    if (waited + ms > longestSpreads * spreadMs)
      throw unclear(operation, 'and the run has waited long enough');
    waited += ms;
    await clock.sleep(ms);
  }

  /** The answer that one suspected request gets in the end. */
  async function last({ answer, kind }: Suspect, since: number): Promise<Answer> {
    const { sent } = answer;
    let latest = await again(sent, kind);
    const missing = Math.max(0, since + spreadMs - clock.now());
    for (let part = 0; part < parts && missing > 0 && isStillInTrouble(latest); part += 1) {
      await wait(missing / parts, sent.operation);
      latest = await again(sent, kind);
    }
    return latest;
  }

  return {
    suspect(answer, kind) {
      const { operation } = answer.sent;
      const known = suspects.get(operation) ?? { since: clock.now(), all: new Map() };
      suspects.set(operation, known);
      known.all.set(requestKey(answer.sent), { answer, kind });
    },
    has: (sent) => suspects.get(sent.operation)?.all.has(requestKey(sent)) ?? false,
    count: (operation) => suspects.get(operation)?.all.size ?? 0,
    async review(operation) {
      const known = suspects.get(operation);
      if (known === undefined) return undefined;
      for (const suspect of [...known.all.values()].slice(0, most)) {
        const latest = await last(suspect, known.since);
        if (!isStillInTrouble(latest)) continue;
        known.all.delete(requestKey(latest.sent));
        return latest;
      }
      suspects.delete(operation);
      throw unclear(operation, 'which has passed');
    },
  };
}

/** A key that is the same for the same request. */
export function requestKey({ method, path, body, key, headers }: Sent): string {
  return JSON.stringify([method, path, body, key, headers]);
}

/** The reason of a row that needs what a gateway keeps from it: another row looks again at the end. */
export function notYetOwn({ operation }: Sent, { words }: Trouble, row: string): Inconclusive {
  return new Inconclusive(
    `the target gave no usable answer: ${operation} meets ${words} while others answer; \`${row}\` looks again at the end`,
    'network',
    row,
  );
}

function unclear(operation: string, what: string): Inconclusive {
  return new Inconclusive(
    `${operation} met the trouble of a gateway while others answered, ${what}`,
    'network',
  );
}

/** Whether an answer is trouble, of a gateway or of the service behind it. */
function isStillInTrouble(answer: Answer): boolean {
  const kind = troubleOf(answer)?.kind;
  return kind === 'gateway' || kind === 'own' || kind === 'hang';
}
