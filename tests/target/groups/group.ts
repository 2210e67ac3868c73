import type { Resource } from '../reuse/resource.ts';

/** What classes and cohorts do alike goes by these names in each of the two. */
export interface Group extends Resource {
  readonly kind: 'class' | 'cohort';
  readonly many: 'classes' | 'cohorts';
  /** The gap about when a new one is the same as another. */
  readonly same: string;
  /** The field of a user that names the groups of that user. */
  readonly membership: 'classIds' | 'cohortIds';
}

/** Chapter Classes. */
export const classGroup: Group = {
  kind: 'class',
  wrapper: 'class',
  many: 'classes',
  id: 'classId',
  list: 'listClasses',
  create: 'createClass',
  get: 'getClass',
  fields: 'create-class.fields',
  same: 'create-class.same-class',
  membership: 'classIds',
};

/** Chapter Cohorts and tests. */
export const cohortGroup: Group = {
  kind: 'cohort',
  wrapper: 'cohort',
  many: 'cohorts',
  id: 'cohortId',
  list: 'listCohorts',
  create: 'createCohort',
  get: 'getCohort',
  fields: 'create-cohort.fields',
  same: 'create-cohort.same-cohort',
  membership: 'cohortIds',
};

/** The group that an operation lists, creates or reads. @throws Error for any other operation */
export function groupOf({ id }: { readonly id: string }): Group {
  const group = [classGroup, cohortGroup].find(({ list, create, get }) =>
    [list, create, get].some((op) => op === id),
  );
  if (!group) throw new Error(`${id} neither lists nor creates nor reads a class or a cohort`);
  return group;
}
