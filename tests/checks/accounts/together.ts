import { carries, type Meanings } from '../../../generators/body.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { needsAccount } from '../../target/accounts/account.ts';
import { changes } from '../../target/accounts/change.ts';
import { userIn } from '../../target/accounts/fresh-user.ts';
import { knownGenders } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import type { Json } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { mustShow, unchangedUser } from '../../target/users/read.ts';

/** Both details in one body: a handler that grew by one field at a time may look at one of them only. */
export const togetherChecks: readonly Check[] = [
  check('update-student-details.gender/with-date-of-birth', {
    access: 'write',
    needs: needsAccount,
    unless: fromStandard,
    sends:
      'changes of both details at once: both to other values, and each of them beside the present value of the other',
    accepts: 'both values as they were sent, in the answer and in a later read',
    run: judgeTogether,
  }),
];

async function judgeTogether(context: Context): Promise<void> {
  const body = context.op.body ?? {};
  context.need(
    carries(body, 'gender') && carries(body, 'dateOfBirth'),
    'a body that carries both `gender` and `dateOfBirth`',
  );
  const id = await accountId(context, 'student');
  const known = await knownGenders(context);
  const { gender, dateOfBirth } = await unchangedUser(context, id);
  const genders = known.filter((one) => one !== gender).concat(known.filter((one) => one === gender));
  const days = ['2006-07-08', '2007-08-09', '2008-09-10'].filter((day) => day !== dateOfBirth);
  for (const [nth, day] of [
    [0, 0],
    [1, 0],
    [1, 1],
  ] as const)
    await judgeBoth(context, id, {
      gender: genders[nth],
      dateOfBirth: context.world.synthetic(days[day] ?? ''),
    });
}

async function judgeBoth(context: Context, id: string, both: Meanings): Promise<void> {
  const answer = await request(context, context.op.id, id, both);
  context.need.accepted(answer);
  const wrong = (user: Json) =>
    [changes.gender, changes.dateOfBirth].flatMap(({ what, shows }) =>
      shows(user, both) ? [] : [`the ${what}`],
    );
  const shown = wrong(userIn(answer) ?? {});
  context.must.hold(userIn(answer) === undefined || shown.length === 0, {
    expected: 'both details that were sent, in the answer',
    actual: `not so: ${shown.join(', ')}`,
    in: answer,
  });
  await mustShow(context, id, wrong, { expected: 'both details that were sent', in: answer });
}
