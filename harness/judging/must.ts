import type { Answer } from '../http/answer.ts';
import { type AnswerClaims, answerClaims, type Hold } from './answer-claims.ts';
import { Failure, Inconclusive } from './outcome.ts';

/** The assertions of a check. An assertion that does not hold accuses the target. */
export interface Must {
  (answer: Answer): AnswerClaims;
  /** Asserts a condition. Both texts of the claim are words and shapes, never values that the target sent. */
  hold: Hold;
  /** Asserts that every item holds. `what` names such items in the plural: `users who fit the filter`. */
  every<T>(
    items: readonly T[],
    holds: (item: T, at: number) => boolean,
    what: string,
    answers?: Answer | readonly Answer[],
  ): void;
  /** Asserts that two values are the same. `what` names the value. */
  equal(actual: unknown, expected: unknown, what: string, answer?: Answer): void;
}

/** The preconditions of a check. */
export interface Need {
  /** Where the value is missing or false, the row is inconclusive: the target lacks the data. */
  <T>(value: T, what: string): Exclude<T, undefined | null | false>;
  /**
   * Requires a success for a request that keeps the rules of the interface. Where it is refused, the row that promises
   * its acceptance fails, and this row is inconclusive because of that one.
   */
  accepted(answer: Answer): void;
  /** Requires an answer of the service itself, whatever it says; otherwise the row that promises one fails. */
  answered(answer: Answer): void;
  /**
   * Requires that a refused body is not one that only the profile describes, and of which the target has never taken the
   * like: the profile is to blame for that until the target takes one with the same properties.
   */
  described(answer: Answer): void;
}

/**
 * Makes `must` and `need` for one run of a check. `onClaim` is called for each claim, before it is judged, and gives the
 * answer that came last, which a claim is about that names none; `requires` holds what a check may require of an answer.
 */
export function claims(
  show: (value: unknown) => string,
  onClaim: () => Answer | undefined,
  requires: Pick<Need, 'accepted' | 'answered' | 'described'>,
): { must: Must; need: Need } {
  const hold: Hold = (condition, claim) => {
    const latest = onClaim();
    if (condition) return;
    const shown = shownBy([claim.in ?? []].flat(), latest);
    throw new Failure(claim.expected, claim.actual, shown, [], claim.alone);
  };

  const must = Object.assign((answer: Answer) => answerClaims(answer, hold, show), {
    hold,
    every: <T>(
      items: readonly T[],
      holds: (item: T, at: number) => boolean,
      what: string,
      answers: Answer | readonly Answer[] = [],
    ) => {
      const others = items.filter((item, at) => !holds(item, at)).length;
      hold(others === 0, {
        expected: `only ${what}`,
        actual: `${others} ${others === 1 ? 'other' : 'others'} among ${items.length}`,
        in: answers,
      });
    },
    equal: (actual: unknown, expected: unknown, what: string, answer?: Answer) =>
      hold(Object.is(actual, expected), {
        expected: `${what} to be ${show(expected)}`,
        actual: show(actual),
        ...(answer ? { in: answer } : {}),
      }),
  });
  return { must, need: Object.assign(<T>(value: T, what: string) => needed(value, what), requires) };
}

/**
 * The answers that show a failure: those that a claim names, else the one that came last. Where it names changes alone,
 * the read that came last shows what became of them.
 */
function shownBy(named: readonly Answer[], latest: Answer | undefined): readonly Answer[] {
  if (latest === undefined) return named;
  if (named.length === 0) return [latest];
  const isRead = ({ sent }: Answer) => sent.method === 'GET';
  return named.some(isRead) || !isRead(latest) ? named : [...named, latest];
}

function needed<T>(value: T, what: string): Exclude<T, undefined | null | false> {
  if (value === undefined || value === null || value === false) throw new Inconclusive(`needs ${what}`);
  return value as Exclude<typeof value, undefined | null | false>;
}
