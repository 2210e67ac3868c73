import type { BlindFault } from '../kit.ts';
import { classes } from './reading-classes.ts';
import { cohorts } from './reading-cohorts.ts';
import { http } from './reading-http.ts';
import { paging } from './reading-paging.ts';
import { search } from './reading-search.ts';
import { sessions } from './reading-sessions.ts';
import { tests } from './reading-tests.ts';
import { users } from './reading-users.ts';

/** The half of the round that reads. */
export const reading: readonly BlindFault[] = [
  ...http,
  ...classes,
  ...tests,
  ...cohorts,
  ...users,
  ...search,
  ...sessions,
  ...paging,
];
