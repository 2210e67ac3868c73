import type { Operation } from '../http/operation.ts';
import { academicYears } from './academic-years.ts';
import { accounts } from './accounts.ts';
import { classes } from './classes.ts';
import { cohorts } from './cohorts.ts';
import { memberships } from './memberships.ts';
import { sessions } from './sessions.ts';
import { studySessions } from './study-sessions.ts';
import { users } from './users.ts';

/** All 39 operations of the interface. */
export const operations: readonly Operation[] = [
  ...academicYears,
  ...classes,
  ...cohorts,
  ...users,
  ...sessions,
  ...studySessions,
  ...accounts,
  ...memberships,
];
