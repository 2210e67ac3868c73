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
import { moreSessions } from './more-sessions.ts';
import { pages } from './pages.ts';
import { pagination } from './pagination.ts';
import { sessions } from './sessions.ts';
import { moreUsers, users } from './users.ts';
import { years } from './years.ts';

/** All faults of the round. */
export const roundOne: readonly BlindFault[] = [
  ...keys,
  ...errors,
  ...conventions,
  ...years,
  ...pagination,
  ...pages,
  ...dates,
  ...classes,
  ...cohorts,
  ...users,
  ...moreUsers,
  ...sessions,
  ...moreSessions,
  ...accounts,
  ...moreAccounts,
  ...classMembers,
  ...memberships,
];
