import type { Fault } from '../kit/fault.ts';
import { ofFilters } from './filters.ts';
import { ofItems } from './items.ts';
import { ofLists } from './lists.ts';
import { ofOthers } from './others.ts';
import { ofSearch } from './search.ts';

/** Faults of chapter Initial-assessment sessions, of result levels, and of the states of sessions. */
export const sessions: readonly Fault[] = [...ofItems, ...ofFilters, ...ofLists, ...ofSearch, ...ofOthers];
