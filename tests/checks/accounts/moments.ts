import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { accountOf, needsAccount } from '../../target/accounts/account.ts';
import { type Change, changes, withRequired } from '../../target/accounts/change.ts';
import { freshUser, userIdIn } from '../../target/accounts/fresh-user.ts';
import { validChange } from '../../target/accounts/meanings.ts';
import { request, requestIfFilled } from '../../target/accounts/request.ts';
import { searchKeys } from '../../target/accounts/search-key.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { momentIn } from '../../target/order.ts';
import { eventuallyUser, unchangedUser } from '../../target/users/read.ts';

/** How far apart two clocks may be: the one of the `date` header and the one of the data. */
const apartMs = 10 * 60_000;

/** After this pause the next change falls into another second. A service may keep moments in whole seconds. */
const nextSecondMs = 1100;

/** The ids of the checks: there is one clause about each moment, judged on several operations. */
const created = [
  ['createStudent', 'user.created-at-now'],
  ['createTeacher', 'user.created-at-now/teacher'],
] as const;
const changed = [
  ['updateStudentDetails', 'user.updated-at-moves'],
  ['updateUserPrimaryEmail', 'user.updated-at-moves/address'],
  ['setUserExternalId', 'user.updated-at-moves/external-id'],
] as const;

/** The changes of what a user shows, beside the name, by their operation. */
const shown: Readonly<Record<string, Change>> = {
  updateStudentDetails: changes.dateOfBirth,
  updateUserPrimaryEmail: changes.primaryEmail,
  setUserExternalId: changes.externalId,
};

/** The moments of a user, beside the clock of the server. */
export const momentChecks: readonly Check[] = [
  ...created.map(([on, id]) =>
    check(id, {
      access: 'write',
      on: [on],
      needs: ({ makes }) => [makes === 'teacher' ? 'create-teacher.body' : 'create-student.body'],
      accepts: 'a `createdAt` within ten minutes of the `Date` header of the answer to the creation',
      async run(context) {
        const { answer } = await freshUser(context, context.op.makes === 'teacher' ? 'teacher' : 'student');
        const id = userIdIn(context, answer);
        const user = await eventuallyUser(context, id, (seen) => momentIn(seen, 'createdAt') !== undefined);
        const createdAt = context.need(momentIn(user, 'createdAt'), '`createdAt` of a new account');
        mustBeNow(context, { what: 'createdAt', moment: createdAt, answer });
      },
    }),
  ),

  ...changed.map(([on, id]) =>
    check(id, {
      access: 'write',
      on: [on],
      cost: 'high',
      needs: (op) => [...needsAccount(op), accountOf(op.id).gap],
      accepts: 'a later `updatedAt` each time, within ten minutes of the `Date` header of the change',
      run: judgeMoves,
    }),
  ),
];

async function judgeMoves(context: Context): Promise<void> {
  const id = await accountId(context, 'student');
  await changedElsewhere(context, id);
  let before = context.need(
    momentIn(await unchangedUser(context, id), 'updatedAt'),
    '`updatedAt` before a change',
  );
  for (const turn of [0, 1] as const) {
    let answer = await sendOneOf(context, id, turn);
    let after = await updatedAt(context, id, before);
    if (after <= before) {
      // The two changes may have fallen into the same second.
      await sleep(nextSecondMs);
      await sendOneOf(context, id, turn === 0 ? 1 : 0);
      await changedElsewhere(context, id);
      before = context.need(
        momentIn(await unchangedUser(context, id), 'updatedAt'),
        '`updatedAt` before a change',
      );
      await sleep(nextSecondMs);
      answer = await sendOneOf(context, id, turn);
      after = await updatedAt(context, id, before);
    }
    context.must.hold(after > before, {
      expected: '`updatedAt` later than before the change',
      actual: after === before ? 'the same moment' : 'an earlier one',
      in: answer,
    });
    mustBeNow(context, { what: 'updatedAt', moment: after, answer });
    before = after;
  }
}

/**
 * A change by another operation, if the profile says how, so that `updatedAt` is new even where one operation forgets
 * it.
 */
async function changedElsewhere(context: Context, id: string): Promise<void> {
  const op = context.op.id === 'updateUserName' ? 'setUserExternalId' : 'updateUserName';
  await requestIfFilled(context, op, id, await validChange(context, op));
}

/** Sends one of two values that differ. */
async function sendOneOf(context: Context, id: string, turn: 0 | 1): Promise<Answer> {
  const op = context.op.id;
  const change = context.need(shown[op], 'a change that a user shows');
  const searchKey = [searchKeys.primaryEmail, searchKeys.externalId].find((one) => one.change === change);
  const birthdays = ['2002-03-04', '2003-04-05'].map((day) => ({
    dateOfBirth: context.world.synthetic(day),
  }));
  const values = searchKey ? searchKey.values(context, 'student') : birthdays;
  const meanings = await withRequired(context, op, values[turn] ?? {}, () => unchangedUser(context, id));
  const answer = await request(context, op, id, meanings);
  context.need.accepted(answer);
  await eventuallyUser(context, id, (user) => change.shows(user, meanings, context));
  return answer;
}

async function updatedAt(context: Context, id: string, before: number): Promise<number> {
  const user = await eventuallyUser(context, id, (seen) => (momentIn(seen, 'updatedAt') ?? 0) > before);
  return context.need(momentIn(user, 'updatedAt'), '`updatedAt` after a change');
}

/** Claims that a moment is that of an answer, by the clock that the server itself shows. */
function mustBeNow(
  context: Context,
  { what, moment, answer }: { readonly what: string; readonly moment: number; readonly answer: Answer },
): void {
  const now = Date.parse(answer.headers['date'] ?? '');
  context.need(!Number.isNaN(now), 'a `Date` header in the answer to a write');
  context.must.hold(Math.abs(moment - now) <= apartMs, {
    expected: `\`${what}\` within ten minutes of the \`Date\` of the answer`,
    actual: `${Math.round(Math.abs(moment - now) / 60_000)} minutes ${moment < now ? 'before' : 'after'} it`,
    in: answer,
  });
}
