import type { BlindFault } from '../kit.ts';
import { deepOne } from './read-deep-one.ts';
import { deepTwo } from './read-deep-two.ts';
import { mediumOne } from './read-medium-one.ts';
import { mediumTwo } from './read-medium-two.ts';
import { shallow } from './read-shallow.ts';

/** The reading half. */
export const reading: readonly BlindFault[] = [
  ...shallow,
  ...mediumOne,
  ...mediumTwo,
  ...deepOne,
  ...deepTwo,
];
