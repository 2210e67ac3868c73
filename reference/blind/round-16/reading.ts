import type { BlindFault } from '../kit.ts';
import { filters } from './read-filters.ts';
import { gates } from './read-gates.ts';
import { names } from './read-names.ts';
import { shallow } from './read-shallow.ts';
import { shapes } from './read-shapes.ts';
import { walks } from './read-walks.ts';

/** The reading half of the round. */
export const reading: readonly BlindFault[] = [
  ...shallow,
  ...filters,
  ...shapes,
  ...walks,
  ...names,
  ...gates,
];
