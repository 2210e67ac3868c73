import { carries, type Meanings } from '../../../generators/body.ts';
import { type Check, checks } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { type Candidate, firstFree } from '../../target/accounts/free-names.ts';
import { takenValues } from '../../target/accounts/taken.ts';
import { attempt } from '../../target/attempt.ts';
import { fromStandard } from '../../target/effort.ts';
import { create, markedName, meaningsOf } from '../../target/reuse/creation.ts';
import { findExisting, findExistingUsers } from '../../target/reuse/existing.ts';
import { createdFixture } from '../../target/reuse/fixture.ts';

/** Whatever a creation is refused for, it leaves nobody behind. */
export const refusedForEachChecks: readonly Check[] = checks(
  ['create-student.effect/refused-for-each', 'create-teacher.effect/refused-for-each'],
  {
    access: 'write',
    unless: fromStandard,
    cost: 'high',
    sends:
      'creations, each with one value that cannot be read or that another account has, and searches for their names before and after',
    accepts: 'nobody of the name of a creation that was refused; one that is accepted says nothing',
    run: judgeEachRefusal,
  },
);

/** What may be wrong with a creation: the field, and a value that a service may refuse. */
const defects: Readonly<Record<string, Meanings>> = {
  emails: { emails: 'no address', email: 'no address' },
  gender: { gender: 'no gender that anybody has' },
  firstName: { firstName: '' },
};

type AccountKind = 'student' | 'teacher';

async function judgeEachRefusal(context: Context): Promise<void> {
  const kind = context.op.makes === 'teacher' ? 'teacher' : 'student';
  // The control: what was created is found in the same way.
  await createdFixture(context, kind, 'account');
  const known = meaningsOf(context, kind, markedName(context, `${kind} account`));
  context.need(await findExisting(context, kind, known), `a ${kind} that was created to be found`);
  const refused = [...(await refusedForDefects(context, kind)), ...(await refusedForTaken(context, kind))];
  context.need(refused.length > 0, 'a creation with a value that cannot be read, or is taken, to be refused');
  // Those with a username of their own are found by that, the others in another way.
  const hasUsername = ({ username }: Meanings) => username !== undefined;
  const left: unknown[] = [];
  for (const some of [refused.filter(hasUsername), refused.filter((own) => !hasUsername(own))])
    if (some.length > 0) left.push(...(await findExistingUsers(context, kind, some)));
  const found = left.filter((user) => user !== undefined).length;
  context.must.hold(found === 0, {
    expected: 'nobody with the names in a creation that was refused',
    actual: `${found} such accounts`,
  });
}

/** What says who would have been created, of the creations that were refused for a value that cannot be read. */
async function refusedForDefects(context: Context, kind: AccountKind): Promise<readonly Meanings[]> {
  const fields = Object.keys(defects).filter((field) => carries(context.op.body ?? {}, field));
  const refused: Meanings[] = [];
  const free = await firstFree(context, kind, fields, (field, attempt): Candidate => {
    const own = meaningsOf(context, kind, markedName(context, `${kind} nobody ${field} ${attempt}`));
    return { own, meanings: { ...own, ...defects[field] } };
  });
  for (const candidate of free) {
    if (!candidate) continue;
    for (const value of Object.values(candidate.meanings)) context.world.synthetic(String(value));
    const { status } = await create(context, kind, candidate.meanings);
    if (status >= 400) refused.push(candidate.own);
  }
  return refused;
}

/** The same of those that were refused for a value that somebody else has. */
async function refusedForTaken(context: Context, kind: AccountKind): Promise<readonly Meanings[]> {
  const taken = await attempt(() => takenValues(context, kind));
  return (taken?.made ?? []).filter(({ answer }) => answer.status >= 400).map(({ own }) => own);
}
