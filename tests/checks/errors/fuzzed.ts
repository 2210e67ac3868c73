import type { FuzzCase } from '../../../generators/fuzz-case.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { forEachListed } from '../../target/each-kind.ts';
import { writesFromStandard } from '../../target/effort.ts';
import { fuzzedAnswer, sendFuzzed } from '../../target/fuzzed.ts';
import { fuzzRequests } from '../../target/inputs.ts';
import { minimal } from '../../target/minimal.ts';

/** What HTTP provides for what is wrong with the message; often said by a server in front, in words of its own. */
const ofHttp = [400, 405, 406, 408, 411, 413, 414, 415, 417, 431];

/** From this length in characters on, some servers know no page of such an address, and ask the service nothing. */
const longAddress = 2_000;

/** Unusual input never brings the service down, nor shows what it is made of. */
export const oddities = [
  check('errors.no-server-error', {
    access: (op) => (op.writes ? 'probe' : 'read'),
    on: () => true,
    unless: writesFromStandard,
    sends:
      'requests as some clients send them: odd parameters, scripts, lengths, media types and bodies, with invented ids where the operation writes',
    accepts: 'any status below 500, without a page of HTML and without a stack trace',
    async run(context) {
      const { op, contract } = context;
      if (!op.writes) await minimal(context, op);
      await forEachListed(
        context,
        fuzzRequests(op, contract),
        async (oddity) => calm(context, oddity, await steady(context, oddity)),
        1,
      );
    },
  }),
] satisfies readonly Check[];

/** Claims that an answer comes from a service that has itself in hand. */
function calm({ must }: Context, oddity: FuzzCase, answer: Answer): void {
  must.hold(answer.status < 500, {
    expected: 'a status below 500',
    actual: `status ${answer.status}`,
    in: answer,
  });
  // What is accepted shows the target's data, and those may hold lines that look like any text.
  must.hold(answer.status < 400 || !showsStack(answer.text), {
    expected: 'no stack trace',
    actual: 'a stack trace',
    in: answer,
  });
  must.hold(mayBeAhead(oddity, answer) || !isHtml(answer), {
    expected: 'no HTML',
    actual: `a page of HTML with status ${answer.status}`,
    in: answer,
  });
}

/** Whether a server in front may have given the answer before the service saw the request. */
function mayBeAhead({ id }: FuzzCase, { status, sent }: Answer): boolean {
  const isOwnAddress = id !== undefined || sent.path.length > longAddress;
  return ofHttp.includes(status) || (status === 404 && isOwnAddress);
}

/** The answer to an odd request; a failure counts when it comes twice. */
async function steady(context: Context, oddity: FuzzCase): Promise<Answer> {
  const answer = await fuzzedAnswer(context, oddity);
  return answer.status < 500 ? answer : sendFuzzed(context, oddity);
}

function isHtml({ text }: Answer): boolean {
  return /^\s*<(?:!doctype html|html)\b/i.test(text);
}

/** Lines of a stack trace as the common languages write them. */
function showsStack(text: string): boolean {
  return /(?:\n|\\n|<br>)\s*at \S+.*[(:]|Traceback \(most recent call last\)|\.(?:java|cs|php|rb|py|go):\d+|goroutine \d+ \[/.test(
    text,
  );
}
