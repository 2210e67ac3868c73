import type { BlindFault } from '../kit.ts';
import { access } from './write-access.ts';
import { accounts, primaryAddress } from './write-accounts.ts';
import { cohorts } from './write-cohorts.ts';
import { creation } from './write-creation.ts';
import { members } from './write-members.ts';
import { refusals } from './write-refusals.ts';
import { ownClasses, pages, state } from './write-state.ts';
import { later, updates } from './write-updates.ts';

/** What shows when something is changed. */
export const writes: readonly BlindFault[] = [
  ...access,
  ...accounts,
  ...primaryAddress,
  ...creation,
  ...members,
  ...cohorts,
  ...ownClasses,
  ...updates,
  ...later,
  ...state,
  ...refusals,
  ...pages,
];
