import type { LentKind } from '../../../harness/run/profile.ts';
import type { Operation } from '../../../spec/contract.ts';

/** The kinds of resources that the interface lets a run create. */
export type Kind = 'class' | 'cohort' | 'student' | 'teacher';

/** How a kind of resource is created and found, and what the interface and a profile call it. */
interface Resource {
  /** The operation that creates one. */
  readonly make: string;
  /** The field that holds its id. */
  readonly id: string;
  /** The operation that lists them. */
  readonly list: string;
  /** The operation that reads one by its id. */
  readonly read: string;
  /** The property of an answer that holds one. */
  readonly wrapper: string;
  /** The gap that keeps the body of its creation open. */
  readonly gap: string;
  /** The setting of a profile that lends resources of this kind. */
  readonly lent: LentKind;
}

/** The four kinds, each with its operations. */
export const resources: Readonly<Record<Kind, Resource>> = {
  class: {
    make: 'createClass',
    id: 'classId',
    list: 'listClasses',
    read: 'getClass',
    wrapper: 'class',
    gap: 'create-class.fields',
    lent: 'classes',
  },
  cohort: {
    make: 'createCohort',
    id: 'cohortId',
    list: 'listCohorts',
    read: 'getCohort',
    wrapper: 'cohort',
    gap: 'create-cohort.fields',
    lent: 'cohorts',
  },
  student: {
    make: 'createStudent',
    id: 'userId',
    list: 'listUsers',
    read: 'listUsers',
    wrapper: 'user',
    gap: 'create-student.body',
    lent: 'students',
  },
  teacher: {
    make: 'createTeacher',
    id: 'userId',
    list: 'listUsers',
    read: 'listUsers',
    wrapper: 'user',
    gap: 'create-teacher.body',
    lent: 'teachers',
  },
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
  const { gap, lent } = resources[kind];
  return { gap, lent };
}
