import { type Check, check } from '../../../harness/judging/check.ts';
import { accepted } from '../../target/accounts/accepted.ts';
import { accounts, making } from '../../target/accounts/account.ts';
import { request, validChange } from '../../target/accounts/request.ts';
import { forEachMalformed } from '../../target/each-kind.ts';

/** The user id in the path is a UUID. */
export const refusalChecks: readonly Check[] = accounts.map((account) =>
  // A text that is no UUID is refused; with which status is left open (`users.malformed-user-id`).
  check(`${account.clauses}.user-id`, {
    access: 'write',
    on: [account.op],
    needs: [making(account.kind)],
    sends:
      'a valid change of an account that the run made (accepted), then the same with a malformed id in the path',
    accepts: 'some 4xx',
    async run(context) {
      const control = await accepted(context, account);
      context.need(
        control.status < 300,
        `the same with a well-formed id to be accepted, got ${control.status}`,
      );
      const meanings = await validChange(context, account);
      await forEachMalformed(
        context,
        async (id) => {
          const answer = await request(context, account, id, meanings);
          context.must(answer).be.refused();
          context.observe('users.malformed-user-id', String(answer.status));
        },
        Math.ceil(context.runs / 4),
      );
      const unknown = await request(context, account, context.unknownId('userId'), meanings);
      context.observe('users.unknown-user', String(unknown.status));
    },
  }),
);
