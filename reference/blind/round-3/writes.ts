import type { BlindFault } from '../kit.ts';
import { cohortMembers } from './write-cohort-members.ts';
import { creation } from './write-creation.ts';
import { members } from './write-members.ts';

/** The faults of this half of the round. */
export const writes: readonly BlindFault[] = [...creation, ...members, ...cohortMembers];
