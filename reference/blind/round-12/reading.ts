import type { BlindFault } from '../kit.ts';
import { filters } from './read-filters.ts';
import { plain } from './read-plain.ts';
import { rare } from './read-rare.ts';
import { special } from './read-special.ts';
import { walks } from './read-walks.ts';

/** The reading half. */
export const reading: readonly BlindFault[] = [...plain, ...special, ...filters, ...walks, ...rare];
