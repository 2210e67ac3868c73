import type { BlindFault } from '../kit.ts';
import { creations } from './members-1.ts';
import { rosters } from './members-2.ts';
import { intakes } from './members-3.ts';
import { ownSide } from './members-4.ts';

/** The faults of one writer. */
export const members: readonly BlindFault[] = [...creations, ...rosters, ...intakes, ...ownSide];
