import type { Meanings } from '../../../generators/body.ts';
import { wordOf } from '../../../generators/words.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, check, checks } from '../../../harness/judging/check.ts';
import { needsAccount } from '../../target/accounts/account.ts';
import { type Change, changes, withRequired } from '../../target/accounts/change.ts';
import { emailMeanings, markOf, nameMeanings, validChange } from '../../target/accounts/meanings.ts';
import { request, requestIfFilled } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { mustStayDisabled } from '../../target/accounts/state.ts';
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
export const whileDisabledChecks: readonly Check[] = [
  ...checks(
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
      sends: 'disabling of an account, the change, a read, enabling, and reads',
      accepts:
        'the new value once the change was accepted, and the account disabled until then, or not shown; a change of who is disabled may be refused',
      async run(context) {
        const { need, op } = context;
        const [change, value] = need(values[op.id], 'a change that a user shows');
        const id = await accountId(context, 'student');
        const before = await unchangedUser(context, id);
        const meanings = await withRequired(context, op.id, value(context), async () => before);
        const disabled = await request(context, 'disableUser', id, await validChange(context, 'disableUser'));
        const { answer } = await changedWhileDisabled(context, id, disabled, meanings);
        const wrong = (user: Parameters<Change['shows']>[0]) =>
          change.shows(user, meanings, context) ? [] : [`the ${change.what}`];
        await mustShow(context, id, wrong, {
          expected: `the ${change.what} that was accepted while the user was disabled`,
          in: answer,
        });
      },
    },
  ),

  check('update-user-password.keeps-the-rest/disabled', {
    access: 'write',
    cost: 'high',
    needs: (op) => [
      ...needsAccount(op),
      'disable-user.request',
      'enable-user.request',
      'users.enabled-field',
    ],
    unless: fromStandard,
    sends: 'a password, disabling of the account, another password, a read, and enabling',
    accepts: 'the account disabled still; a change of who is disabled may be refused',
    async run(context) {
      const id = await accountId(context, 'student');
      const meanings = await validChange(context, context.op.id);
      // The first password of an account may be what enables it.
      context.need.accepted(await request(context, context.op.id, id, meanings));
      const disabled = await request(context, 'disableUser', id, await validChange(context, 'disableUser'));
      const { isJudged } = await changedWhileDisabled(context, id, disabled, meanings);
      context.need(isJudged, 'a user who is still listed; this target may hide those who are disabled');
    },
  }),
];

/**
 * Sends the change to who is disabled, and enables the user whatever came of it. Gives the answer of an accepted one, and
 * whether it could be seen that the user was disabled still.
 */
async function changedWhileDisabled(
  context: Context,
  id: string,
  disabled: Answer,
  meanings: Meanings,
): Promise<{ readonly answer: Answer; readonly isJudged: boolean }> {
  const { need, op } = context;
  try {
    const answer = await request(context, op.id, id, meanings);
    need.accepted(disabled);
    need(answer.status < 300, 'a change of a disabled user to be accepted');
    return { answer, isJudged: await mustStayDisabled(context, id, answer) };
  } finally {
    await requestIfFilled(context, 'enableUser', id);
  }
}
