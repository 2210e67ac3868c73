import type { BlindFault } from '../kit.ts';
import { accounts } from './accounts.ts';
import { classes } from './classes.ts';
import { cohorts } from './cohorts.ts';
import { conventions } from './conventions.ts';
import { dates } from './dates.ts';
import { errors } from './errors.ts';
import { keys } from './keys.ts';
import { classMembers } from './memberships.ts';
import { moreAccounts } from './more-accounts.ts';
import { memberships } from './more-memberships.ts';
import { pages } from './pages.ts';
import { pagination } from './pagination.ts';
import { sessions } from './sessions.ts';
import { moreUsers, users } from './users.ts';

/** Faults held back for a later round. */
export const reserve: readonly BlindFault[] = [
  ...accounts,
  ...classes,
  ...cohorts,
  ...conventions,
  ...dates,
  ...errors,
  ...keys,
  ...classMembers,
  ...moreAccounts,
  ...memberships,
  ...pages,
  ...pagination,
  ...sessions,
  ...users,
  ...moreUsers,
];
