import type { BlindFault } from '../kit.ts';
import { accounts, updates } from './writing-accounts.ts';
import { classes, cohortCreations } from './writing-creations.ts';
import { identities } from './writing-identities.ts';
import { keys, refusals } from './writing-keys.ts';
import { members } from './writing-members.ts';
import { races } from './writing-races.ts';
import { rosters } from './writing-rosters.ts';
import { sides } from './writing-sides.ts';
import { cohortTests } from './writing-tests.ts';

/** The writing half. */
export const writing: readonly BlindFault[] = [
  ...keys,
  ...refusals,
  ...classes,
  ...cohortCreations,
  ...members,
  ...rosters,
  ...races,
  ...cohortTests,
  ...accounts,
  ...updates,
  ...identities,
  ...sides,
];
