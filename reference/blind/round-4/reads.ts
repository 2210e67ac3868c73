import type { BlindFault } from '../kit.ts';
import { classes } from './read-classes.ts';
import { cohorts } from './read-cohorts.ts';
import { conventions } from './read-conventions.ts';
import { errors } from './read-errors.ts';
import { keys } from './read-keys.ts';
import { pagination } from './read-pagination.ts';
import { sessions } from './read-sessions.ts';
import { userClasses } from './read-user-classes.ts';
import { users } from './read-users.ts';
import { yearsAndTests } from './read-years-tests.ts';

/** What shows when things are read. */
export const reads: readonly BlindFault[] = [
  ...keys,
  ...errors,
  ...conventions,
  ...yearsAndTests,
  ...classes,
  ...cohorts,
  ...users,
  ...userClasses,
  ...pagination,
  ...sessions,
];
