import type { Answer } from '../../../harness/http/answer.ts';
import { statusWords } from '../../../harness/judging/answer-claims.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { ConfigurationError, Inconclusive } from '../../../harness/judging/outcome.ts';
import type { Settings } from '../../../harness/run/settings.ts';
import type { Operation } from '../../../spec/contract.ts';
import { readOrProbe } from '../../target/access.ts';
import { object, text } from '../../target/body.ts';
import { fuzzedAnswer } from '../../target/fuzzed.ts';
import { unreadableRequests } from '../../target/inputs.ts';
import { minimal, minimalParams } from '../../target/minimal.ts';
import { shutOut } from '../../target/probe.ts';
import { valid, validNeeds } from '../../target/valid.ts';

/** The thirty seconds of the interface, and five for the network. */
const longestMs = 35_000;

/** No request takes longer than 30 seconds, if only to say that it took too long (Limits). */
export const timeOut = [
  check('limits.time-out', {
    access: readOrProbe,
    accepts: 'an answer within 35 seconds, counted at our end',
    async run(context) {
      const { op } = context;
      await mustAnswer(context, () => (op.writes ? shutOut(context, op) : minimal(context, op)));
    },
  }),
  check('limits.time-out/written', {
    access: 'write',
    on: ({ writes }) => writes,
    needs: validNeeds,
    sends: 'the valid request of a writing operation; again if no answer comes',
    accepts: 'an answer within 35 seconds, counted at our end',
    run: (context) => mustAnswer(context, () => untilAnswered(() => valid(context, context.op))),
  }),
  check('limits.time-out/defective', {
    access: readOrProbe,
    on: (op) => Object.keys(unreadableRequests(op)).length > 0,
    sends:
      'JSON that ends too early, a path with a text that is no id, a word as limit, wherever the operation takes one; three times where no answer comes',
    accepts: 'an answer within 35 seconds, counted at our end',
    async run(context) {
      for (const [kind, requests] of Object.entries(unreadableRequests(context.op)))
        for (const request of requests)
          await mustAnswer(context, () => fuzzedAnswer(context, request), ` to ${kind}`);
    },
  }),

  check('limits.time-out-status', {
    unless: unlessNamed,
    sends:
      'the request that the profile says takes longer than 30 seconds; three times where no answer comes',
    accepts: '504 within 35 seconds; inconclusive after an answer in time, with whatever status',
    async run(context) {
      const { op, send, must } = context;
      const params = object(object(context.reading(gap))?.['params']) ?? {};
      const answer = await send(op, { ...(await minimalParams(context, op)), ...params }, { sees: endings });
      if (answer.fault === undefined) needTimedOut(answer);
      must(answer).have.status(504);
    },
  }),
] satisfies readonly Check[];

/**
 * How often a write is composed anew. A write may have been carried out without an answer, and then the same request
 * would be refused.
 */
const attempts = 3;

async function untilAnswered(send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const mayPass = error instanceof Inconclusive && error.cause === 'network';
      if (!mayPass || attempt === attempts) throw error;
    }
  }
}

/** Claims that a request is answered in time. An answer that cannot be read says nothing about the time. */
async function mustAnswer(context: Context, send: () => Promise<Answer>, to = ''): Promise<void> {
  const answer = await send();
  const { fault, ms } = answer;
  if (fault !== undefined && fault !== 'timeout' && ms <= longestMs) context.need.answered(answer);
  const seconds = Math.round(ms / 1000);
  context.must.hold(fault === undefined && ms <= longestMs, {
    expected: `an answer within 30 seconds${to}`,
    actual: fault === undefined ? `an answer after ${seconds} seconds` : `each time, ${statusWords(answer)}`,
    in: answer,
  });
}

/** The reading of a profile that names the slow request. */
const gap = 'limits.slow-request';

/** The shortest time after which an answer is about the time-out, in milliseconds counted at our end. */
const endedFromMs = 28_000;

/** Statuses that the check judges itself: a gateway has its own for a service that takes too long. */
const endings = [408, 500, 501, 502, 503, 504, 505, 507, 508, 510, 511];

/** Why there is nothing to judge on an operation: the profile names a request to another one. */
function unlessNamed(op: Operation, { readings }: Settings): string | undefined {
  const named = text(object(readings[gap])?.['operation']);
  if (named === undefined || named === op.id) return undefined;
  return `the slow request of the profile is one to ${named}`;
}

/** An answer or a refusal before the 30 seconds says nothing about the time-out. */
function needTimedOut({ ms, status }: Answer): void {
  if (ms >= endedFromMs && status >= 400) return;
  const seconds = Math.round(ms / 1000);
  throw new ConfigurationError(
    `\`fixtures.slowRequest\` was answered with ${status} after ${seconds} seconds: name a request that takes longer than 30`,
  );
}
