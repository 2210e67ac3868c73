import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import { accepted } from '../../target/accounts/accepted.ts';
import { accounts, creations, making } from '../../target/accounts/account.ts';
import { probed } from '../../target/probe.ts';

/** What a server answers to a method or a path that it does not have. */
const notThere = [404, 405];

/** Each operation is offered: no request for it is answered as one for something that is not there. */
export const offered: readonly Check[] = [
  // Without a key each operation answers 401. With one it may know no such user, but does know the operation.
  ...[...creations, ...accounts].map(({ op, clauses }) =>
    check(`${clauses}.exists`, {
      access: 'probe',
      on: [op],
      sends: 'a request that changes nothing, without the key and with it; ids are invented',
      accepts: 'anything but 405, and anything but 404 where no user is named or no key is sent',
      async run(context) {
        const keyed = await probed(context, context.op, 'full');
        const keyless = await probed(context, context.op, 'none');
        const unknownUser = context.op.has('userId') && !notThere.includes(keyless.status);
        const there = keyed.status !== 405 && (keyed.status !== 404 || unknownUser);
        context.must.hold(there, missing(keyed.status, [keyless, keyed]));
      },
    }),
  ),

  // For an account that exists, nothing is left to be unknown but the operation.
  ...accounts.map((account) =>
    check(`${account.clauses}.exists/own-user`, {
      access: 'write',
      on: [account.op],
      needs: [account.gap, making(account.kind)],
      sends: 'a valid change of an account that the run made',
      accepts: 'anything but 404 and 405',
      async run(context) {
        const answer = await accepted(context, account);
        context.must.hold(!notThere.includes(answer.status), missing(answer.status, answer));
      },
    }),
  ),
];

function missing(status: number, answer: Answer | readonly Answer[]) {
  return { expected: 'an operation that is offered', actual: `status ${status}`, in: answer };
}
