import type { GroupRow } from '../store/rows.ts';
import { currentYear, type Store } from '../store/store.ts';
import { checkUuid } from './formats.ts';
import { one } from './query.ts';

/** The filters of GET `/classes` and GET `/smart-ia/cohorts`, past their checks. */
export interface GroupFilters {
  readonly search: string | undefined;
  /** `''` when the current year was asked for and there is none. */
  readonly academicYearId: string | undefined;
}

/** The filters of a query; throws a Refusal with 400 for a year that is neither a UUID nor `current`. */
export function groupFiltersOfQuery(query: URLSearchParams, store: Store): GroupFilters {
  const year = one(query, 'academicYearId');
  return {
    search: one(query, 'search'),
    academicYearId: year === undefined ? undefined : yearId(year, store),
  };
}

function yearId(year: string, store: Store): string {
  return year === 'current' ? (currentYear(store)?.id ?? '') : checkUuid(year, 'academicYearId');
}

/** Whether a class or cohort meets every filter; undefined when there is none. */
export function groupChooser({ search, academicYearId }: GroupFilters) {
  if (search === undefined && academicYearId === undefined) return undefined;
  const name = search?.toLowerCase();
  return (group: GroupRow) =>
    (academicYearId === undefined || group.academicYearId === academicYearId) &&
    (name === undefined || group.name.toLowerCase() === name);
}
