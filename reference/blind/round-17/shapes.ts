import type { BlindFault } from '../kit.ts';
import { faults as groups } from './shapes-1.ts';
import { faults as users } from './shapes-2.ts';
import { faults as sessions } from './shapes-3.ts';
import { faults as exchange } from './shapes-4.ts';

/** The faults of one writer. */
export const shapes: readonly BlindFault[] = [...groups, ...users, ...sessions, ...exchange];
