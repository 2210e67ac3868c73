import type { BlindFault } from '../kit.ts';
import { readingClasses } from './reading-classes.ts';
import { readingCohorts } from './reading-cohorts.ts';
import { readingCors } from './reading-cors.ts';
import { readingErrors } from './reading-errors.ts';
import { readingKeys } from './reading-keys.ts';
import { readingPagination } from './reading-pagination.ts';
import { readingDates, readingSessions } from './reading-sessions.ts';
import { readingSearch, readingUsers } from './reading-users.ts';
import { readingTests, readingYears } from './reading-years.ts';

export const reading: readonly BlindFault[] = [
  ...readingKeys,
  ...readingCors,
  ...readingErrors,
  ...readingYears,
  ...readingTests,
  ...readingClasses,
  ...readingCohorts,
  ...readingPagination,
  ...readingUsers,
  ...readingSearch,
  ...readingSessions,
  ...readingDates,
];
