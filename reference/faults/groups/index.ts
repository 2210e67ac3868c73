import type { Fault } from '../kit/fault.ts';
import { asAnswered } from './as-answered.ts';
import { atOnce } from './at-once.ts';
import { atTheEnd } from './at-the-end.ts';
import { conflicts } from './conflicts.ts';
import { create } from './create.ts';
import { currentYear } from './current-year.ts';
import { get } from './get.ts';
import { heldToReads } from './held-to-reads.ts';
import { inARow } from './in-a-row.ts';
import { inVain } from './in-vain.ts';
import { kept } from './kept.ts';
import { list } from './list.ts';
import { longNames } from './long-names.ts';
import { namesakes } from './namesakes.ts';
import { nearIds } from './near-ids.ts';
import { nearNames } from './near-names.ts';
import { newIds } from './new-ids.ts';
import { nothingLeft } from './nothing-left.ts';
import { otherNames } from './other-names.ts';
import { ownNames } from './own-names.ts';
import { readBack } from './read-back.ts';
import { search } from './search.ts';
import { year } from './year.ts';
import { yearFilter } from './year-filter.ts';

/** Faults of classes and cohorts: their lists, single reads, and creation. */
export const groups: readonly Fault[] = [
  ...list,
  ...search,
  ...namesakes,
  ...otherNames,
  ...yearFilter,
  ...currentYear,
  ...get,
  ...heldToReads,
  ...create,
  ...conflicts,
  ...year,
  ...readBack,
  ...atOnce,
  ...kept,
  ...longNames,
  ...nearNames,
  ...nearIds,
  ...inARow,
  ...nothingLeft,
  ...newIds,
  ...asAnswered,
  ...ownNames,
  ...inVain,
  ...atTheEnd,
];
