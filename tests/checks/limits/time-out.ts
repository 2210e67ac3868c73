import type { Answer } from '../../../harness/http/answer.ts';
import { statusWords } from '../../../harness/judging/answer-claims.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { Inconclusive } from '../../../harness/judging/outcome.ts';
import { readOrProbe } from '../../target/access.ts';
import { fromStandard } from '../../target/effort.ts';
import { fuzzedAnswer } from '../../target/fuzzed.ts';
import { unreadableRequests } from '../../target/inputs.ts';
import { minimal } from '../../target/minimal.ts';
import { probed } from '../../target/probe.ts';
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
      await mustAnswer(context, () => (op.writes ? probed(context, op, 'wrong') : minimal(context, op)));
    },
  }),
  check('limits.time-out/written', {
    access: 'write',
    on: ({ writes }) => writes,
    needs: validNeeds,
    sends: 'the valid request of a writing operation; again if no answer comes',
    accepts: 'an answer within 35 seconds, counted at our end',
    run: (context) => mustAnswer(context, () => insistently(() => valid(context, context.op))),
  }),
  check('limits.time-out/defective', {
    access: readOrProbe,
    on: (op) => Object.keys(unreadableRequests(op)).length > 0,
    unless: fromStandard,
    sends:
      'JSON that ends too early, a path with a text that is no id, a word as limit, wherever the operation takes one; three times where no answer comes',
    accepts: 'an answer within 35 seconds, counted at our end',
    async run(context) {
      for (const [kind, requests] of Object.entries(unreadableRequests(context.op)))
        for (const request of requests)
          await mustAnswer(context, () => fuzzedAnswer(context, request), ` to ${kind}`);
    },
  }),
] satisfies readonly Check[];

/** How often a write is composed anew: one that was carried out and never answered can't be sent as it was. */
const attempts = 3;

async function insistently(send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const mayPass = error instanceof Inconclusive && error.cause === 'network';
      if (!mayPass || attempt === attempts) throw error;
    }
  }
}

/** Claims that a request is answered in time. */
async function mustAnswer(context: Context, send: () => Promise<Answer>, to = ''): Promise<void> {
  const answer = await send();
  const { fault, ms } = answer;
  const seconds = Math.round(ms / 1000);
  context.must.hold(fault === undefined && ms <= longestMs, {
    expected: `an answer within 30 seconds${to}`,
    actual: fault === undefined ? `an answer after ${seconds} seconds` : `each time, ${statusWords(answer)}`,
    in: answer,
  });
}
