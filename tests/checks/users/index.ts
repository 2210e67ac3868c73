import type { Check } from '../../../harness/judging/check.ts';
import { sortedPages } from './across-pages.ts';
import { answers } from './answers.ts';
import { combine } from './combine.ts';
import { identity } from './identity.ts';
import { listFilters } from './list-filters.ts';
import { memberships } from './memberships.ts';
import { moments } from './moments.ts';
import { refusals } from './refusals.ts';
import { sorting } from './sorting.ts';
import { textFilters } from './text-filters.ts';
import { twins } from './twins.ts';

/** Chapter Users: the list, the search, and what the fields of a user mean. */
export const users: readonly Check[] = [
  ...answers,
  ...listFilters,
  ...textFilters,
  ...combine,
  ...refusals,
  ...sorting,
  ...sortedPages,
  ...twins,
  ...identity,
  ...moments,
  ...memberships,
];
