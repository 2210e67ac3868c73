import { carries } from '../../../generators/body.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { requiresDate, userIdIn, userIn } from '../../target/accounts/fresh-user.ts';
import { plainUser } from '../../target/accounts/plain-user.ts';
import type { Json } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { userSearches } from '../../target/users/lookup.ts';
import { eventuallyUser } from '../../target/users/read.ts';

/** What nobody has said of a user is empty, and left out. */
export const neverSaid = [
  check('conventions.empty-omitted/never-said', {
    access: 'write',
    on: ['createStudent', 'createTeacher'],
    unless: fromStandard,
    sends: 'a creation without a date of birth, then reads by list and search',
    accepts: 'a user without a date of birth',
    run: judgeNeverSaid,
  }),
] satisfies readonly Check[];

async function judgeNeverSaid(context: Context): Promise<void> {
  const kind = context.op.makes === 'teacher' ? 'teacher' : 'student';
  context.need(carries(context.op.body ?? {}, 'dateOfBirth'), 'a body that carries a date of birth');
  context.need(!requiresDate(context, kind), 'a body that does not require a date of birth');
  const { answer } = await plainUser(context, kind);
  const id = userIdIn(context, answer);
  mustHaveNoDate(context, userIn(answer) ?? {}, 'the answer');
  for (const by of userSearches)
    mustHaveNoDate(context, await eventuallyUser(context, id, () => true, context.operation(by)), by);
}

function mustHaveNoDate(context: Context, user: Json, where: string): void {
  context.must.hold((user['dateOfBirth'] ?? null) === null, {
    expected: `no date of birth in ${where}, for none was sent`,
    actual: 'one',
  });
}
