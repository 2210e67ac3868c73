import type { BlindFault } from '../kit.ts';
import { cohortFaults, shallow, yearFaults } from './lists-1.ts';
import { sessionFaults, userFaults } from './lists-2.ts';
import { deepGroups, deepSessions } from './lists-3.ts';
import { deepUsers } from './lists-4.ts';

/** Faults of lists and searches. */
export const lists: readonly BlindFault[] = [
  ...shallow,
  ...cohortFaults,
  ...yearFaults,
  ...userFaults,
  ...sessionFaults,
  ...deepGroups,
  ...deepSessions,
  ...deepUsers,
];
