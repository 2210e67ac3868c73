import type { BlindFault } from '../kit.ts';
import { deepCursors } from './read-deep-cursors.ts';
import { deepState } from './read-deep-state.ts';
import { mediumFilters } from './read-medium-filters.ts';
import { mediumShapes } from './read-medium-shapes.ts';
import { shallow } from './read-shallow.ts';

/** The reading half of the round. */
export const reading: readonly BlindFault[] = [
  ...shallow,
  ...mediumFilters,
  ...mediumShapes,
  ...deepCursors,
  ...deepState,
];
