import type { BlindFault } from '../kit.ts';
import { first } from './members-1.ts';
import { second } from './members-2.ts';
import { third } from './members-3.ts';
import { fourth } from './members-4.ts';
import { fifth } from './members-5.ts';

export const members: readonly BlindFault[] = [...first, ...second, ...third, ...fourth, ...fifth];
