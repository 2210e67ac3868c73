import type { Answer } from '../http/answer.ts';
import { nameOfRole } from '../http/key-role.ts';
import { TransportError } from '../http/transport.ts';
import { shownHeaders } from '../privacy/shown-headers.ts';
import { Inconclusive } from './outcome.ts';

/** What a check may claim of an answer. A claim that does not hold throws a Failure. */
export interface AnswerClaims {
  readonly have: {
    /** The answer has one of these statuses. */
    status(...accepted: readonly number[]): void;
    /** The answer has a header whose value satisfies `holds`; `expected` names such a value in words. */
    header(name: string, expected: string, holds: (value: string) => boolean): void;
    /** The answer has no body. */
    noBody(): void;
  };
  readonly be: {
    /** The answer has any 4xx status, where the interface does not say which. */
    refused(): void;
    /** The answer has any 2xx status, where the interface does not say which. */
    accepted(): void;
  };
}

/** A condition in words: `expected` is what was required, `actual` what came, `in` the answers that show it. */
export interface Claim {
  readonly expected: string;
  readonly actual: string;
  readonly in?: Answer | readonly Answer[];
  /** Whether the one answer shows it by itself, whatever the world does between two answers. */
  readonly alone?: boolean;
}

/** Throws a Failure with the words of the claim unless the condition is true. */
export type Hold = (condition: boolean, claim: Claim) => void;

/** Makes the claims about one answer. `show` redacts the value of a header. */
export function answerClaims(answer: Answer, hold: Hold, show: (value: unknown) => string): AnswerClaims {
  const actual = statusWords(answer);
  const within = (low: number, high: number) => answer.status >= low && answer.status <= high;
  return {
    have: {
      status(...accepted) {
        if (accepted.every((status) => status < 300)) requirePermission(answer);
        hold(accepted.includes(answer.status), {
          expected: `status ${accepted.join(' or ')}`,
          actual,
          in: answer,
        });
      },
      header(name, expected, holds) {
        const value = answer.headers[name];
        const known = value === undefined ? {} : shownHeaders({ [name]: value }, () => false);
        const shown = value === undefined ? `no ${name}` : `${name}: ${known[name] ?? show(value)}`;
        hold(value !== undefined && holds(value), { expected, actual: shown, in: answer });
      },
      noBody() {
        const declared = answer.headers['content-length'] ?? '0';
        const length = Math.max(answer.text.length, Number(declared) || 0);
        hold(length === 0, { expected: 'no body', actual: `a body of ${length} characters`, in: answer });
      },
    },
    be: {
      refused: () => hold(within(400, 499), { expected: 'a refusal (4xx)', actual, in: answer }),
      accepted() {
        requirePermission(answer);
        hold(within(200, 299), { expected: 'an acceptance (2xx)', actual, in: answer });
      },
    },
  };
}

/** What came, in words: the status, or how the connection failed. */
export function statusWords({ status, fault }: Answer): string {
  return fault === undefined ? `status ${status}` : new TransportError(fault).message;
}

/**
 * Ends the row where a success was required and 403 came. The target decides which key may use which operation, so
 * 403 is no failure.
 */
function requirePermission({ status, sent: { operation, key } }: Answer): void {
  if (status !== 403) return;
  throw new Inconclusive(
    `needs a key that may use ${operation}: the ${nameOfRole(key)} key got 403`,
    'permission',
  );
}
