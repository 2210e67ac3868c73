import fc from 'fast-check';

/**
 * Whose value a filter asks for: `session 3` is the third of the sessions that were looked at, `nothing 2` the
 * second of the values that no session has. The values themselves never stand in a counterexample.
 */
export type Whose = `session ${number}` | `nothing ${number}`;

/** The session filters that take several values, by their names in the query (chapter Sessions). */
export const listFilters = ['userId', 'testId', 'subject'] as const;
export type ListFilter = (typeof listFilters)[number];

/** Some session filters at once; what is not there is not sent. `startDate` is from that session's start on. */
export interface SessionFilterSet {
  readonly userId?: readonly Whose[];
  readonly testId?: readonly Whose[];
  readonly subject?: readonly Whose[];
  readonly status?: Whose;
  readonly startDate?: Whose;
}

export type FilterName = keyof SessionFilterSet;
/** Every session filter, in the order of the interface. */
export const filterNames: readonly FilterName[] = ['startDate', 'userId', 'testId', 'subject', 'status'];

/**
 * One value: mostly of one of the sessions 1 to `sessions`, else one that no session has. Shrinks to the first session.
 */
export function whose(sessions: number): fc.Arbitrary<Whose> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: fc.integer({ min: 1, max: sessions }).map((n) => `session ${n}` as const) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }).map((n) => `nothing ${n}` as const) },
  );
}

/** From 1 to 4 values of one filter, in any order; the same value may come again. */
export function someValues(sessions: number): fc.Arbitrary<readonly Whose[]> {
  return fc.array(whose(sessions), { minLength: 1, maxLength: 4 });
}

/** At least `least` of the given filters. One of the sessions 1 to `sessions` fits all of them. */
export function filterSets(
  sessions: number,
  names: readonly FilterName[] = filterNames,
  least = 1,
): fc.Arbitrary<SessionFilterSet> {
  return fc.integer({ min: 1, max: sessions }).chain((fitting) => {
    const own = `session ${fitting}` as const;
    const list = fc.array(whose(sessions), { maxLength: 3 }).map((others) => [...others, own]);
    const one = fc.constant(own);
    const all = { userId: list, testId: list, subject: list, status: one, startDate: one };
    return fc
      .subarray([...names], { minLength: Math.min(least, names.length) })
      .chain((chosen) =>
        fc.record<SessionFilterSet>(Object.fromEntries(chosen.map((name) => [name, all[name]]))),
      );
  });
}

/** The names of the filters in a set, in the order of the interface. */
export function namesIn(filters: SessionFilterSet): readonly FilterName[] {
  return filterNames.filter((name) => filters[name] !== undefined);
}
