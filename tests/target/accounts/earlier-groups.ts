import type { Context } from '../../../harness/judging/context.ts';
import { fixtureId } from '../reuse/fixture.ts';
import { isLent } from '../reuse/lending.ts';
import type { Account } from './account.ts';
import { isFilled, request } from './request.ts';

/** A class or cohort in which somebody is, and the field of a user that says so. */
export interface Joined {
  readonly field: 'classIds' | 'cohortIds';
  readonly id: string;
}

const assignments = [
  ['student', 'addStudentClasses', 'classIds', 'class'],
  ['student', 'addStudentCohorts', 'cohortIds', 'cohort'],
  ['teacher', 'addTeacherClasses', 'classIds', 'class'],
] as const;

/**
 * Puts an account into a class and a cohort of the run, once in a run for each kind, and gives those that it was put
 * into. Lent ones are left alone: everybody may be in there from the start.
 */
export function joinGroups(
  context: Context,
  kind: Account['kind'],
  userId: string,
): Promise<readonly Joined[]> {
  return context.world.once(`groups of an earlier ${kind}`, async () => {
    const joined: Joined[] = [];
    for (const [whose, op, field, group] of assignments) {
      if (whose !== kind || !isFilled(context, op)) continue;
      const id = await fixtureId(context, group, 'roster 1');
      if (isLent(context, group, id)) continue;
      const answer = await request(context, op, userId, { [field]: [id] });
      if (answer.status < 300) joined.push({ field, id });
    }
    return joined;
  });
}
