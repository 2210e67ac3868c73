import type { Meanings } from '../../../generators/body.ts';
import { wordOf } from '../../../generators/words.ts';
import { type Check, checks } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { needsAccount } from '../../target/accounts/account.ts';
import { type Change, changes, withRequired } from '../../target/accounts/change.ts';
import { emailMeanings, markOf, nameMeanings } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { changedFields } from '../../target/accounts/user-fields.ts';
import type { Json } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { eventually } from '../../target/eventually.ts';
import { fixtureId } from '../../target/reuse/fixture.ts';
import { eventuallyUser, readUsers, unchangedUser } from '../../target/users/read.ts';

/** Two users have the same value, and one of them is changed: the other one keeps it. */
export const twoAlikeChecks: readonly Check[] = checks(
  [
    'update-student-details.date-of-birth/two-alike',
    'update-user-name.effect/two-alike',
    'update-user-primary-email.effect/two-alike',
    'set-user-external-id.effect/two-alike',
  ],
  {
    access: 'write',
    unless: fromStandard,
    cost: 'high',
    needs: needsAccount,
    sends: 'the same value for two accounts, then another one for the first of them',
    accepts:
      'the new value in the first account alone; the same value for a second user may be refused, unless it is a name',
    run: judgeTwoAlike,
  },
);

/** By operation, what is changed, and a value for each of two turns. */
const table: Readonly<
  Record<string, readonly [change: Change, value: (context: Context, turn: 'same' | 'other') => Meanings]>
> = {
  updateStudentDetails: [
    changes.dateOfBirth,
    ({ world }, turn) => ({ dateOfBirth: world.synthetic(turn === 'same' ? '2002-08-01' : '2003-01-15') }),
  ],
  updateUserName: [
    changes.name,
    (context, turn) => nameMeanings(context, 'Rollcall', wordOf(context.world.unknownId(`alike ${turn}`))),
  ],
  updateUserPrimaryEmail: [
    changes.primaryEmail,
    (context, turn) => emailMeanings(context, `${turn}.alike.${markOf(context)}@example.org`),
  ],
  setUserExternalId: [
    changes.externalId,
    (context, turn) => ({ externalId: context.world.synthetic(`${turn}-alike-${markOf(context)}`) }),
  ],
};

async function judgeTwoAlike(context: Context): Promise<void> {
  const [change, value] = table[context.op.id] ?? [];
  if (!change || !value) throw new Error(`${context.op.id} changes nothing that a user shows`);
  const [same, other] = [value(context, 'same'), value(context, 'other')];
  const first = await accountId(context, 'student');
  const second = await fixtureId(context, 'student', 'account alike');
  context.need(first !== second, 'a second student');
  context.need.accepted(await send(context, first, same));
  const repeated = await send(context, second, same);
  // People of one name are no conflict: that is for classes and cohorts. Whether two users may share other values is open.
  if (context.op.id === 'updateUserName') context.must(repeated).be.accepted();
  if (repeated.status >= 300) {
    context.must(repeated).be.refused();
    return context.observe('accounts.shared-values', 'refused');
  }
  await eventuallyUser(context, first, (user) => change.shows(user, same, context));
  const before = await eventuallyUser(context, second, (user) => change.shows(user, same, context));
  const answer = await send(context, first, other);
  context.need.accepted(answer);
  const wrong = ([one, two]: readonly (Json | undefined)[]) => [
    ...(one && change.shows(one, other, context) ? [] : [`the ${change.what} of the first account`]),
    ...changedFields(before, two ?? {}).map((field) => `\`${field}\` of the second`),
  ];
  const read = () => readUsers(context, [first, second]);
  const seen = await eventually(context, read, (users) => wrong(users).length === 0);
  context.must.hold(wrong(seen).length === 0, {
    expected: 'the new value in the first account, and nothing new in the second one',
    actual: `not so: ${wrong(seen).join(', ')}`,
    in: answer,
  });
}

async function send(context: Context, id: string, meanings: Meanings) {
  const op = context.op.id;
  return request(
    context,
    op,
    id,
    await withRequired(context, op, meanings, () => unchangedUser(context, id)),
  );
}
