import type { Meanings } from '../../../generators/body.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { accountOf, needsAccount } from '../../target/accounts/account.ts';
import { type Change, changes, withRequired } from '../../target/accounts/change.ts';
import { freshUser, userIdIn, userIn } from '../../target/accounts/fresh-user.ts';
import { genders, markOf, nameMeanings, validChange } from '../../target/accounts/meanings.ts';
import { request, requestIfFilled } from '../../target/accounts/request.ts';
import { searchKeys } from '../../target/accounts/search-key.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { anotherSecond } from '../../target/another-second.ts';
import type { Json } from '../../target/body.ts';
import { momentIn } from '../../target/order.ts';
import { eventuallyUser, unchangedUser } from '../../target/users/read.ts';

/** How far apart two clocks may be: the one of the `date` header and the one of the data. */
const apartMs = 10 * 60_000;

/** How far a moment may lie before another one that is the same: either may be cut to a minute. */
const roundedMs = 60_000;

/** The ids of the checks: there is one clause about each moment, judged on several operations. */
const created = [
  ['createStudent', 'user.created-at-now'],
  ['createTeacher', 'user.created-at-now/teacher'],
] as const;
const changed = [
  ['updateStudentDetails', 'user.updated-at-moves'],
  ['updateUserName', 'user.updated-at-moves/name'],
  ['updateUserPrimaryEmail', 'user.updated-at-moves/address'],
  ['setUserExternalId', 'user.updated-at-moves/external-id'],
] as const;

/** One thing to change while all else stays, and two values of it: the first is another than the user has. */
interface Turn {
  readonly change: Change;
  readonly values: readonly [Meanings, Meanings];
}

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

  check('user.updated-at-not-before', {
    access: 'write',
    needs: ({ makes }) => [makes === 'teacher' ? 'create-teacher.body' : 'create-student.body'],
    accepts: 'an `updatedAt` that is at most a minute before `createdAt`; without one, nothing is judged',
    async run(context) {
      const { answer } = await freshUser(context, context.op.makes === 'teacher' ? 'teacher' : 'student');
      const user = context.need(userIn(answer), 'a user in the answer');
      const createdAt = context.need(momentIn(user, 'createdAt'), '`createdAt` of a new account');
      const updatedAt = context.need(momentIn(user, 'updatedAt'), '`updatedAt` of a new account');
      context.must.hold(updatedAt > createdAt - roundedMs, {
        expected: 'an `updatedAt` of a new account that is not before its `createdAt`',
        actual: `one that is ${Math.round((createdAt - updatedAt) / 1000)} s before it`,
        in: answer,
      });
    },
  }),

  ...changed.map(([on, id]) =>
    check(id, {
      access: 'write',
      on: [on],
      cost: 'high',
      needs: (op) => [...needsAccount(op), accountOf(op.id).gap],
      sends:
        'changes of one field at a time: both details, both parts of a name, two addresses or identifiers',
      accepts: 'a later `updatedAt` each time, within ten minutes of the `Date` header of the change',
      run: judgeMoves,
    }),
  ),
];

async function judgeMoves(context: Context): Promise<void> {
  const id = await accountId(context, 'student');
  if (context.op.id === 'updateUserName') await request(context, context.op.id, id, namesOf(context)[0]);
  await changedElsewhere(context, id);
  const user = await unchangedUser(context, id);
  let before = context.need(momentIn(user, 'updatedAt'), '`updatedAt` before a change');
  for (const { change, values } of turnsOf(context, user)) {
    const send = (at: 0 | 1, than: number) => sendOne(context, id, change, { sent: values[at], than });
    let { answer, after } = await send(0, before);
    if (after <= before) {
      // The two changes may have fallen into the same second.
      await anotherSecond(context);
      await send(1, before);
      await changedElsewhere(context, id);
      before = context.need(
        momentIn(await unchangedUser(context, id), 'updatedAt'),
        '`updatedAt` before a change',
      );
      await anotherSecond(context);
      ({ answer, after } = await send(0, before));
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

/** What is changed, one field after the other: the check of one field may be a copy of that of another. */
function turnsOf(context: Context, user: Json): readonly Turn[] {
  const op = context.op.id;
  if (op === 'updateUserName') return namesInTurn(context);
  const key = [searchKeys.primaryEmail, searchKeys.externalId].find(({ change }) => change.op === op);
  if (key) {
    const [one, other] = key.values(context, 'student');
    return [
      { change: key.change, values: [one, other] },
      { change: key.change, values: [other, one] },
    ];
  }
  const [day, later] = otherThan(user['dateOfBirth'], ['2002-03-04', '2003-04-05']).map((dateOfBirth) => ({
    dateOfBirth: context.world.synthetic(dateOfBirth),
  }));
  const birthday = (values: Turn['values']): Turn => ({ change: changes.dateOfBirth, values });
  const [one, other] = otherThan(user['gender'], genders(context)).map((gender) => ({ gender }));
  return [
    birthday([day ?? {}, later ?? {}]),
    one && other ? { change: changes.gender, values: [one, other] } : birthday([later ?? {}, day ?? {}]),
  ];
}

/**
 * Names of which each differs from the one before it in one part; the first is set before anything is judged. What the
 * target shows of a name is never sent again: it would pass for a text of the run's own.
 */
function namesOf(context: Context): readonly [Meanings, Meanings, Meanings] {
  const mark = markOf(context);
  return [
    nameMeanings(context, 'Ada', `Once ${mark}`),
    nameMeanings(context, 'Zora', `Once ${mark}`),
    nameMeanings(context, 'Zora', `Twice ${mark}`),
  ];
}

function namesInTurn(context: Context): readonly Turn[] {
  const [start, otherFirst, otherLast] = namesOf(context);
  return [
    { change: changes.name, values: [otherFirst, start] },
    { change: changes.name, values: [otherLast, otherFirst] },
  ];
}

/** Values, those first that are others than the present one. */
function otherThan<T>(present: unknown, values: readonly T[]): readonly T[] {
  return [...values.filter((one) => one !== present), ...values.filter((one) => one === present)];
}

/**
 * A change by another operation, if the profile says how, so that `updatedAt` is new even where one operation forgets
 * it.
 */
async function changedElsewhere(context: Context, id: string): Promise<void> {
  const op = context.op.id === 'updateUserName' ? 'setUserExternalId' : 'updateUserName';
  await requestIfFilled(context, op, id, await validChange(context, op));
}

/** Sends a value, and reads the user until it shows, with a later moment than another. */
async function sendOne(
  context: Context,
  id: string,
  change: Change,
  { sent, than }: { readonly sent: Meanings; readonly than: number },
): Promise<{ readonly answer: Answer; readonly after: number }> {
  const op = context.op.id;
  const meanings = await withRequired(context, op, sent, () => unchangedUser(context, id));
  const answer = await request(context, op, id, meanings);
  context.need.accepted(answer);
  const isMoved = (user: Json) =>
    change.shows(user, meanings, context) && (momentIn(user, 'updatedAt') ?? 0) > than;
  const user = await eventuallyUser(context, id, isMoved);
  const after = context.need(momentIn(user, 'updatedAt'), '`updatedAt` after a change');
  return { answer, after };
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
