import type { BlindFault } from '../kit.ts';
import { faults as first } from './lists-1.ts';
import { faults as second } from './lists-2.ts';
import { faults as third } from './lists-3.ts';
import { faults as fourth } from './lists-4.ts';

/** The faults of one writer. */
export const lists: readonly BlindFault[] = [...first, ...second, ...third, ...fourth];
