import type { BlindFault } from '../kit.ts';
import { faults as first } from './members-1.ts';
import { faults as second } from './members-2.ts';
import { faults as third } from './members-3.ts';
import { faults as fourth } from './members-4.ts';
import { faults as fifth } from './members-5.ts';

/** The faults of one writer. */
export const members: readonly BlindFault[] = [...first, ...second, ...third, ...fourth, ...fifth];
