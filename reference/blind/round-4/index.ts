import type { BlindFault } from '../kit.ts';
import { writes } from './writes.ts';

/** All faults of the round. */
export const roundFour: readonly BlindFault[] = [...writes];
