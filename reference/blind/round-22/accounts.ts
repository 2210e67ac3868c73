import type { BlindFault } from '../kit.ts';
import { shallow } from './accounts-1.ts';
import { medium } from './accounts-2.ts';
import { mediumReads } from './accounts-3.ts';
import { deepChanges } from './accounts-4.ts';
import { deepStates } from './accounts-5.ts';

/** Faults in creating and changing accounts, and in what reads show of it. */
export const accounts: readonly BlindFault[] = [
  ...shallow,
  ...medium,
  ...mediumReads,
  ...deepChanges,
  ...deepStates,
];
