import type { BlindFault } from '../kit.ts';
import { accounts } from './accounts.ts';
import { lists } from './lists.ts';
import { members } from './members.ts';
import { shapes } from './shapes.ts';

/** All faults of the round. */
export const roundTwentyThree: readonly BlindFault[] = [...lists, ...shapes, ...accounts, ...members];
