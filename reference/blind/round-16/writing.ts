import type { BlindFault } from '../kit.ts';
import { deepAccounts } from './write-deepaccounts.ts';
import { deepGroups } from './write-deepgroups.ts';
import { deepMembers } from './write-deepmembers.ts';
import { medium } from './write-medium.ts';
import { persons } from './write-persons.ts';
import { plain } from './write-plain.ts';

/** The writing half of the round. */
export const writing: readonly BlindFault[] = [
  ...plain,
  ...medium,
  ...persons,
  ...deepGroups,
  ...deepMembers,
  ...deepAccounts,
];
