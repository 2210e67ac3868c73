import type { BlindFault } from '../kit.ts';
import { emptyShapes, shallowShapes } from './shapes-1.ts';
import { protocolShapes } from './shapes-2.ts';
import { deepAnswers, deepKeys, deepRequests } from './shapes-3.ts';

/** Faults in the shapes of answers and in the protocol. */
export const shapes: readonly BlindFault[] = [
  ...shallowShapes,
  ...emptyShapes,
  ...protocolShapes,
  ...deepAnswers,
  ...deepRequests,
  ...deepKeys,
];
