import type { BlindFault } from '../kit.ts';
import { shallow } from './accounts-1.ts';
import { medium } from './accounts-2.ts';
import { more } from './accounts-3.ts';
import { deep } from './accounts-4.ts';

/** The faults of one writer. */
export const accounts: readonly BlindFault[] = [...shallow, ...medium, ...more, ...deep];
