import type { BlindFault } from '../kit.ts';
import { fifth } from './write-fifth.ts';
import { first } from './write-first.ts';
import { fourth } from './write-fourth.ts';
import { second } from './write-second.ts';
import { third } from './write-third.ts';

/** The writing half. */
export const writing: readonly BlindFault[] = [...first, ...second, ...third, ...fourth, ...fifth];
