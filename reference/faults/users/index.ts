import type { Fault } from '../kit/fault.ts';
import { fields } from './fields.ts';
import { listFilters } from './list-filters.ts';
import { refusals } from './refusals.ts';
import { sorting } from './sorting.ts';
import { combine, textFilters } from './text-filters.ts';
import { twins } from './twins.ts';

/** Faults of chapter Users: the list, the search, and what the fields of a user mean. */
export const users: readonly Fault[] = [
  ...refusals,
  ...listFilters,
  ...textFilters,
  ...combine,
  ...sorting,
  ...twins,
  ...fields,
];
