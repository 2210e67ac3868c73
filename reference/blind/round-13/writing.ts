import type { BlindFault } from '../kit.ts';
import { looks } from './write-looks.ts';
import { members } from './write-members.ts';
import { plain } from './write-plain.ts';
import { states } from './write-states.ts';
import { turns } from './write-turns.ts';

/** The writing half. */
export const writing: readonly BlindFault[] = [...plain, ...looks, ...turns, ...members, ...states];
