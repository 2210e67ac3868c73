import { Inconclusive } from '../judging/outcome.ts';
import type { Answer, Sent } from './answer.ts';
import type { Kind } from './budget.ts';
import type { Clock } from './pace.ts';
import type { ConfirmationPolicy } from './retry-policy.ts';
import type { Trouble } from './trouble.ts';

/** Writes whose first answer was trouble, and that may have been carried out: the next answer may tell of the first attempt. */
export interface InDoubtWrites {
  /** What a request whose trouble passed says in the end. @throws Inconclusive when that is nothing */
  outcome(first: Answer, later: Answer, trouble: Trouble, kind: Kind): Answer;
  /** Notes that a write of an operation got its answer at once. */
  confirmed(operation: string): void;
}

/** Refusals that may be the effect of an earlier attempt: what it was about is gone, or there already. */
const mayTellOfEarlier: readonly number[] = [404, 409];
/** Refusals of which the same is true where the request itself is in order: no status is stated for some effects. */
const mayTellOfAny: readonly number[] = [400, 422];

/** Opens the count of such writes, in a row, for each operation. */
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
