import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { Inconclusive } from '../../../harness/judging/outcome.ts';
import type { Operation } from '../../../spec/contract.ts';
import { fromStandard } from '../../target/effort.ts';
import { fuzzedAnswer } from '../../target/fuzzed.ts';
import { unreadableRequests } from '../../target/inputs.ts';
import { minimal } from '../../target/minimal.ts';
import { probed } from '../../target/probe.ts';

/** Thirty seconds, and five for the way. */
const longestMs = 35_000;

const access = (op: Operation) => (op.writes ? 'probe' : 'read');

/** No request takes longer than 30 seconds, if only to say that it took too long (Limits). */
export const timeOut = [
  check('limits.time-out', {
    access,
    on: () => true,
    sends: 'the plainest request, or for a writing operation one with a wrong key; again if no answer comes',
    accepts: 'an answer within 35 seconds, counted at our end',
    run: (context) => mustAnswer(context, () => ask(context, context.op)),
  }),

  // What is wrong with a request is said in the same time.
  check('limits.time-out/defective', {
    access,
    on: (op) => Object.keys(unreadableRequests(op)).length > 0,
    unless: fromStandard,
    sends:
      'JSON that ends too early, an id in the path that is none, a word as limit, wherever the operation takes one; again if no answer comes',
    accepts: 'an answer within 35 seconds, counted at our end',
    async run(context) {
      for (const [kind, requests] of Object.entries(unreadableRequests(context.op)))
        for (const request of requests) await mustAnswer(context, () => fuzzedAnswer(context, request), kind);
    },
  }),
] satisfies readonly Check[];

/** Claims that a request is answered in time; none that is not counts before it was sent twice. */
async function mustAnswer(context: Context, send: () => Promise<Answer>, to?: string): Promise<void> {
  const expected = `an answer within 30 seconds${to === undefined ? '' : ` to ${to}`}`;
  const answer = (await timed(send)) ?? (await timed(send));
  if (answer) {
    const actual = `an answer after ${Math.round(answer.ms / 1000)} seconds`;
    return context.must.hold(answer.ms <= longestMs, { expected, actual, in: answer });
  }
  // The way to the target is open when another operation answers.
  const other = context.op.id === 'listAcademicYears' ? 'getCurrentAcademicYear' : 'listAcademicYears';
  context.need(await context.send(other), 'another operation to answer');
  context.must.hold(false, { expected, actual: 'none in 35 seconds, twice' });
}

/** The answer, or `undefined` if none came in time. */
async function timed(send: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Inconclusive && error.fault === 'timeout') return undefined;
    throw error;
  }
}

function ask(context: Context, op: Operation): Promise<Answer> {
  return op.writes ? probed(context, op, 'wrong') : minimal(context, op);
}
