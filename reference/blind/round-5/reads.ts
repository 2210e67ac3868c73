import type { BlindFault } from '../kit.ts';
import { cursors } from './read-cursors.ts';
import { dates } from './read-dates.ts';
import { errors } from './read-errors.ts';
import { classes, cohorts } from './read-groups.ts';
import { keys } from './read-keys.ts';
import { pagination } from './read-pagination.ts';
import { sessions } from './read-sessions.ts';
import { users } from './read-users.ts';
import { years } from './read-years.ts';

/** What shows when things are read. */
export const reads: readonly BlindFault[] = [
  ...keys,
  ...errors,
  ...years,
  ...pagination,
  ...cursors,
  ...dates,
  ...classes,
  ...cohorts,
  ...sessions,
  ...users,
];
