import type { BlindFault } from '../kit.ts';
import { conventionFaults } from './read-conventions.ts';
import { cursorFaults } from './read-cursors.ts';
import { dateFaults } from './read-dates.ts';
import { groupFaults } from './read-groups.ts';
import { errorFaults, keyFaults } from './read-keys.ts';
import { pageFaults } from './read-pages.ts';
import { sessionFaults } from './read-sessions.ts';
import { shapeFaults } from './read-shapes.ts';
import { userFaults } from './read-users.ts';

/** The faults of this half of the round. */
export const reads: readonly BlindFault[] = [
  ...keyFaults,
  ...errorFaults,
  ...conventionFaults,
  ...shapeFaults,
  ...pageFaults,
  ...cursorFaults,
  ...dateFaults,
  ...groupFaults,
  ...userFaults,
  ...sessionFaults,
];
