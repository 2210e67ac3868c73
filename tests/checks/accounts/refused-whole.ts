import { carries, type Meanings } from '../../../generators/body.ts';
import { type Check, type Context, check, checks } from '../../../harness/judging/check.ts';
import { needsAccount } from '../../target/accounts/account.ts';
import { changes } from '../../target/accounts/change.ts';
import { knownGenders } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { changedFields } from '../../target/accounts/user-fields.ts';
import type { Json } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { mustBeUnchanged } from '../../target/must-eventually.ts';
import { create, markedName, meaningsOf } from '../../target/reuse/creation.ts';
import { findExisting } from '../../target/reuse/existing.ts';
import { createdFixture } from '../../target/reuse/fixture.ts';
import { eventuallyUser, readUser, unchangedUser } from '../../target/users/read.ts';

const noDate = 'not-a-date';
const [lastDay, noSuchDay] = ['2010-02-28', '2010-02-30'];

/** How many names are tried for an account that nobody has. */
const tries = 4;

/** How often the refused request is sent. Clients repeat requests. */
const times = 2;

const accepts = 'the user as before a refusal; where it is accepted, nothing is judged';

/** Requests that are refused leave nothing behind. */
export const refusedWholeChecks: readonly Check[] = [
  check('update-student-details.gender/refused', {
    access: 'write',
    cost: 'high',
    needs: needsAccount,
    sends: 'another gender beside a date of birth that is none, and reads before and after',
    accepts,
    run: (context) =>
      judgeRefusedDetails(context, async (before) => ({
        gender: (await knownGenders(context)).find((gender) => gender !== before['gender']),
        dateOfBirth: context.world.synthetic(noDate),
      })),
  }),

  check('update-student-details.date-of-birth/refused', {
    access: 'write',
    cost: 'high',
    needs: needsAccount,
    unless: fromStandard,
    sends: 'another date of birth beside a gender that is a list, and reads before and after',
    accepts,
    run: (context) =>
      judgeRefusedDetails(context, async (before) => ({
        dateOfBirth: ['2001-04-05', '2001-05-06']
          .map((day) => context.world.synthetic(day))
          .find((day) => day !== before['dateOfBirth']),
        gender: [],
      })),
  }),

  check('update-student-details.date-of-birth/no-such-day', {
    access: 'write',
    cost: 'high',
    needs: needsAccount,
    unless: fromStandard,
    sends: 'the 28th of February (seen), then a day that no year has, the 30th, and a read',
    accepts: 'a refusal, or a day that there is',
    async run(context) {
      const id = await accountId(context, 'student');
      context.need(carries(context.op.body ?? {}, 'dateOfBirth'), 'a body that carries a date of birth');
      const valid = { dateOfBirth: context.world.synthetic(lastDay) };
      context.need.accepted(await request(context, context.op.id, id, valid));
      const isShown = (user: Json) => changes.dateOfBirth.shows(user, valid);
      context.need(isShown(await eventuallyUser(context, id, isShown)), 'a date of birth that is seen');
      const details = { dateOfBirth: context.world.synthetic(noSuchDay) };
      const answer = await request(context, context.op.id, id, details);
      if (answer.status >= 300) return context.must(answer).be.refused();
      context.must.hold((await readUser(context, id))['dateOfBirth'] !== noSuchDay, {
        expected: 'a `dateOfBirth` that is a day',
        actual: 'the 30th of February',
        in: answer,
      });
    },
  }),

  ...checks(['create-student.effect/refused', 'create-teacher.effect/refused'], {
    access: 'write',
    cost: 'high',
    sends: 'a creation with a date of birth that is none, twice, and searches for it before and after',
    accepts: 'nobody of that name after a refusal; where it is accepted, nothing is judged',
    run: judgeRefusedCreation,
  }),
];

/** Judges that details of which one cannot be read leave the other as it was. */
async function judgeRefusedDetails(
  context: Context,
  details: (before: Json) => Promise<Meanings>,
): Promise<void> {
  const id = await accountId(context, 'student');
  const before = await unchangedUser(context, id);
  const body = context.op.body ?? {};
  context.need(carries(body, 'gender') && carries(body, 'dateOfBirth'), 'a body that carries both details');
  const answer = await request(context, context.op.id, id, await details(before));
  context.need(answer.status >= 400, 'a detail that cannot be read to be refused');
  const changed = changedFields(before, await readUser(context, id));
  mustBeUnchanged(context, changed, { expected: 'the user as before the refusal', in: answer });
}

async function judgeRefusedCreation(context: Context): Promise<void> {
  const kind = context.op.makes === 'teacher' ? 'teacher' : 'student';
  context.need(carries(context.op.body ?? {}, 'dateOfBirth'), 'a body that carries a date of birth');
  // The control: what was created is found in the same way.
  await createdFixture(context, kind, 'account');
  const known = meaningsOf(context, kind, markedName(context, `${kind} account`));
  context.need(await findExisting(context, kind, known), `a ${kind} that was created to be found`);
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const sought = meaningsOf(context, kind, markedName(context, `${kind} not there ${attempt}`));
    // An account of that name which an earlier run created proves nothing.
    if (await findExisting(context, kind, sought)) continue;
    const meanings = { ...sought, dateOfBirth: context.world.synthetic(noDate) };
    for (let time = 1; time <= times; time += 1) {
      const { status } = await create(context, kind, meanings);
      context.need(status >= 400, 'a creation with a date of birth that is none to be refused');
    }
    const left = await findExisting(context, kind, sought);
    context.must.hold(left === undefined, {
      expected: 'nobody of the name in a creation that was refused',
      actual: 'an account',
    });
    return;
  }
  context.need(undefined, `a name that no ${kind} has`);
}
