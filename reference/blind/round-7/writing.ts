import type { BlindFault } from '../kit.ts';
import { accessFaults } from './writing-access.ts';
import { accountFaults } from './writing-accounts.ts';
import { changeFaults } from './writing-changes.ts';
import { classMemberFaults } from './writing-class-members.ts';
import { classFaults } from './writing-classes.ts';
import { cohortMemberFaults } from './writing-cohort-members.ts';
import { cohortFaults } from './writing-cohorts.ts';
import { userGroupFaults } from './writing-user-groups.ts';

/** The half of the round that writes. */
export const writing: readonly BlindFault[] = [
  ...classFaults,
  ...cohortFaults,
  ...cohortMemberFaults,
  ...classMemberFaults,
  ...accountFaults,
  ...changeFaults,
  ...userGroupFaults,
  ...accessFaults,
];
