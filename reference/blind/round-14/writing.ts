import type { BlindFault } from '../kit.ts';
import { elsewhere } from './write-elsewhere.ts';
import { histories } from './write-histories.ts';
import { inputs } from './write-inputs.ts';
import { members } from './write-members.ts';
import { plain } from './write-plain.ts';

/** The writing half. */
export const writing: readonly BlindFault[] = [...plain, ...inputs, ...elsewhere, ...members, ...histories];
