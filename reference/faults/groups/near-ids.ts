import type { Fault } from '../kit/fault.ts';
import { byBothEnds, byFirstBlock, crashing, withMoreAround } from '../kit/near-ids.ts';

const classes = '/classes?limit=1000';
const cohorts = '/smart-ia/cohorts?limit=1000';
const years = '/academic-years';

/** Faults of classes, cohorts and their years that are found by a part of an id. */
export const nearIds: readonly Fault[] = [
  ...byFirstBlock({
    'get-class.not-found/near-id!first-block': ['getClass', classes, 'classId'],
    'get-cohort.not-found/near-id!first-block': ['getCohort', cohorts, 'cohortId'],
    'list-classes.academic-year-id/near-id!first-block': ['listClasses', years, 'academicYearId'],
    'list-cohorts.academic-year-id/near-id!first-block': ['listCohorts', years, 'academicYearId'],
  }),
  ...byBothEnds({
    'get-class.not-found/near-id!both-ends': ['getClass', classes, 'classId'],
    'get-cohort.not-found/near-id!both-ends': ['getCohort', cohorts, 'cohortId'],
    'list-classes.academic-year-id/near-id!both-ends': ['listClasses', years, 'academicYearId'],
    'list-cohorts.academic-year-id/near-id!both-ends': ['listCohorts', years, 'academicYearId'],
  }),
  ...withMoreAround({
    'get-class.not-found/near-id!cut': ['getClass', 'cut'],
    'get-class.not-found/near-id!found': ['getClass', 'found'],
    'get-cohort.not-found/near-id!cut': ['getCohort', 'cut'],
    'get-cohort.not-found/near-id!found': ['getCohort', 'found'],
    'list-classes.academic-year-id/near-id!cut': ['listClasses', 'cut'],
    'list-classes.academic-year-id/near-id!found': ['listClasses', 'found'],
    'list-cohorts.academic-year-id/near-id!cut': ['listCohorts', 'cut'],
    'list-cohorts.academic-year-id/near-id!found': ['listCohorts', 'found'],
  }),
  ...crashing({
    'list-classes.academic-year-id/near-id!crashing': 'listClasses',
    'list-cohorts.academic-year-id/near-id!crashing': 'listCohorts',
  }),
];
