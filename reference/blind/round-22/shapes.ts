import type { BlindFault } from '../kit.ts';
import { shallow } from './shapes-1.ts';
import { protocol } from './shapes-2.ts';
import { values } from './shapes-3.ts';
import { combinations, sequences } from './shapes-4.ts';
import { more } from './shapes-5.ts';

export const shapes: readonly BlindFault[] = [
  ...shallow,
  ...protocol,
  ...values,
  ...sequences,
  ...combinations,
  ...more,
];
