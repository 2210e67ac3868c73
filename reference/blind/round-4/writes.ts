import type { BlindFault } from '../kit.ts';
import { access } from './write-access.ts';
import { accounts } from './write-accounts.ts';
import { answers } from './write-answers.ts';
import { tests } from './write-cohorts.ts';
import { creation } from './write-creation.ts';
import { members } from './write-members.ts';
import { roster } from './write-roster.ts';
import { sides } from './write-sides.ts';
import { updates } from './write-updates.ts';

/** What shows when something is changed. */
export const writes: readonly BlindFault[] = [
  ...creation,
  ...accounts,
  ...answers,
  ...updates,
  ...members,
  ...sides,
  ...roster,
  ...tests,
  ...access,
];
