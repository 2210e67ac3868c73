import type { BlindFault } from '../kit.ts';
import { first } from './shapes-1.ts';
import { second } from './shapes-2.ts';
import { third } from './shapes-3.ts';

/** The faults of one writer. */
export const shapes: readonly BlindFault[] = [...first, ...second, ...third];
