import type { BlindFault } from '../kit.ts';
import { authentication } from './reading-authentication.ts';
import { conventions } from './reading-conventions.ts';
import { groups } from './reading-groups.ts';
import { pagination } from './reading-pagination.ts';
import { sessions } from './reading-sessions.ts';
import { users } from './reading-users.ts';
import { years } from './reading-years.ts';

/** The reading half. */
export const reading: readonly BlindFault[] = [
  ...authentication,
  ...conventions,
  ...years,
  ...groups,
  ...users,
  ...sessions,
  ...pagination,
];
