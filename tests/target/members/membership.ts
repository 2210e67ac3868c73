import type { Prerequisite } from '../../../harness/judging/check.ts';
import { classGroup, cohortGroup, type Group } from '../groups/group.ts';
import { prerequisiteOf } from '../reuse/resources.ts';

/** The two changes of a membership. */
export type Does = 'assign' | 'remove';

/** Who or what can be a member of a class or a cohort, and the operations that change it. */
export interface Membership {
  readonly group: Group;
  readonly member: 'student' | 'teacher' | 'test';
  readonly many: 'students' | 'teachers' | 'tests';
  /** The property of a body that lists members. */
  readonly ids: 'userIds' | 'testIds';
  /** The operations on a group, which list members. */
  readonly onGroup: Readonly<Record<Does, string>>;
  /** The operations on one user, which list groups. The interface does not show their shape. */
  readonly onUser: Readonly<Partial<Record<Does, string>>>;
  /** What a profile has to fill, or to lend, before there is a group and somebody to assign to it. */
  readonly needs: readonly Prerequisite[];
}

/** The students of a class. */
export const classStudents: Membership = {
  group: classGroup,
  member: 'student',
  many: 'students',
  ids: 'userIds',
  onGroup: { assign: 'addClassStudents', remove: 'removeClassStudents' },
  onUser: { assign: 'addStudentClasses', remove: 'removeStudentClasses' },
  needs: [prerequisiteOf('class'), prerequisiteOf('student')],
};

/** The teachers of a class. */
export const classTeachers: Membership = {
  group: classGroup,
  member: 'teacher',
  many: 'teachers',
  ids: 'userIds',
  onGroup: { assign: 'addClassTeachers', remove: 'removeClassTeachers' },
  onUser: { assign: 'addTeacherClasses', remove: 'removeTeacherClasses' },
  needs: [prerequisiteOf('class'), prerequisiteOf('teacher')],
};

/** The students of a cohort. */
export const cohortStudents: Membership = {
  group: cohortGroup,
  member: 'student',
  many: 'students',
  ids: 'userIds',
  onGroup: { assign: 'addCohortStudents', remove: 'removeCohortStudents' },
  onUser: { assign: 'addStudentCohorts' },
  needs: [prerequisiteOf('cohort'), prerequisiteOf('student')],
};

/** The tests of a cohort. */
export const cohortTests: Membership = {
  group: cohortGroup,
  member: 'test',
  many: 'tests',
  ids: 'testIds',
  onGroup: { assign: 'addCohortTests', remove: 'removeCohortTests' },
  onUser: {},
  needs: [prerequisiteOf('cohort')],
};

/** Every membership of the interface. */
export const memberships: readonly Membership[] = [classStudents, classTeachers, cohortStudents, cohortTests];

/** What one operation does to a membership. */
export interface MembershipChange {
  readonly op: string;
  readonly membership: Membership;
  readonly does: Does;
  /** Whether its path names a group, or one user. */
  readonly side: 'onGroup' | 'onUser';
}

/** The operations that change a membership, those on a user first. */
export function changesOf(membership: Membership): readonly MembershipChange[] {
  return (['onUser', 'onGroup'] as const).flatMap((side) =>
    (['assign', 'remove'] as const).flatMap((does) => {
      const op = membership[side][does];
      return op === undefined ? [] : [{ op, membership, does, side }];
    }),
  );
}

/** What an operation does to a membership; `undefined` when it does nothing to any. */
export function changeBy(op: string): MembershipChange | undefined {
  return memberships.flatMap(changesOf).find((change) => change.op === op);
}

/** What an operation does to a membership. @throws Error for an operation that changes none */
export function changeOf({ id }: { readonly id: string }): MembershipChange {
  const change = changeBy(id);
  if (!change) throw new Error(`${id} changes no membership`);
  return change;
}

/** What has to be filled, or lent, before an operation can change a membership. */
export function membershipNeeds(op: { readonly id: string }): readonly Prerequisite[] {
  return changeOf(op).membership.needs;
}
