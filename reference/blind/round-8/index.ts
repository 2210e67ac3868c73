import type { BlindFault } from '../kit.ts';
import { writing } from './writing.ts';

/** All faults of the round. */
export const roundEight: readonly BlindFault[] = [...writing];
