import type { Fault } from '../kit/fault.ts';
import { about } from './about.ts';
import { arrayFilters } from './array-filters.ts';
import { atTheEnd } from './at-the-end.ts';
import { endDates } from './end-dates.ts';
import { fields } from './fields.ts';
import { inVain } from './in-vain.ts';
import { kinds } from './kinds.ts';
import { list } from './list.ts';
import { longLists } from './long-lists.ts';
import { namedOnly } from './named-only.ts';
import { nearIds } from './near-ids.ts';
import { results } from './results.ts';
import { search } from './search.ts';
import { searchArrayFilters } from './search-array-filters.ts';
import { sortedFields } from './sorted-fields.ts';
import { sorting } from './sorting.ts';
import { states } from './states.ts';

/** Faults of chapter Initial-assessment sessions, of result levels, and of the states of sessions. */
export const sessions: readonly Fault[] = [
  ...fields,
  ...states,
  ...results,
  ...arrayFilters,
  ...longLists,
  ...list,
  ...endDates,
  ...sorting,
  ...sortedFields,
  ...kinds,
  ...search,
  ...searchArrayFilters,
  ...namedOnly,
  ...about,
  ...inVain,
  ...nearIds,
  ...atTheEnd,
];
