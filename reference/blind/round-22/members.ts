import type { BlindFault } from '../kit.ts';
import { plainFaults } from './members-1.ts';
import { stateFaults } from './members-2.ts';
import { valueFaults } from './members-3.ts';
import { sequenceFaults } from './members-4.ts';
import { rareFaults } from './members-5.ts';

/** Faults of classes and cohorts and of who is in them. */
export const members: readonly BlindFault[] = [
  ...plainFaults,
  ...stateFaults,
  ...valueFaults,
  ...sequenceFaults,
  ...rareFaults,
];
