import type { BlindFault } from '../kit.ts';
import { faults as first } from './shapes-1.ts';
import { faults as second } from './shapes-2.ts';
import { faults as third } from './shapes-3.ts';

/** The faults of one writer. */
export const shapes: readonly BlindFault[] = [...first, ...second, ...third];
