import type { Fault } from '../kit/fault.ts';
import { effects } from './effects.ts';
import { sequences } from './sequences.ts';
import { statuses } from './statuses.ts';

/** Faults of who is in a class or cohort, and of the tests that a cohort has. */
export const members: readonly Fault[] = [...statuses, ...effects, ...sequences];
