import type { Fault } from '../kit/fault.ts';
import { changes } from './changes.ts';
import { creation } from './creation.ts';
import { membershipFaults } from './memberships.ts';
import { offered } from './offered.ts';
import { stateFaults } from './states.ts';

/** Faults of single accounts: chapter Users, and chapter States and transitions as far as it is about users. */
export const accounts: readonly Fault[] = [
  ...offered,
  ...creation,
  ...changes,
  ...membershipFaults,
  ...stateFaults,
];
