import type { BlindFault } from '../kit.ts';
import { pageFaults } from './lists-1.ts';
import { sessionFaults } from './lists-2.ts';
import { userFaults } from './lists-3.ts';
import { groupFaults } from './lists-4.ts';

/** The faults of one writer. */
export const lists: readonly BlindFault[] = [...pageFaults, ...sessionFaults, ...userFaults, ...groupFaults];
