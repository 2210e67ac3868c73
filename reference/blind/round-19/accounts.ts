import type { BlindFault } from '../kit.ts';
import { faults as first } from './accounts-1.ts';
import { faults as second } from './accounts-2.ts';
import { faults as third } from './accounts-3.ts';
import { faults as fourth } from './accounts-4.ts';
import { faults as fifth } from './accounts-5.ts';

/** The faults of one writer. */
export const accounts: readonly BlindFault[] = [...first, ...second, ...third, ...fourth, ...fifth];
