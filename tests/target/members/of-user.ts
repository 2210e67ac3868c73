import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { type Account, accountOf } from '../accounts/account.ts';
import { request } from '../accounts/request.ts';
import type { Json } from '../body.ts';
import { sendChange } from '../changing.ts';
import { groupIds, holdsId, needGroupIds } from '../groups/ids-in-user.ts';
import { fixtureId } from '../reuse/fixture.ts';
import { eventuallyUser, readUser } from '../users/read.ts';

/** The classes or cohorts of one user, changed from the user's side (chapter Endpoints). */
export interface GroupsOfOne {
  readonly account: Account;
  readonly kind: 'student' | 'teacher';
  readonly group: 'class' | 'cohort';
  readonly many: 'classes' | 'cohorts';
  readonly does: 'assign' | 'remove';
  /** Where the effect shows, and what the ids are called in a body. */
  readonly field: 'classIds' | 'cohortIds';
  /** The same from the side of the class or cohort, whose shape the interface shows. */
  readonly assign: string;
  readonly remove: string;
}

const classes = { group: 'class', many: 'classes', field: 'classIds' } as const;
const ofStudent = {
  ...classes,
  kind: 'student',
  assign: 'addClassStudents',
  remove: 'removeClassStudents',
} as const;
const ofTeacher = {
  ...classes,
  kind: 'teacher',
  assign: 'addClassTeachers',
  remove: 'removeClassTeachers',
} as const;

/** The five operations that change the classes or cohorts of one user. */
export const groupsOfOne: readonly GroupsOfOne[] = [
  { ...ofStudent, account: accountOf('addStudentClasses'), does: 'assign' },
  { ...ofStudent, account: accountOf('removeStudentClasses'), does: 'remove' },
  {
    account: accountOf('addStudentCohorts'),
    does: 'assign',
    kind: 'student',
    group: 'cohort',
    many: 'cohorts',
    field: 'cohortIds',
    assign: 'addCohortStudents',
    remove: 'removeCohortStudents',
  },
  { ...ofTeacher, account: accountOf('addTeacherClasses'), does: 'assign' },
  { ...ofTeacher, account: accountOf('removeTeacherClasses'), does: 'remove' },
];

/** How many classes or cohorts there are to choose from; they are shared with other chapters. */
export const poolSize = 3;
const labels = ['roster 1', 'roster 2', 'shared'] as const;

/** The run's own classes or cohorts, in an order that never changes: everything else is a position in it. */
export async function poolOf(
  context: Context,
  group: GroupsOfOne['group'],
  size = poolSize,
): Promise<readonly string[]> {
  await needGroupIds(context, `${group}Ids`);
  const ids = new Set<string>();
  for (const label of labels.slice(0, size)) ids.add(await fixtureId(context, group, label));
  return context.need(
    ids.size === size && [...ids],
    `${size} different ${group === 'class' ? 'classes' : 'cohorts'}`,
  );
}

/** Sends a change from the user's side. */
export function fromUser(
  context: Context,
  { account, field }: GroupsOfOne,
  userId: string,
  ids: readonly string[],
): Promise<Answer> {
  return request(context, account.op, userId, { [field]: ids });
}

/** Sends a change from the side of one class or cohort. */
export async function fromGroup(
  context: Context,
  of: Pick<GroupsOfOne, 'group' | 'assign' | 'remove'>,
  does: 'assign' | 'remove',
  groupId: string,
  userId: string,
): Promise<Answer> {
  return sendChange(context, of[does], { [`${of.group}Id`]: groupId, userIds: [userId] });
}

/** Which of the pool a user has, as positions, ascending. */
export function positionsOf(
  context: Context,
  user: Json,
  field: GroupsOfOne['field'],
  pool: readonly string[],
): number[] {
  const ids = context.need(groupIds(user, field), `\`${field}\` to be a list of identifiers`);
  return [...pool.keys()].filter((at) => holdsId(ids, pool[at] ?? ''));
}

/** Which of the pool a user has once it is what is expected, or time is up. */
export async function eventualPositions(
  context: Context,
  { field }: Pick<GroupsOfOne, 'field'>,
  userId: string,
  pool: readonly string[],
  expected: readonly number[],
): Promise<readonly number[]> {
  const same = (user: Json) => String(positionsOf(context, user, field, pool)) === String(expected);
  return positionsOf(context, await eventuallyUser(context, userId, same), field, pool);
}

/** Brings a user into exactly these of the pool, from the side of the groups. Inconclusive when that fails. */
export async function bring(
  context: Context,
  of: Pick<GroupsOfOne, 'group' | 'assign' | 'remove' | 'field'>,
  userId: string,
  pool: readonly string[],
  wanted: readonly number[],
): Promise<void> {
  const now = positionsOf(context, await readUser(context, userId), of.field, pool);
  for (const [at, groupId] of pool.entries()) {
    if (now.includes(at) === wanted.includes(at)) continue;
    await fromGroup(context, of, wanted.includes(at) ? 'assign' : 'remove', groupId, userId);
  }
  if (String(now) === String(wanted)) return;
  const reached = await eventualPositions(context, of, userId, pool, wanted);
  context.need(String(reached) === String(wanted), 'our account to be where this begins');
}

/** Positions in words. */
export function tell(many: string, positions: readonly number[]): string {
  return positions.length === 0 ? `no ${many}` : `${many} ${positions.map((at) => at + 1).join(' and ')}`;
}
