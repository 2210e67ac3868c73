import { carries, type Meanings } from '../../../generators/body.ts';
import { type Check, checks } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
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
      'creations, each with one value that cannot be read or is taken, and searches for their names before and after',
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

/**
 * How many names are tried until one is found that nobody has. An account that a service created by mistake stays
 * there.
 */
const tries = 4;

async function judgeEachRefusal(context: Context): Promise<void> {
  const kind = context.op.makes === 'teacher' ? 'teacher' : 'student';
  // The control: what was created is found in the same way.
  await createdFixture(context, kind, 'account');
  const known = meaningsOf(context, kind, markedName(context, `${kind} account`));
  context.need(await findExisting(context, kind, known), `a ${kind} that was created to be found`);
  const refused: Meanings[] = [];
  for (const [field, defect] of Object.entries(defects)) {
    const free = carries(context.op.body ?? {}, field) && (await freeName(context, kind, field));
    if (!free) continue;
    for (const value of Object.values(defect)) context.world.synthetic(String(value));
    const { status } = await create(context, kind, { ...free, ...defect });
    if (status >= 400) refused.push(free);
  }
  context.need(refused.length > 0, 'a creation with a value that cannot be read to be refused');
  const left = (await findExistingUsers(context, kind, refused)).filter((user) => user !== undefined);
  context.must.hold(left.length === 0, {
    expected: 'nobody with the names in a creation that was refused',
    actual: `${left.length} such accounts`,
  });
}

/** The meanings of a creation under a name that nobody has. An account that is there already would prove nothing. */
async function freeName(
  context: Context,
  kind: 'student' | 'teacher',
  field: string,
): Promise<Meanings | undefined> {
  const names = Array.from({ length: tries }, (_, at) =>
    meaningsOf(context, kind, markedName(context, `${kind} nobody ${field} ${at + 1}`)),
  );
  const left = await findExistingUsers(context, kind, names);
  return names.find((_, at) => left[at] === undefined);
}
