import type { Meanings } from '../../../generators/body.ts';
import { wordOf } from '../../../generators/words.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { needsAccount } from '../../target/accounts/account.ts';
import { type Change, changes, withRequired } from '../../target/accounts/change.ts';
import { emailMeanings, markOf, nameMeanings, validChange } from '../../target/accounts/meanings.ts';
import { request, requestIfFilled } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { fromStandard } from '../../target/effort.ts';
import { mustShow, unchangedUser } from '../../target/users/read.ts';

/** By operation, what is changed, and a value that no other check sets. */
const values: Readonly<Record<string, readonly [Change, (context: Context) => Meanings]>> = {
  updateStudentDetails: [
    changes.dateOfBirth,
    ({ world }) => ({ dateOfBirth: world.synthetic('2002-11-09') }),
  ],
  updateUserName: [
    changes.name,
    (context) => nameMeanings(context, 'Rollcall', wordOf(context.world.unknownId('disabled'))),
  ],
  updateUserPrimaryEmail: [
    changes.primaryEmail,
    (context) => emailMeanings(context, `disabled.${markOf(context)}@example.org`),
  ],
  setUserExternalId: [
    changes.externalId,
    (context) => ({ externalId: context.world.synthetic(`disabled-${markOf(context)}`) }),
  ],
};

/** Many queries leave out who is disabled, also those that change something. */
export const whileDisabledChecks: readonly Check[] = checks(
  [
    'update-student-details.date-of-birth/disabled',
    'update-user-name.effect/disabled',
    'update-user-primary-email.effect/disabled',
    'set-user-external-id.effect/disabled',
  ],
  {
    access: 'write',
    cost: 'high',
    needs: (op) => [...needsAccount(op), 'disable-user.request', 'enable-user.request'],
    unless: fromStandard,
    sends: 'disabling of an account, the change, enabling, and reads',
    accepts: 'the new value once the change was accepted; a change of who is disabled may be refused',
    async run(context) {
      const { need, op } = context;
      const [change, value] = need(values[op.id], 'a change that a user shows');
      const id = await accountId(context, 'student');
      const before = await unchangedUser(context, id);
      const meanings = await withRequired(context, op.id, value(context), async () => before);
      const disabled = await request(context, 'disableUser', id, await validChange(context, 'disableUser'));
      const answer = await request(context, op.id, id, meanings).finally(() =>
        requestIfFilled(context, 'enableUser', id),
      );
      need.accepted(disabled);
      need(answer.status < 300, 'a change of a disabled user to be accepted');
      const wrong = (user: Parameters<Change['shows']>[0]) =>
        change.shows(user, meanings, context) ? [] : [`the ${change.what}`];
      await mustShow(context, id, wrong, {
        expected: `the ${change.what} that was accepted while the user was disabled`,
        in: answer,
      });
    },
  },
);
