import type { Break } from '../kit/fault.ts';
import { type OperationId, operationOf } from '../kit/routes.ts';

/** How classes and cohorts differ in addresses and bodies. */
export interface Group {
  /** The path of the list, below the base address. */
  readonly path: string;
  /** The property that holds a single class or cohort, in requests and in answers. */
  readonly wrapper: string;
  /** The property with the id. */
  readonly id: string;
}

const classes: Group = { path: '/classes', wrapper: 'class', id: 'classId' };
const cohorts: Group = { path: '/smart-ia/cohorts', wrapper: 'cohort', id: 'cohortId' };

const groups: { readonly [op in OperationId]?: Group } = {
  listClasses: classes,
  createClass: classes,
  getClass: classes,
  listCohorts: cohorts,
  createCohort: cohorts,
  getCohort: cohorts,
};

/** What differs between classes and cohorts, for the one that a request is about. */
export function groupOf(request: Request): Group {
  const op = operationOf(request);
  const group = op && groups[op];
  if (!group) throw new Error(`${op} is about neither classes nor cohorts`);
  return group;
}

/** Breaks requests for classes and requests for cohorts, each with their own names; keeps no memory. */
export function byGroup(breakFor: (group: Group) => Break): Break {
  return (request, service) => breakFor(groupOf(request))(request, service);
}
