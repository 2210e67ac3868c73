import type { Meanings } from '../../../generators/body.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { accountOf, making } from '../../target/accounts/account.ts';
import { alongWith, type Change, changes } from '../../target/accounts/change.ts';
import { changedFields } from '../../target/accounts/fields.ts';
import { userIn } from '../../target/accounts/fresh.ts';
import { request } from '../../target/accounts/request.ts';
import {
  bystanderOf,
  eventuallyUser,
  readUser,
  readUsers,
  subjectOf,
} from '../../target/accounts/subject.ts';
import { itemsOf, type Json } from '../../target/body.ts';
import { eventually } from '../../target/eventually.ts';

/** Every value that can be changed is changed, is seen, and nothing else is. */
export const changeChecks: readonly Check[] = changes.flatMap((change) => [
  // What was sent is seen in the answer (where it is shown) and in later reads.
  check(change.clause, {
    access: 'write',
    on: [change.op],
    needs: [making('student')],
    sends: `changes of the ${change.what} of an account that the run made, of every kind, and a read after each`,
    accepts: 'the value as it was sent; an unusual value may be refused',
    run: (context) =>
      eachKind(context, change, (meanings, plain) => judgeSeen(context, change, meanings, plain)),
  }),

  // No other field of the user changes, and no other user.
  check(`${change.clause}/nothing-else`, {
    access: 'write',
    on: [change.op],
    needs: [making('student')],
    sends: `a change of the ${change.what}, and reads of that account and of another before and after`,
    accepts: `all other fields as they were (${['updatedAt', ...change.moves].join(', ')} aside), and the other account as it was`,
    run: (context) => judgeNothingElse(context, change),
  }),
]);

/** Values of each kind in turn, as many as the effort allows: the plainest always. */
export async function eachKind(
  context: Context,
  change: Change,
  law: (meanings: Meanings, plain: boolean) => Promise<void>,
): Promise<void> {
  const kinds = (await change.kinds(context)).slice(0, Math.max(context.runs, 3));
  const runs = Math.max(1, Math.floor(context.runs / kinds.length));
  for (const [position, [, values]] of kinds.entries()) {
    await context.forAll(values, (meanings) => law(meanings, position === 0), runs);
  }
}

async function judgeSeen(
  context: Context,
  change: Change,
  meanings: Meanings,
  plain: boolean,
): Promise<void> {
  const account = accountOf(change.op);
  const id = await subjectOf(context, 'student');
  const sent = await alongWith(context, change, meanings, () => readUser(context, id));
  const answer = await request(context, account, id, sent);
  if (plain) context.need(answer.status < 300, `a plain ${change.what} to be accepted, got ${answer.status}`);
  if (answer.status >= 300) return context.observe('accounts.unusual-values', 'refused');
  const shown = account.answers ? userIn(answer) : undefined;
  if (shown) {
    context.must.hold(change.shows(shown, meanings, context), {
      expected: `the ${change.what} that was sent, in the answer`,
      actual: 'another, or none',
      in: answer,
    });
  }
  const seen = await eventuallyUser(context, id, (user) => change.shows(user, meanings, context));
  context.must.hold(change.shows(seen, meanings, context), {
    expected: `the ${change.what} that was sent, in a later read`,
    actual: 'another, or none',
    in: answer,
  });
  if (change.op === 'setUserExternalId') await judgeFound(context, id, meanings);
}

/** The user is found by the new external identifier. */
async function judgeFound(context: Context, id: string, { externalId }: Meanings): Promise<void> {
  const read = async () => itemsOf(context, await context.send('listUsers', { externalId: [externalId] }));
  const isThere = (users: readonly Json[]) =>
    users.some((user) => String(user['userId']).toLowerCase() === id.toLowerCase());
  const users = await eventually(context, read, isThere);
  context.must.hold(isThere(users), {
    expected: 'the user, found by the new external identifier',
    actual: `${users.length} users, and not that one`,
  });
}

async function judgeNothingElse(context: Context, change: Change): Promise<void> {
  const account = accountOf(change.op);
  const ids = [await subjectOf(context, 'student'), await bystanderOf(context)];
  const [plainest] = await change.kinds(context);
  const [, values] = context.need(plainest, `a plain ${change.what}`);
  await context.forAll(
    values,
    async (meanings) => {
      const before = await readUsers(context, ids);
      const sent = await alongWith(context, change, meanings, () => readUser(context, ids[0] ?? ''));
      const answer = await request(context, account, ids[0] ?? '', sent);
      context.need(answer.status < 300, `a plain ${change.what} to be accepted, got ${answer.status}`);
      const differ = (after: readonly (Json | undefined)[]) => movedIn(before, after, change.moves);
      const read = () => readUsers(context, ids);
      const after = await eventually(context, read, (users) => differ(users).length === 0);
      context.must.hold(differ(after).length === 0, {
        expected: `nothing changed but the ${change.what}`,
        actual: `changed: ${differ(after).join(', ')}`,
        in: answer,
      });
    },
    Math.min(Math.ceil(context.runs / 4), 3),
  );
}

/** Fields that moved, in words: of the account itself but for some, and of the other one. */
function movedIn(
  before: readonly (Json | undefined)[],
  after: readonly (Json | undefined)[],
  except: readonly string[],
): string[] {
  return before.flatMap((user, at) => {
    const now = after[at];
    const whose = at === 0 ? '' : ' of another user';
    if (!user || !now) return user ? [`the presence${whose}`] : [];
    return changedFields(user, now, at === 0 ? except : []).map((name) => `${name}${whose}`);
  });
}
