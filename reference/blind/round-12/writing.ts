import type { BlindFault } from '../kit.ts';
import { deepOne } from './write-deep-one.ts';
import { deepTwo } from './write-deep-two.ts';
import { mediumOne } from './write-medium-one.ts';
import { mediumTwo } from './write-medium-two.ts';
import { plain } from './write-plain.ts';

/** The writing half. */
export const writing: readonly BlindFault[] = [...plain, ...mediumOne, ...mediumTwo, ...deepOne, ...deepTwo];
