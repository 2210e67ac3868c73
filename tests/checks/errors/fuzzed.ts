import type { FuzzCase } from '../../../generators/fuzz-case.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { readOrProbe } from '../../target/access.ts';
import { accepted } from '../../target/accounts/accepted.ts';
import { needsAccount } from '../../target/accounts/account.ts';
import { newPassword } from '../../target/accounts/password.ts';
import { request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { forEachListed } from '../../target/each-kind.ts';
import { fromStandard } from '../../target/effort.ts';
import { fuzzedAnswer, sendFuzzed } from '../../target/fuzzed.ts';
import { fuzzRequests } from '../../target/inputs.ts';
import { minimal } from '../../target/minimal.ts';

/**
 * The statuses of HTTP for a defective message, and that of a firewall for an odd one. Often a server in front sends
 * them, with a body of its own.
 */
const ofHttp = [400, 403, 405, 406, 408, 411, 413, 414, 415, 417, 431];

/** From this length in characters on, some servers in front answer 404 to an address without asking the service. */
const longAddress = 2_000;

/** Unusual input brings no server error, and shows no internals of the service. */
export const fuzzed = [
  check('errors.no-server-error', {
    access: readOrProbe,
    sends:
      'fuzz cases: unusual parameters, scripts, lengths, media types and bodies, with ids that name nothing where the operation writes',
    async run(context) {
      const { op, contract } = context;
      if (!op.writes) await minimal(context, op);
      const judge = async (fuzzCase: FuzzCase) =>
        mustBeInControl(context, fuzzCase, await repeatedAnswer(context, fuzzCase));
      await forEachListed(context, fuzzRequests(op, contract), judge, 1);
    },
  }),
  // What derives a key from the password may take bytes for letters.
  check('errors.no-server-error/password', {
    access: 'write',
    on: ['updateUserPassword'],
    unless: fromStandard,
    needs: needsAccount,
    sends: 'a password that is accepted, then one like it with two letters beyond ASCII',
    accepts: 'any status below 500',
    async run(context) {
      context.need.accepted(await accepted(context, context.op.id));
      const id = await accountId(context, 'student');
      const password = newPassword(context).replace(/[a-z]/, 'é').replace(/[A-Z]/, 'Ł');
      const answer = await request(context, context.op.id, id, {
        password: context.world.synthetic(password),
      });
      mustBeInControl(context, {}, answer);
    },
  }),
] satisfies readonly Check[];

/** Claims that the service has not failed: no server error, no stack trace, and no page of HTML. */
function mustBeInControl({ must }: Context, fuzzCase: Pick<FuzzCase, 'id'>, answer: Answer): void {
  must.hold(answer.status < 500, {
    expected: 'a status below 500',
    actual: `status ${answer.status}`,
    in: answer,
  });
  // An accepted request shows the target's data, and those may hold lines that look like a stack trace.
  must.hold(answer.status < 400 || !showsStackTrace(answer.text), {
    expected: 'no stack trace',
    actual: 'a stack trace',
    in: answer,
  });
  must.hold(mayBeOfServerInFront(fuzzCase, answer) || !isHtml(answer), {
    expected: 'no HTML',
    actual: `a page of HTML with status ${answer.status}`,
    in: answer,
  });
}

/** Whether a server in front may have answered before the service received the request. */
function mayBeOfServerInFront({ id }: Pick<FuzzCase, 'id'>, { status, sent }: Answer): boolean {
  const isUnusualAddress = id !== undefined || sent.path.length > longAddress;
  return ofHttp.includes(status) || (status === 404 && isUnusualAddress);
}

/** The answer to a fuzz case. A server error counts when it comes twice. */
async function repeatedAnswer(context: Context, fuzzCase: FuzzCase): Promise<Answer> {
  const answer = await fuzzedAnswer(context, fuzzCase);
  return answer.status < 500 ? answer : sendFuzzed(context, fuzzCase);
}

function isHtml({ text }: Answer): boolean {
  return /^\s*<(?:!doctype html|html)\b/i.test(text);
}

/** Whether a text has lines of a stack trace as the common languages write them. */
function showsStackTrace(text: string): boolean {
  return /(?:\n|\\n|<br>)\s*at \S+.*[(:]|Traceback \(most recent call last\)|\.(?:java|cs|php|rb|py|go):\d+|goroutine \d+ \[/.test(
    text,
  );
}
