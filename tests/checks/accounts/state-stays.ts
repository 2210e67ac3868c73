import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { accountOf, needsAccount } from '../../target/accounts/account.ts';
import { validChange } from '../../target/accounts/meanings.ts';
import { request, requestIfFilled } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { mustShowState } from '../../target/accounts/state.ts';
import { fromStandard } from '../../target/effort.ts';

/** A user who was enabled stays enabled, in whichever letter case the id was sent and whatever is changed next. */
export const stateStaysChecks: readonly Check[] = [
  check('states.user-enable/any-case', {
    access: 'write',
    needs: (op) => [...needsAccount(op), accountOf('disableUser').gap, 'users.enabled-field'],
    unless: fromStandard,
    sends:
      'disabling of a student, enabling of nobody, then enabling with the letters of the id in upper case',
    accepts: 'the value for enabled after a success; a refusal of such an id',
    run: (context) =>
      whileDisabled(context, async (id) => {
        // A target that answers an unknown id with a success does not say which user it enabled.
        const nobody = await request(context, 'enableUser', context.unknownId('nobody to enable'), {});
        const answer = await request(context, 'enableUser', id.toUpperCase(), {});
        context.observe('paths.upper-case-id', answer.status < 300 ? 'taken' : 'refused');
        if (answer.status >= 300) return context.must(answer).be.refused();
        context.need(nobody.status >= 300, 'a target that does not enable whom it does not know');
        await mustShowState(context, id, answer);
      }),
  }),

  check('states.user-enable/then-changed', {
    access: 'write',
    needs: (op) => [
      ...needsAccount(op),
      ...['disableUser', 'updateUserName'].map((other) => accountOf(other).gap),
      'users.enabled-field',
    ],
    unless: fromStandard,
    sends: 'disabling and enabling of a student, then a change of the name',
    run: (context) =>
      whileDisabled(context, async (id) => {
        const enabled = await request(context, 'enableUser', id, {});
        context.need.accepted(enabled);
        const answer = await request(
          context,
          'updateUserName',
          id,
          await validChange(context, 'updateUserName'),
        );
        context.need.accepted(answer);
        await mustShowState(context, id, answer);
      }),
  }),
];

/** Judges on an account that has just been disabled, and leaves it enabled whatever happens. */
async function whileDisabled(context: Context, law: (id: string) => Promise<void>): Promise<void> {
  const id = await accountId(context, 'student');
  try {
    await requestIfFilled(context, 'disableUser', id);
    await law(id);
  } finally {
    await requestIfFilled(context, 'enableUser', id);
  }
}
