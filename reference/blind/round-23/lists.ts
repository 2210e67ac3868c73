import type { BlindFault } from '../kit.ts';
import { shallowLists } from './lists-1.ts';
import { mediumLists } from './lists-2.ts';
import { bodyLists } from './lists-3.ts';
import { deepLists } from './lists-4.ts';

export const lists: readonly BlindFault[] = [...shallowLists, ...mediumLists, ...bodyLists, ...deepLists];
