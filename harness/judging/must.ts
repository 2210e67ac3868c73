import type { Answer } from '../http/answer.ts';
import { Failure, Inconclusive } from './outcome.ts';

/** What may be claimed of an answer. */
export interface AnswerClaims {
  readonly have: {
    /** One of these statuses. */
    status(...accepted: readonly number[]): void;
    /** A header whose value satisfies `holds`; `expected` says in words what that is. */
    header(name: string, expected: string, holds: (value: string) => boolean): void;
    /** No body at all. */
    noBody(): void;
  };
  readonly be: {
    /** Some 4xx, where the interface does not say which. */
    refused(): void;
    /** Some 2xx, where the interface does not say which. */
    accepted(): void;
  };
}

/** Claims that accuse the target when they do not hold. */
export interface Must {
  (answer: Answer): AnswerClaims;
  /** A claim about anything else; both texts are words and shapes, never values that the target sent. */
  hold(
    condition: boolean,
    claim: { expected: string; actual: string; in?: Answer | readonly Answer[] },
  ): void;
  /** Each item holds; `what` names such an item in the plural: `users who fit the filter`. */
  every<T>(
    items: readonly T[],
    holds: (item: T) => boolean,
    what: string,
    answers?: Answer | readonly Answer[],
  ): void;
  /** Two values are the same; `what` names them. */
  equal(actual: unknown, expected: unknown, what: string, answer?: Answer): void;
}

/** Needs: what does not hold could simply not be established here. */
export type Need = <T>(value: T, what: string) => Exclude<T, undefined | null | false>;

/** Makes `must` and `need` for one run of a check. `looked` is told of every claim made. */
export function claims(show: (value: unknown) => string, looked: () => void): { must: Must; need: Need } {
  function hold(condition: boolean, claim: Parameters<Must['hold']>[1]): void {
    looked();
    if (!condition) throw new Failure(claim.expected, claim.actual, [claim.in ?? []].flat());
  }

  function answerClaims(answer: Answer): AnswerClaims {
    const got = `status ${answer.status}`;
    const within = (low: number, high: number) => answer.status >= low && answer.status <= high;
    // Which key may use which operation is for the target to say: 403 in place of a success accuses nobody.
    const permitted = (): void => {
      const { operation, key } = answer.sent;
      if (answer.status === 403)
        throw new Inconclusive(
          `needs a key that may use ${operation}: the ${key} key got 403`,
          'configuration',
        );
    };
    return {
      have: {
        status: (...accepted) => {
          if (accepted.every((status) => status < 300)) permitted();
          hold(accepted.includes(answer.status), {
            expected: `status ${accepted.join(' or ')}`,
            actual: got,
            in: answer,
          });
        },
        header: (name, expected, holds) => {
          const value = answer.headers[name];
          const actual = value === undefined ? `no ${name}` : `${name}: ${show(value)}`;
          hold(value !== undefined && holds(value), { expected, actual, in: answer });
        },
        noBody: () => {
          const announced = answer.headers['content-length'] ?? '0';
          const length = Math.max(answer.text.length, Number(announced) || 0);
          hold(length === 0, { expected: 'no body', actual: `a body of ${length} characters`, in: answer });
        },
      },
      be: {
        refused: () => hold(within(400, 499), { expected: 'a refusal (4xx)', actual: got, in: answer }),
        accepted: () => {
          permitted();
          hold(within(200, 299), { expected: 'an acceptance (2xx)', actual: got, in: answer });
        },
      },
    };
  }

  const must = Object.assign(answerClaims, {
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
