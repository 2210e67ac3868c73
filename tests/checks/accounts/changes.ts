import { carries, type Meanings } from '../../../generators/body.ts';
import { personNames } from '../../../generators/person.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { accountOf, needsAccount } from '../../target/accounts/account.ts';
import { type Change, changes, withRequired } from '../../target/accounts/change.ts';
import { userIn } from '../../target/accounts/fresh-user.ts';
import { markOf, nameMeanings, validChange } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { accountId, bystanderId } from '../../target/accounts/shared-account.ts';
import { changedFields, sameText } from '../../target/accounts/user-fields.ts';
import { itemsOf, type Json } from '../../target/body.ts';
import { mustEventually, mustStayUnchanged } from '../../target/must-eventually.ts';
import { accountLabel, fixture } from '../../target/reuse/fixture.ts';
import { idsOf } from '../../target/users/found.ts';
import { eventuallyUser, readUsers, unchangedUser, unchangedUsers } from '../../target/users/read.ts';

/** Each value that can be changed, and the checks that it is seen and that nothing else changes. */
const table: readonly { readonly change: Change; readonly seen: string; readonly nothingElse: string }[] = [
  {
    change: changes.dateOfBirth,
    seen: 'update-student-details.date-of-birth',
    nothingElse: 'update-student-details.date-of-birth/nothing-else',
  },
  {
    change: changes.gender,
    seen: 'update-student-details.gender',
    nothingElse: 'update-student-details.gender/nothing-else',
  },
  {
    change: changes.name,
    seen: 'update-user-name.effect',
    nothingElse: 'update-user-name.effect/nothing-else',
  },
  {
    change: changes.primaryEmail,
    seen: 'update-user-primary-email.effect',
    nothingElse: 'update-user-primary-email.effect/nothing-else',
  },
  {
    change: changes.externalId,
    seen: 'set-user-external-id.effect',
    nothingElse: 'set-user-external-id.effect/nothing-else',
  },
];

/** Every value of an account that can be changed. */
export const changeChecks: readonly Check[] = table.flatMap(({ change, seen, nothingElse }) => [
  check(seen, {
    access: 'write',
    needs: needsAccount,
    accepts: 'the value as it was sent; an unusual value may be refused',
    run: (context) => judgeEachKind(context, change),
  }),

  check(nothingElse, {
    access: 'write',
    needs: needsAccount,
    accepts: `all other fields as they were (${['updatedAt', ...change.moves].join(', ')} aside), and the other account as it was`,
    run: (context) => judgeNothingElse(context, change),
  }),
]);

/** Values of each kind in turn, as many as the effort allows: the simplest always. */
async function judgeEachKind(context: Context, change: Change): Promise<void> {
  const kinds = (await change.byKind(context)).slice(0, Math.max(context.runs, 3));
  const runs = Math.max(1, Math.floor(context.runs / kinds.length));
  for (const [position, values] of kinds.entries()) {
    await context.forAll(values, (meanings) => judgeSeen(context, change, meanings, position === 0), runs);
  }
}

async function judgeSeen(
  context: Context,
  change: Change,
  meanings: Meanings,
  isSimplest: boolean,
): Promise<void> {
  const id = await accountId(context, 'student');
  const sent = await withRequired(context, change.op, meanings, () => unchangedUser(context, id));
  const answer = await request(context, change.op, id, sent);
  if (isSimplest) context.need.accepted(answer);
  if (answer.status >= 300) return context.observe('accounts.unusual-values', 'refused');
  const shows = (user: Json) => change.shows(user, meanings, context);
  const shown = accountOf(change.op).answers ? userIn(answer) : undefined;
  if (shown) {
    context.must.hold(shows(shown), {
      expected: `the ${change.what} that was sent, in the answer`,
      actual: 'another, or none',
      in: answer,
    });
  }
  const seen = await eventuallyUser(context, id, shows);
  context.must.hold(shows(seen), {
    expected: `the ${change.what} that was sent, in a later read`,
    actual: 'another, or none',
    in: answer,
  });
  if (change === changes.externalId) await judgeFound(context, id, meanings);
}

/** The user is found by the new external identifier. */
async function judgeFound(context: Context, id: string, { externalId }: Meanings): Promise<void> {
  const read = async () => itemsOf(context, await context.send('listUsers', { externalId: [externalId] }));
  const isThere = (users: readonly Json[]) => idsOf(users).includes(id.toLowerCase());
  await mustEventually(context, read, isThere, {
    expected: 'the user, found by the new external identifier',
    actual: (users) => `${users.length} users, and not that one`,
  });
}

async function judgeNothingElse(context: Context, change: Change): Promise<void> {
  const id = await accountId(context, 'student');
  const ids = [id, await bystanderId(context)];
  const [simplest] = await change.byKind(context);
  // A field that an earlier change has emptied cannot show that it is kept.
  const [now] = await unchangedUsers(context, ids);
  if (change.op === 'updateStudentDetails' && (!now?.['dateOfBirth'] || !now['gender']))
    await request(context, change.op, id, await validChange(context, change.op));
  // The account may have been changed before this row reads it; no change is about its UPN.
  const { upn } = await fixture(context, 'student', accountLabel);
  context.must.hold(!now || upn === undefined || upn === null || sameText(now['upn'], upn), {
    expected: 'the `upn` with which the account was created',
    actual: 'another, or none',
  });
  await context.forAll(
    context.need(simplest, `a plain ${change.what}`),
    async (meanings) => {
      const before = await unchangedUsers(context, ids);
      const sent = await withRequired(context, change.op, meanings, () => unchangedUser(context, id));
      const answer = await request(context, change.op, id, sent);
      context.need.accepted(answer);
      const read = async () => changedBeside(change, before, await readUsers(context, ids));
      await mustStayUnchanged(context, read, {
        expected: `nothing changed but the ${change.what}`,
        in: answer,
      });
    },
    context.byEffort({ quick: 1, standard: 2, deep: 3 }),
  );
}

/**
 * The fields that changed although the change does not set them, in words: those of the account, and those of the other
 * one.
 */
function changedBeside(
  { moves }: Change,
  before: readonly (Json | undefined)[],
  after: readonly (Json | undefined)[],
): readonly string[] {
  return before.flatMap((user, at) => {
    const now = after[at];
    const whose = at === 0 ? '' : ' of another user';
    if (!user) return [];
    if (!now) return [`the presence${whose}`];
    return changedFields(user, now, at === 0 ? moves : []).map((name) => `${name}${whose}`);
  });
}

/** The whole name of a user whose parts are changed. */
export const fullNameChecks: readonly Check[] = [
  // A change of name shows in the whole name as well.
  check('update-user-name.effect/full-name', {
    access: 'write',
    needs: needsAccount,
    accepts: 'a `fullName` that is another than before, however it is put together; or none',
    async run(context) {
      const body = context.op.body ?? {};
      context.need(carries(body, 'firstName') && carries(body, 'lastName'), 'a body that carries both parts');
      const id = await accountId(context, 'student');
      let turn = 0;
      await context.forAll(
        personNames('simple', markOf(context)),
        async ({ firstName, lastName }) => {
          // Each change differs from the one before it in both parts.
          turn += 1;
          const before = (await unchangedUser(context, id))['fullName'];
          const meanings = nameMeanings(context, `${firstName} ${turn}`, `${lastName} ${turn}`);
          const answer = await request(context, context.op.id, id, meanings);
          context.need.accepted(answer);
          const follows = (name: unknown) => name === undefined || name !== before;
          const after = await eventuallyUser(context, id, (user) => follows(user['fullName']));
          context.must.hold(before === undefined || follows(after['fullName']), {
            expected: 'a `fullName` that follows the change of name',
            actual: 'the one from before the change',
            in: answer,
          });
        },
        context.byEffort({ quick: 1, standard: 3, deep: 3 }),
      );
    },
  }),
];
