import type { BlindFault } from '../kit.ts';
import { reads } from './reads.ts';
import { writes } from './writes.ts';

/** All faults of the round. */
export const roundFive: readonly BlindFault[] = [...reads, ...writes];
