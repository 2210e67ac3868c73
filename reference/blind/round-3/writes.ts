import type { BlindFault } from '../kit.ts';
import { accounts } from './write-accounts.ts';
import { answers } from './write-answers.ts';
import { cohortMembers } from './write-cohort-members.ts';
import { cohortTests } from './write-cohort-tests.ts';
import { creation } from './write-creation.ts';
import { members } from './write-members.ts';
import { updates } from './write-updates.ts';
import { userSide } from './write-user-side.ts';

/** The faults of this half of the round. */
export const writes: readonly BlindFault[] = [
  ...creation,
  ...members,
  ...cohortMembers,
  ...cohortTests,
  ...userSide,
  ...accounts,
  ...updates,
  ...answers,
];
