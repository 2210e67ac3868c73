import type { BlindFault } from '../kit.ts';
import { firstFaults } from './members-1.ts';
import { secondFaults } from './members-2.ts';
import { thirdFaults } from './members-3.ts';
import { fourthFaults } from './members-4.ts';
import { fifthFaults } from './members-5.ts';

/** The faults of one writer. */
export const members: readonly BlindFault[] = [
  ...firstFaults,
  ...secondFaults,
  ...thirdFaults,
  ...fourthFaults,
  ...fifthFaults,
];
