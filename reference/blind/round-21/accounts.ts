import type { BlindFault } from '../kit.ts';
import { plain } from './accounts-1.ts';
import { answers, changes } from './accounts-2.ts';
import { sequences } from './accounts-3.ts';
import { combinations } from './accounts-4.ts';

/** Faults in creating and changing accounts, and in what is read of them afterwards. */
export const accounts: readonly BlindFault[] = [
  ...plain,
  ...changes,
  ...answers,
  ...sequences,
  ...combinations,
];
