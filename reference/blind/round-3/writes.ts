import type { BlindFault } from '../kit.ts';

/** The faults of this half of the round. */
export const writes: readonly BlindFault[] = [];
