import type { LentKind } from '../../../harness/run/profile.ts';
import type { Operation } from '../../../spec/contract.ts';
import { classGroup, cohortGroup } from '../groups/group.ts';
import type { Resource } from './resource.ts';

/** The kinds of resources that the interface lets a run create. */
export type Kind = 'class' | 'cohort' | 'student' | 'teacher';

const users = { id: 'userId', list: 'listUsers', get: 'listUsers', wrapper: 'user' } as const;

/** The four kinds, each with its operations. */
export const resources: Readonly<Record<Kind, Resource>> = {
  class: classGroup,
  cohort: cohortGroup,
  student: { ...users, many: 'students', create: 'createStudent', fields: 'create-student.body' },
  teacher: { ...users, many: 'teachers', create: 'createTeacher', fields: 'create-teacher.body' },
};

/** The two kinds that have members. */
export const groupKinds = ['class', 'cohort'] as const;

/** Whether a kind is one that has members. */
export function isGroup(kind: Kind): kind is (typeof groupKinds)[number] {
  return kind === 'class' || kind === 'cohort';
}

/** The kind that an operation creates, if it creates one. */
export function kindCreatedBy({ makes }: Pick<Operation, 'makes'>): Kind | undefined {
  return ([...groupKinds, 'student', 'teacher'] as const).find((kind) => kind === makes);
}

/** What a profile has to say before a run has a resource of this kind: how one is created, or which one is lent. */
export function prerequisiteOf(kind: Kind): { readonly gap: string; readonly lent: LentKind } {
  const { fields, many } = resources[kind];
  return { gap: fields, lent: many };
}
