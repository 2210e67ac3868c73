import fc from 'fast-check';
import { type FilterSet, filterSets } from './filters.ts';
import type { FilterName, SessionFilterSet } from './session-filters.ts';
import { filterSets as sessionFilterSets } from './session-filters.ts';

/** Which page of what they find a list and a search are asked for. */
export interface PageOfQuery {
  readonly limit?: number;
  readonly offset?: number;
  /** Whether the default sort is written out. */
  readonly sorted?: true;
}

/** One request in words that both the user list and the user search understand (chapter Users). */
export interface UserQuery extends PageOfQuery {
  readonly filters: FilterSet;
}

/** One request in words that both the session list and the session search understand (chapter Sessions). */
export interface SessionQuery extends PageOfQuery {
  readonly filters: SessionFilterSet;
}

/**
 * Filters, page and sort together; each may be left out. Offsets are small or around the total.
 *
 * @param least how many filters stand there at least
 */
export function userQueries(users: number, total: number, least = 0): fc.Arbitrary<UserQuery> {
  return fc
    .tuple(filterSets(users, least), pagesOfQueries(total))
    .map(([filters, page]) => ({ filters, ...page }));
}

/**
 * The same for sessions. One of the sessions 1 to `sessions` fits all filters.
 *
 * @param names the filters that both the list and the search take
 * @param least how many filters stand there at least
 */
export function sessionQueries(
  sessions: number,
  total: number,
  names: readonly FilterName[],
  least = 0,
): fc.Arbitrary<SessionQuery> {
  return fc
    .tuple(sessionFilterSets(sessions, names, least), pagesOfQueries(total))
    .map(([filters, page]) => ({ filters, ...page }));
}

function pagesOfQueries(total: number): fc.Arbitrary<PageOfQuery> {
  const near = [total - 1, total, total + 1].filter((offset) => offset >= 0);
  const page = {
    limit: fc.constantFrom(1, 2, 3, 7, 100),
    offset: fc.oneof({ withCrossShrink: true }, fc.integer({ min: 0, max: 9 }), {
      weight: 2,
      arbitrary: fc.constantFrom(...near),
    }),
  };
  return fc.oneof(
    { withCrossShrink: true },
    fc.constant({}),
    fc.record(page, { requiredKeys: [] }),
    fc.record({ ...page, sorted: fc.constant(true as const) }, { requiredKeys: [] }),
  );
}
