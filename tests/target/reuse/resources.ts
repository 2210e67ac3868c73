import type { LentKind } from '../../../harness/run/profile.ts';

/** What a run may make on a target: the kinds of things that the interface lets one create. */
export type Kind = 'class' | 'cohort' | 'student' | 'teacher';

/** How a kind of thing is made and found, and what the interface and a profile call it. */
interface Maker {
  readonly make: string;
  readonly id: string;
  readonly list: string;
  /** The operation that reads one by its id. */
  readonly read: string;
  readonly wrapper: string;
  /** The gap that keeps the body of its creation open. */
  readonly gap: string;
  /** The setting of a profile that lends things of this kind. */
  readonly lent: LentKind;
}

/** The four kinds, each with its operations. */
export const resources: Readonly<Record<Kind, Maker>> = {
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

/** The kind that an operation makes, if it makes one. */
export function kindCreatedBy(operation: string): Kind | undefined {
  const found = Object.entries(resources).find(([, { make }]) => make === operation);
  return found?.[0] as Kind | undefined;
}

/** What has to be filled before a thing of this kind can be had: how it is made, or else one that is lent. */
export function prerequisiteOf(kind: Kind): { readonly gap: string; readonly lent: LentKind } {
  const { gap, lent } = resources[kind];
  return { gap, lent };
}
