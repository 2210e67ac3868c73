import fc from 'fast-check';
import { type FilterSet, filterSets } from './filters.ts';

/** One request in words that both the user list and the user search understand (chapter Users). */
export interface TwinRequest {
  readonly filters: FilterSet;
  readonly limit?: number;
  readonly offset?: number;
  /** Whether the default sort is written out. */
  readonly sorted?: true;
}

/** Filters, page and sort together; each may be left out. Offsets are small or around the total. */
export function twinRequests(users: number, total: number): fc.Arbitrary<TwinRequest> {
  const near = [total - 1, total, total + 1].filter((offset) => offset >= 0);
  const page = {
    limit: fc.constantFrom(1, 2, 3, 7, 100),
    offset: fc.oneof({ withCrossShrink: true }, fc.integer({ min: 0, max: 9 }), {
      weight: 2,
      arbitrary: fc.constantFrom(...near),
    }),
  };
  const more: fc.Arbitrary<Omit<TwinRequest, 'filters'>> = fc.oneof(
    { withCrossShrink: true },
    fc.constant({}),
    fc.record(page, { requiredKeys: [] }),
    fc.record({ ...page, sorted: fc.constant(true as const) }, { requiredKeys: [] }),
  );
  return fc.tuple(filterSets(users), more).map(([filters, rest]) => ({ filters, ...rest }));
}
