import type { BlindFault } from '../kit.ts';
import { shallow } from './accounts-1.ts';
import { accessAndState } from './accounts-2.ts';
import { shapesOfAccounts } from './accounts-3.ts';
import { deep } from './accounts-4.ts';

/** The faults of one writer. */
export const accounts: readonly BlindFault[] = [...shallow, ...accessAndState, ...shapesOfAccounts, ...deep];
