import { Inconclusive } from '../judging/outcome.ts';
import type { Answer, Sent } from './answer.ts';
import type { Kind } from './budget.ts';
import type { Clock } from './pace.ts';
import type { ConfirmationPolicy } from './retry-policy.ts';
import type { Trouble } from './trouble.ts';

/**
 * Writes in doubt: the first answer was trouble, so the target may or may not have carried the write out. The answer to
 * the repeated request may be about the effect of the first one.
 */
export interface InDoubtWrites {
  /**
   * The answer that counts for a request whose trouble passed. @throws Inconclusive when neither answer says anything
   */
  outcome(first: Answer, later: Answer, trouble: Trouble, kind: Kind): Answer;
  /** Notes that a write of an operation got its answer at once. */
  confirmed(operation: string): void;
}

/**
 * Statuses by which a target refuses a request that it has carried out before: the thing is gone, or is there already.
 */
const mayTellOfEarlier: readonly number[] = [404, 409];
/**
 * Further such statuses, if the body of the request keeps the contract: for some operations the interface states no
 * status.
 */
const mayTellOfAny: readonly number[] = [400, 422];

/** Opens the list of writes in doubt. For each operation it counts how many came one after the other. */
export function openInDoubtWrites({
  policy,
  isSound,
  clock,
}: {
  readonly policy: Pick<ConfirmationPolicy, 'inDoubt' | 'spreadMs'>;
  readonly isSound: (sent: Sent) => boolean;
  readonly clock: Clock;
}): InDoubtWrites {
  const rows = new Map<string, { count: number; readonly since: number }>();

  return {
    outcome(first, later, trouble, kind) {
      const { operation } = later.sent;
      const mayBeOfFirst =
        mayTellOfEarlier.includes(later.status) ||
        (mayTellOfAny.includes(later.status) && isSound(later.sent));
      if (kind === 'read' || !mayBeOfFirst) return later;
      const row = rows.get(operation) ?? { count: 0, since: clock.now() };
      rows.set(operation, row);
      row.count += 1;
      const isSpread = trouble.kind !== 'gateway' || clock.now() - row.since >= policy.spreadMs;
      if (row.count < policy.inDoubt || !isSpread) throw passing(trouble);
      return first;
    },
    confirmed: (operation) => void rows.delete(operation),
  };
}

/** The reason of a row whose request met trouble that passed. */
export function passing({ kind, words }: Trouble): Inconclusive {
  if (kind === 'rate-limit') return new Inconclusive('the target answered 429 throughout', 'rate-limit');
  return new Inconclusive(`the target answered with trouble that passed: ${words}`, 'network');
}
