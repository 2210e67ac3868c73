import type { Fault } from '../kit/fault.ts';
import { bodies } from './bodies.ts';
import { errorBodies } from './errors.ts';
import { groupsOnce } from './groups-once.ts';
import { rosterFields } from './roster.ts';
import { sessionFields } from './sessions.ts';
import { userFields } from './users.ts';

/** Faults of the form of every body and field that the interface states. */
export const schema: readonly Fault[] = [
  ...bodies,
  ...errorBodies,
  ...rosterFields,
  ...userFields,
  ...groupsOnce,
  ...sessionFields,
];
