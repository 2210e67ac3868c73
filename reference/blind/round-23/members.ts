import type { BlindFault } from '../kit.ts';
import { shallowFaults } from './members-1.ts';
import { mediumFaults } from './members-2.ts';
import { moreMediumFaults } from './members-3.ts';
import { deepFaults } from './members-4.ts';

/** Round 23, members: classes and cohorts, who is in them, and where that is seen. */
export const members: readonly BlindFault[] = [
  ...shallowFaults,
  ...mediumFaults,
  ...moreMediumFaults,
  ...deepFaults,
];
