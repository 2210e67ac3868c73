import type { BlindFault } from '../kit.ts';
import { accounts } from './writing-accounts.ts';
import { classMembers } from './writing-class-members.ts';
import { classes } from './writing-classes.ts';
import { cohortMembers } from './writing-cohort-members.ts';
import { cohorts } from './writing-cohorts.ts';
import { changes } from './writing-details.ts';
import { keys } from './writing-keys.ts';
import { memberships } from './writing-memberships.ts';

/** The half of the round that writes. */
export const writing: readonly BlindFault[] = [
  ...classes,
  ...classMembers,
  ...cohorts,
  ...cohortMembers,
  ...accounts,
  ...changes,
  ...memberships,
  ...keys,
];
