import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { type Joined, joinGroups } from '../../target/accounts/earlier-groups.ts';
import {
  earlyLabel,
  type FreshUser,
  freshUser,
  fullestLabel,
  userIdIn,
  userIn,
} from '../../target/accounts/fresh-user.ts';
import { plainUser } from '../../target/accounts/plain-user.ts';
import { sentFields } from '../../target/accounts/sent-fields.ts';
import { takenValues } from '../../target/accounts/taken.ts';
import { attempt } from '../../target/attempt.ts';
import { type Json, text } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { groupIds, holdsId } from '../../target/groups/ids-in-user.ts';
import { createdFixture } from '../../target/reuse/fixture.ts';
import { mustShow, readUser } from '../../target/users/read.ts';

/** An account has nothing of the one that was created before it: a form object may be used again, and not be emptied. */
export const afterAnotherChecks: readonly Check[] = checks(
  ['create-student.effect/after-another', 'create-teacher.effect/after-another'],
  {
    access: 'write',
    unless: fromStandard,
    cost: 'high',
    sends:
      'creations with every field, assignments of one to a class and a cohort, creations with a value of another, which may be refused, then a creation that leaves out what may be left out, and a read of it',
    accepts:
      'an account with no value that only the others were sent with, in no group that only they were put into; a gender that all have is a default',
    run: judgeAfterAnother,
  },
);

async function judgeAfterAnother(context: Context): Promise<void> {
  const kind = context.op.makes === 'teacher' ? 'teacher' : 'student';
  const body = context.op.body ?? {};
  const { answer, meanings } = await plainUser(context, kind);
  // Some of them were refused, for a value that somebody else has: a form that is not emptied then goes to the next.
  const taken = await attempt(() => takenValues(context, kind));
  const others: FreshUser[] = [...(taken?.made ?? [])];
  for (const words of [undefined, fullestLabel]) {
    const other = await freshUser(context, kind, words);
    if (other.answer.status < 300) others.push(other);
  }
  const own = sentFields(body, meanings).map(({ field }) => field);
  const foreign = others.flatMap((other) =>
    sentFields(body, other.meanings)
      .filter(({ field }) => !own.includes(field))
      .map((sent) => ({ ...sent, value: other.meanings[sent.field] })),
  );
  context.need(foreign.length > 0, 'an account with a field that another can do without');
  const usual = foreign.some(({ field }) => field === 'gender') ? await genderOfEarly(context, kind) : null;
  const groups = await groupsOf(context, kind, others.at(-1)?.answer);
  const wrongIn = (user: Json) => {
    const taken = [
      ...foreign.filter(({ shows, value }) => shows(user, value)),
      ...groups.filter((one) => holdsId(groupIds(user, one.field), one.id)),
    ].map(({ field }) => field);
    const isDefault = usual === null || user['gender'] === usual;
    return [...new Set(taken)]
      .filter((field) => field !== 'gender' || !isDefault)
      .map((field) => `\`${field}\``);
  };
  const expected = 'an account with nothing that was sent for another alone';
  const id = userIdIn(context, answer);
  const wrong = wrongIn(userIn(answer) ?? {});
  context.must.hold(wrong.length === 0, {
    expected,
    actual: `one with ${wrong.join(', ')} of another`,
    in: answer,
  });
  await mustShow(context, id, wrongIn, { expected, in: answer });
}

/** In which groups of the run an earlier account was put; none where nobody can tell. */
async function groupsOf(
  context: Context,
  kind: 'student' | 'teacher',
  answer: FreshUser['answer'] | undefined,
): Promise<readonly Joined[]> {
  const id = answer === undefined ? undefined : text(userIn(answer)?.['userId']);
  if (id === undefined) return [];
  return (await attempt(() => joinGroups(context, kind, id))) ?? [];
}

/** The gender of an account that was created without one, before others with one; `null` where nobody can tell. */
async function genderOfEarly(context: Context, kind: 'student' | 'teacher'): Promise<unknown> {
  const early = await attempt(async () => {
    const { userId } = await createdFixture(context, kind, earlyLabel);
    return readUser(context, text(userId) ?? '');
  });
  return early === undefined ? null : (early['gender'] ?? 'none');
}
