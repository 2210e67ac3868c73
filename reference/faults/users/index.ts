import type { Fault } from '../kit/fault.ts';
import { amongSeveral } from './among-several.ts';
import { arrayFilters } from './array-filters.ts';
import { asText } from './as-text.ts';
import { atOnce } from './at-once.ts';
import { atTheEnd } from './at-the-end.ts';
import { besideName } from './beside-name.ts';
import { everyPlace } from './every-place.ts';
import { fields } from './fields.ts';
import { filtersCombine } from './filters-combine.ts';
import { inVain } from './in-vain.ts';
import { longLists } from './long-lists.ts';
import { nearIds } from './near-ids.ts';
import { noMatch } from './no-match.ts';
import { refusals } from './refusals.ts';
import { sameAsList } from './same-as-list.ts';
import { sortedPages } from './sorted-pages.ts';
import { sorting } from './sorting.ts';
import { textFilters } from './text-filters.ts';
import { underSorts } from './under-sorts.ts';

/** Faults of chapter Users: the list, the search, and what the fields of a user mean. */
export const users: readonly Fault[] = [
  ...refusals,
  ...arrayFilters,
  ...everyPlace,
  ...asText,
  ...amongSeveral,
  ...textFilters,
  ...besideName,
  ...noMatch,
  ...nearIds,
  ...filtersCombine,
  ...longLists,
  ...sorting,
  ...sortedPages,
  ...underSorts,
  ...sameAsList,
  ...fields,
  ...atOnce,
  ...inVain,
  ...atTheEnd,
];
