import type { BlindFault } from '../kit.ts';
import { faultsOne } from './shapes-1.ts';
import { faultsTwo } from './shapes-2.ts';
import { faultsThree } from './shapes-3.ts';

/** The faults of one writer. */
export const shapes: readonly BlindFault[] = [...faultsOne, ...faultsTwo, ...faultsThree];
