import type { Meanings } from '../../../generators/body.ts';
import { wordOf } from '../../../generators/words.ts';
import { type Check, check, checks } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { needsAccount } from '../../target/accounts/account.ts';
import { type Change, changes, withRequired } from '../../target/accounts/change.ts';
import { requiresDate, userIdIn } from '../../target/accounts/fresh-user.ts';
import { emailMeanings, markOf, nameMeanings } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { changedFields } from '../../target/accounts/user-fields.ts';
import type { Json } from '../../target/body.ts';
import { createdAtOnce } from '../../target/concurrent.ts';
import { fromStandard } from '../../target/effort.ts';
import { eventually } from '../../target/eventually.ts';
import { waitUntilReadable } from '../../target/readable.ts';
import { fixtureId } from '../../target/reuse/fixture.ts';
import { mustFindAll } from '../../target/users/all-found.ts';
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
      'both accounts by a shared address or external identifier, in list and search, then the new value in the first account alone; the same value for a second user may be refused, unless it is a name',
    run: judgeTwoAlike,
  },
);

/** Of two users nothing is said, and then something of one of them: of the other one there still is nothing. */
export const bothWithoutChecks: readonly Check[] = [
  check('update-student-details.date-of-birth/both-without', {
    access: 'write',
    unless: fromStandard,
    cost: 'high',
    needs: needsAccount,
    sends: 'two creations without a date of birth and a gender, then a date of birth for the first of them',
    accepts: 'the date of birth in the first account alone',
    run: judgeBothWithout,
  }),
];

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
  for (const name of ['email', 'externalId'] as const)
    if (same[name] !== undefined) await mustFindAll(context, [first, second], name, before);
  await judgeChangeOfOne(context, { change, first, second, before }, other);
}

async function judgeBothWithout(context: Context): Promise<void> {
  context.need(!requiresDate(context, 'student'), 'a creation that takes no date of birth');
  const ids = (await createdAtOnce(context, 'student')).map((answer) => userIdIn(context, answer));
  context.need(new Set(ids).size === 2, 'two students who were created');
  const [first = '', second = ''] = ids;
  for (const id of ids) await waitUntilReadable(context, 'student', id);
  const before = await unchangedUser(context, second);
  const value = { dateOfBirth: context.world.synthetic('2002-09-10') };
  await judgeChangeOfOne(context, { change: changes.dateOfBirth, first, second, before }, value);
}

/** Two accounts, of which the first is changed, and what the second one showed before. */
interface Two {
  readonly change: Change;
  readonly first: string;
  readonly second: string;
  readonly before: Json;
}

async function judgeChangeOfOne(
  context: Context,
  { change, first, second, before }: Two,
  value: Meanings,
): Promise<void> {
  const answer = await send(context, first, value);
  context.need.accepted(answer);
  const wrong = ([one, two]: readonly (Json | undefined)[]) => [
    ...(one && change.shows(one, value, context) ? [] : [`the ${change.what} of the first account`]),
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
