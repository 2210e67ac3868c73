import type { BlindFault } from '../kit.ts';
import { accounts } from './accounts.ts';
import { shapes } from './shapes.ts';

/** All faults of the round. */
export const roundSeventeen: readonly BlindFault[] = [...shapes, ...accounts];
