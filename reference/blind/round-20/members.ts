import type { BlindFault } from '../kit.ts';
import { beaten } from './members-1.ts';
import { creations } from './members-2.ts';
import { members as joined } from './members-3.ts';
import { ownGroups, tests } from './members-4.ts';

/** The faults of one writer. */
export const members: readonly BlindFault[] = [...beaten, ...creations, ...joined, ...tests, ...ownGroups];
