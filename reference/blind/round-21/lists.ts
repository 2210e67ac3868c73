import type { BlindFault } from '../kit.ts';
import { groupFaults } from './lists-1.ts';
import { userFaults } from './lists-2.ts';
import { searchFaults } from './lists-3.ts';
import { sessionFaults } from './lists-4.ts';

/** Faults of the lists and searches. */
export const lists: readonly BlindFault[] = [
  ...groupFaults,
  ...userFaults,
  ...searchFaults,
  ...sessionFaults,
];
