import type { Fault } from '../kit/fault.ts';
import { answered } from './answered.ts';
import { fuzzed } from './fuzzed.ts';
import { instances } from './instances.ts';
import { refusals } from './refusals.ts';
import { several } from './several.ts';

/** Faults of chapter Errors. */
export const errors: readonly Fault[] = [...refusals, ...fuzzed, ...answered, ...several, ...instances];
