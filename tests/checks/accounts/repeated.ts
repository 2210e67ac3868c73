import { type Check, check } from '../../../harness/judging/check.ts';
import { needsAccount } from '../../target/accounts/account.ts';
import { markOf, nameMeanings, validChange } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { sameText } from '../../target/accounts/user-fields.ts';
import { resourceOf } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { mustEventually } from '../../target/must-eventually.ts';
import { fixtureId } from '../../target/reuse/fixture.ts';
import { idsOf } from '../../target/users/found.ts';
import { readUser } from '../../target/users/read.ts';

/** Requests that a service may take for one that it has answered, or for one that changes nothing. */
export const repeatedChecks: readonly Check[] = [
  check('update-user-password.body/same-password', {
    access: 'write',
    cost: 'high',
    needs: needsAccount,
    unless: fromStandard,
    sends: 'the same new password for two users, one after the other',
    accepts: 'each of them in the answer to its own change; the second change may be refused',
    async run(context) {
      const { must, need, op } = context;
      const password = await validChange(context, op.id);
      const first = await accountId(context, 'student');
      const second = await fixtureId(context, 'student', 'account alike');
      need(first !== second, 'a second student');
      need.accepted(await request(context, op.id, first, password));
      const answer = await request(context, op.id, second, password);
      need(answer.status < 300, 'a password that another user has to be accepted');
      const [shown] = idsOf([resourceOf(context, answer, 'user')]);
      must.hold(shown === second.toLowerCase(), {
        expected: 'the user whose password was changed',
        actual:
          shown === first.toLowerCase() ? 'the one who got the same password before' : 'another, or none',
        in: answer,
      });
    },
  }),

  check('update-user-name.effect/letter-case', {
    access: 'write',
    cost: 'high',
    needs: needsAccount,
    unless: fromStandard,
    sends: 'a name, then the same in other letters: `McKay` after `Mckay`',
    accepts: 'the name as it was sent last; a name in other letters may be refused',
    async run(context) {
      const { need, op } = context;
      const id = await accountId(context, 'student');
      const [first, second] = ['Mckay', 'McKay'].map((name) =>
        nameMeanings(context, 'Rollcall', `${name} ${markOf(context)}`),
      );
      need.accepted(await request(context, op.id, id, first ?? {}));
      const shown = (await readUser(context, id))['lastName'];
      need(sameText(shown, first?.['lastName']), 'a name with one capital to be shown as it was sent');
      const answer = await request(context, op.id, id, second ?? {});
      need(answer.status < 300, 'the name in other letters to be accepted');
      const read = async () => (await readUser(context, id))['lastName'];
      await mustEventually(context, read, (name) => sameText(name, second?.['lastName']), {
        expected: 'the name in the letters that were sent last',
        actual: 'the name from before the change, or another',
        in: answer,
      });
    },
  }),
];
