import type { BlindFault } from '../kit.ts';
import { plain } from './accounts-1.ts';
import { names, values } from './accounts-2.ts';
import { crowds, sequences } from './accounts-3.ts';
import { beside } from './accounts-4.ts';

/** Twenty-five faults of accounts. */
export const accounts: readonly BlindFault[] = [
  ...plain,
  ...names,
  ...values,
  ...sequences,
  ...crowds,
  ...beside,
];
