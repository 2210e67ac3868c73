import type { Meanings } from '../../../generators/body.ts';
import { wordOf } from '../../../generators/words.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { needsAccount } from '../../target/accounts/account.ts';
import { type Change, changes, withRequired } from '../../target/accounts/change.ts';
import { emailMeanings, nameMeanings } from '../../target/accounts/meanings.ts';
import { judgeRefusedState, refusedStateNeeds } from '../../target/accounts/refused-state.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { fromStandard } from '../../target/effort.ts';
import { mustRefuseKeyless } from '../../target/keyless.ts';
import { arrange } from '../../target/members/arrange.ts';
import { changeOf, membershipNeeds } from '../../target/members/membership.ts';
import { poolOf } from '../../target/members/pool.ts';
import { sameState, stateNow } from '../../target/members/state.ts';
import { filled } from '../../target/reuse/creation.ts';
import { readUser, unchangedUser } from '../../target/users/read.ts';

/** What a change is, and a value for it that nothing else sets, by operation. */
const values: Readonly<Record<string, readonly [Change, (context: Context) => Meanings]>> = {
  updateStudentDetails: [
    changes.dateOfBirth,
    ({ world }) => ({ dateOfBirth: world.synthetic('2000-12-01') }),
  ],
  updateUserName: [
    changes.name,
    (context) => nameMeanings(context, 'Keyless', wordOf(context.world.unknownId('keyless'))),
  ],
  updateUserPrimaryEmail: [
    changes.primaryEmail,
    (context) => emailMeanings(context, `keyless.${context.unknownId('address').slice(0, 8)}@example.org`),
  ],
  setUserExternalId: [
    changes.externalId,
    (context) => ({
      externalId: context.world.synthetic(`keyless-${context.unknownId('external').slice(0, 8)}`),
    }),
  ],
};

/** A refused change leaves nothing: many services look at the key beside the handler, and answer before it is done. */
export const keylessChanges = [
  check('authentication.missing-key/removal', {
    access: 'write',
    on: ['removeClassStudents', 'removeClassTeachers', 'removeCohortStudents', 'removeCohortTests'],
    needs: membershipNeeds,
    unless: fromStandard,
    sends: 'a removal without a key, the same with the id in capitals, and a look for their effect',
    async run(context) {
      const { op, must } = context;
      const pool = await poolOf(context, changeOf(op).membership);
      const { group, ids } = pool.membership;
      await arrange(context, pool, [[0]]);
      const members = { [ids]: pool.members.slice(0, 1) };
      const answer = await mustRefuseKeyless(context, group.id, pool.groups[0] ?? '', members);
      must.hold(sameState(await stateNow(context, pool), [[0]]), {
        expected: 'nobody removed by the refused request',
        actual: 'somebody removed',
        in: answer,
      });
    },
  }),

  check('authentication.missing-key/account', {
    access: 'write',
    on: Object.keys(values),
    needs: needsAccount,
    unless: fromStandard,
    sends:
      'a change of an account without a key, the same with the id in capitals, and a look for their effect',
    async run(context) {
      const { op, must, need } = context;
      const [change, newValue] = need(values[op.id], 'a change that a user shows');
      const userId = await accountId(context, 'student');
      const meanings = newValue(context);
      const sent = await withRequired(context, op.id, meanings, () => unchangedUser(context, userId));
      const answer = await mustRefuseKeyless(context, 'userId', userId, {}, { body: filled(op, sent) });
      must.hold(!change.shows(await readUser(context, userId), meanings, context), {
        expected: `the ${change.what} as it was before the refused request`,
        actual: 'the one that was refused',
        in: answer,
      });
    },
  }),

  check('authentication.missing-key/state', {
    access: 'write',
    on: ['enableUser', 'disableUser'],
    needs: refusedStateNeeds,
    unless: fromStandard,
    sends:
      'the opposite with the key, then the operation without one, the same with the id in capitals, and a look for their effect',
    run: (context) =>
      judgeRefusedState(context, (userId, body) => mustRefuseKeyless(context, 'userId', userId, {}, body)),
  }),
] satisfies readonly Check[];
