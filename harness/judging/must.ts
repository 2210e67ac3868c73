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
    holds: (item: T) => boolean,
    what: string,
    answers?: Answer | readonly Answer[],
  ): void;
  /** Asserts that two values are the same. `what` names the value. */
  equal(actual: unknown, expected: unknown, what: string, answer?: Answer): void;
}

/** A precondition of a check. Where the value is missing or false, the row is inconclusive. */
export type Need = <T>(value: T, what: string) => Exclude<T, undefined | null | false>;

/** Makes `must` and `need` for one run of a check. `onClaim` is called for each claim, before it is judged. */
export function claims(show: (value: unknown) => string, onClaim: () => void): { must: Must; need: Need } {
  const hold: Hold = (condition, claim) => {
    onClaim();
    if (!condition) throw new Failure(claim.expected, claim.actual, [claim.in ?? []].flat());
  };

  const must = Object.assign((answer: Answer) => answerClaims(answer, hold, show), {
    hold,
    every: <T>(
      items: readonly T[],
      holds: (item: T) => boolean,
      what: string,
      answers: Answer | readonly Answer[] = [],
    ) => {
      const others = items.filter((item) => !holds(item)).length;
      hold(others === 0, {
        expected: `only ${what}`,
        actual: `${others} of ${items.length} that are not`,
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
  return { must, need };
}

const need: Need = (value, what) => {
  if (value === undefined || value === null || value === false) throw new Inconclusive(`needs ${what}`);
  return value as Exclude<typeof value, undefined | null | false>;
};
