import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { accountLabel, fixtureId } from '../reuse/fixture.ts';
import type { Account } from './account.ts';
import { validChange } from './meanings.ts';
import { isFilled, request } from './request.ts';

/**
 * The account that the checks of accounts change, one of each kind, with a value in every field that the profile
 * says how to set. In which class and cohort it is, each check arranges for itself.
 */
export function accountId(context: Context, kind: Account['kind']): Promise<string> {
  return context.world.once(`account ${kind}`, async () => {
    const id = await fixtureId(context, kind, accountLabel);
    if (kind === 'teacher') return id;
    for (const op of ['updateUserPrimaryEmail', 'setUserExternalId', 'updateStudentDetails']) {
      if (!isFilled(context, op)) continue;
      const answer = await request(context, op, id, await validChange(context, op));
      await context.world.once(`first ${op}`, async () => answer);
    }
    return id;
  });
}

/** The answer to the first change of the account of students by an operation. */
export async function firstChange(context: Context, op: string): Promise<Answer> {
  await accountId(context, 'student');
  return context.world.once(`first ${op}`, async () => {
    throw new Error(`${op} does not prepare the account`);
  });
}

/** An account to which no check of accounts sends anything: a change of it is a side effect. */
export async function bystanderId(context: Context): Promise<string> {
  const id = await fixtureId(context, 'student', 'member 1');
  return context.need(id !== (await fixtureId(context, 'student', accountLabel)) && id, 'a second student');
}
