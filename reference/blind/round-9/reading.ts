import type { BlindFault } from '../kit.ts';
import { classes } from './reading-classes.ts';
import { cohorts } from './reading-cohorts.ts';
import { dates } from './reading-dates.ts';
import { http } from './reading-http.ts';
import { pages, searchPages } from './reading-pages.ts';
import { sessions } from './reading-sessions.ts';
import { search, users } from './reading-users.ts';
import { years } from './reading-years.ts';

/** The half of the round that reads. */
export const reading: readonly BlindFault[] = [
  ...years,
  ...classes,
  ...cohorts,
  ...users,
  ...search,
  ...pages,
  ...searchPages,
  ...dates,
  ...sessions,
  ...http,
];
