import type { OperationId } from '../kit/routes.ts';

/** How classes and cohorts differ in what follows. */
export interface Group {
  readonly create: OperationId;
  readonly get: OperationId;
  readonly list: OperationId;
  readonly path: string;
  readonly wrapper: string;
  readonly id: string;
  readonly clauses: { readonly create: string; readonly get: string; readonly list: string };
}

/** Classes and cohorts. */
export const groups: readonly Group[] = [
  {
    create: 'createClass',
    get: 'getClass',
    list: 'listClasses',
    path: '/classes',
    wrapper: 'class',
    id: 'classId',
    clauses: { create: 'create-class', get: 'get-class', list: 'list-classes' },
  },
  {
    create: 'createCohort',
    get: 'getCohort',
    list: 'listCohorts',
    path: '/smart-ia/cohorts',
    wrapper: 'cohort',
    id: 'cohortId',
    clauses: { create: 'create-cohort', get: 'get-cohort', list: 'list-cohorts' },
  },
];
