import type { BlindFault } from '../kit.ts';
import { reading } from './reading.ts';

/** All faults of the round. */
export const roundSeven: readonly BlindFault[] = [...reading];
