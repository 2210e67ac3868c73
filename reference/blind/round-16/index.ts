import type { BlindFault } from '../kit.ts';
import { reading } from './reading.ts';
import { writing } from './writing.ts';

/** All faults of the round. */
export const roundSixteen: readonly BlindFault[] = [...reading, ...writing];
