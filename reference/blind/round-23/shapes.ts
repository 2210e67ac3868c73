import type { BlindFault } from '../kit.ts';
import { plain, requests } from './shapes-1.ts';
import { values } from './shapes-2.ts';
import { sequences } from './shapes-3.ts';
import { combinations } from './shapes-4.ts';

/** What answers look like and mean, and how requests are refused. */
export const shapes: readonly BlindFault[] = [
  ...plain,
  ...requests,
  ...values,
  ...sequences,
  ...combinations,
];
