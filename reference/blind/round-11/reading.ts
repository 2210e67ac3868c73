import type { BlindFault } from '../kit.ts';
import { inputs } from './read-inputs.ts';
import { looks } from './read-looks.ts';
import { moments } from './read-moments.ts';
import { plain } from './read-plain.ts';
import { states } from './read-states.ts';

/** The reading half. */
export const reading: readonly BlindFault[] = [...plain, ...inputs, ...looks, ...states, ...moments];
