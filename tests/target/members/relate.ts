import type { Context } from '../../../harness/judging/context.ts';
import { itemsOf, listOf, object, text } from '../body.ts';
import { groupIds, holdsId } from '../groups/ids-in-user.ts';

/** Who or what, in which class or cohort. */
export interface Related {
  readonly group: 'class' | 'cohort';
  readonly groupId: string;
  readonly member: 'student' | 'teacher' | 'test';
  readonly memberId: string;
}

/** The operations that assign and remove, by group and member, whose shape the interface shows. */
const changes: Readonly<Record<string, readonly [assign: string, remove: string]>> = {
  'class student': ['addClassStudents', 'removeClassStudents'],
  'class teacher': ['addClassTeachers', 'removeClassTeachers'],
  'cohort student': ['addCohortStudents', 'removeCohortStudents'],
  'cohort test': ['addCohortTests', 'removeCohortTests'],
};

/** Assigns or removes unless that is how it stands already. Judges nothing: the next request shows what came of it. */
export async function relate(context: Context, related: Related, wanted: boolean): Promise<void> {
  const { group, groupId, member, memberId } = related;
  if ((await isRelated(context, related)) === wanted) return;
  const [assign, remove] = context.need(
    changes[`${group} ${member}`],
    `a way to put a ${member} into a ${group}`,
  );
  const ids = { [member === 'test' ? 'testIds' : 'userIds']: [memberId] };
  await context.send(wanted ? assign : remove, { [`${group}Id`]: groupId, ...ids });
}

/** Whether it is there, as a read shows it; a list that is left out is empty. */
async function isRelated(context: Context, { group, groupId, member, memberId }: Related): Promise<boolean> {
  if (member !== 'test') {
    const [user] = itemsOf(context, await context.send('listUsers', { userId: [memberId] }));
    return user !== undefined && holdsId(groupIds(user, `${group}Ids`) ?? [], groupId);
  }
  const answer = await context.send('getCohort', { cohortId: groupId });
  const tests = listOf(object(object(answer.json)?.['cohort'])?.['tests']) ?? [];
  return tests.some((test) => text(test['testId'])?.toLowerCase() === memberId.toLowerCase());
}
