import type { BlindFault } from '../kit.ts';
import { conventionFaults } from './read-conventions.ts';
import { cursorFaults } from './read-cursors.ts';
import { dateFaults } from './read-dates.ts';
import { errorFaults } from './read-errors.ts';
import { groupFaults } from './read-groups.ts';
import { keyFaults } from './read-keys.ts';
import { limitFaults } from './read-limits.ts';
import { pageFaults } from './read-pagination.ts';
import { sessionFaults } from './read-sessions.ts';
import { userFaults } from './read-users.ts';

/** The faults of this half of the round. */
export const reads: readonly BlindFault[] = [
  ...keyFaults,
  ...errorFaults,
  ...conventionFaults,
  ...pageFaults,
  ...cursorFaults,
  ...limitFaults,
  ...dateFaults,
  ...groupFaults,
  ...userFaults,
  ...sessionFaults,
];
