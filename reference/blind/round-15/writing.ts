import type { BlindFault } from '../kit.ts';
import { accounts } from './write-accounts.ts';
import { deepAccounts } from './write-deep-accounts.ts';
import { deepGroups } from './write-deep-groups.ts';
import { deepMembers } from './write-deep-members.ts';
import { members } from './write-members.ts';
import { rosters } from './write-rosters.ts';
import { shallow } from './write-shallow.ts';

/** The writing half of the round. */
export const writing: readonly BlindFault[] = [
  ...shallow,
  ...rosters,
  ...members,
  ...accounts,
  ...deepGroups,
  ...deepMembers,
  ...deepAccounts,
];
