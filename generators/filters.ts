import fc from 'fast-check';

/**
 * Whose value a filter asks for: `user 3` is the third of the users that were looked at, `nobody 2` the second
 * of the values that nobody has. The values themselves never stand in a counterexample.
 */
export type Whose = `user ${number}` | `nobody ${number}`;

/** The user filters that take several values, by their names in the query (chapter Users). */
export const listFilters = ['userId', 'upn', 'externalId', 'username'] as const;
/** The user filters that take one value. */
export const textFilters = ['email', 'name', 'role'] as const;

export type ListFilter = (typeof listFilters)[number];
export type TextFilter = (typeof textFilters)[number];
export type FilterName = ListFilter | TextFilter;

/** Some filters at once; what is not there is not sent. */
export type FilterSet = { readonly [Name in ListFilter]?: readonly Whose[] } & {
  readonly [Name in TextFilter]?: Whose;
};

/** The most values that a filter of the query takes (chapter Limits). */
export const mostValues = 30;
/** How many different values exist that nobody has: more than any generated list asks for. */
const nobodies = 60;

/** One value: mostly of one of the users 1 to `users`, else one that nobody has. Shrinks to the first user. */
export function whose(users: number): fc.Arbitrary<Whose> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: someone(users) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: nobodies }).map((n) => `nobody ${n}` as const) },
  );
}

/** The value of one of the users 1 to `users`. */
export function someone(users: number): fc.Arbitrary<Whose> {
  return fc.integer({ min: 1, max: users }).map((n) => `user ${n}` as const);
}

/** How many values a filter has, by the bound at which implementations fail, the simplest first. */
const sizes = {
  one: [1],
  'the most': [mostValues],
  'one less than the most': [mostValues - 1],
  two: [2],
  several: [],
} as const;

export type Size = keyof typeof sizes;

/** The sizes of a list of values, the simplest first. */
export const sizeKinds = Object.keys(sizes) as readonly Size[];

/**
 * From 1 to 30 values of one filter, mostly of the given size, in any order. The same value may come again. The last of
 * several is that of a user, so that a value that is lost at the end is noticed.
 */
export function someValues(users: number, size?: Size): fc.Arbitrary<readonly Whose[]> {
  const bounds = size === undefined ? Object.values(sizes).flat() : sizes[size];
  return counts(bounds, size === undefined ? 2 : 99).chain((count) => {
    const others = fc.array(whose(users), { minLength: count - 1, maxLength: count - 1 });
    const last = count === 1 ? whose(users) : someone(users);
    return fc.tuple(others, last).map(([values, one]) => [...values, one]);
  });
}

/**
 * A list of different values of one filter, as long as one of `counts`. A user has the last value, so that a value that
 * is lost beyond a bound is noticed.
 */
export function differentValues(users: number, ...counts: readonly number[]): fc.Arbitrary<readonly Whose[]> {
  return fc
    .constantFrom(...counts)
    .chain((count) =>
      fc.tuple(fc.uniqueArray(whose(users), { minLength: count, maxLength: count }), someone(users)),
    )
    .map(([values, last]) => {
      const others = values.filter((value) => value !== last);
      return [...others.slice(0, values.length - 1), last];
    });
}

/**
 * `least` to all of the filters at once. One of the users fits all of them, or all but one. A list filter asks for a few
 * other values as well.
 */
export function filterSets(users: number, least = 0): fc.Arbitrary<FilterSet> {
  return fc
    .record({
      names: fc.subarray<FilterName>([...listFilters, ...textFilters], { minLength: least }),
      fitting: someone(users),
      others: fc.array(whose(users), { maxLength: 2 }),
      odd: fc.option(
        fc.record({ at: fc.nat(listFilters.length + textFilters.length), whose: someone(users) }),
        {
          nil: undefined,
          freq: 4,
        },
      ),
    })
    .map(({ names, fitting, others, odd }) => {
      const values = names.map((name, at) => {
        const own = odd && at === odd.at % names.length ? odd.whose : fitting;
        return [name, isListFilter(name) ? [...others, own] : own] as const;
      });
      return Object.fromEntries(values);
    });
}

/** Some filters, and one of them that is added to the others. */
export interface Narrowing {
  readonly filters: FilterSet;
  readonly added: FilterName;
}

/** At least two filters at once, one of which is added to the rest. */
export function narrowings(users: number): fc.Arbitrary<Narrowing> {
  return filterSets(users)
    .filter((filters) => namesIn(filters).length >= 2)
    .chain((filters) => fc.constantFrom(...namesIn(filters)).map((added) => ({ filters, added })));
}

/** The names of the filters in a set, in the order of the interface. */
export function namesIn(filters: FilterSet): readonly FilterName[] {
  return [...listFilters, ...textFilters].filter((name) => filters[name] !== undefined);
}

function isListFilter(name: FilterName): name is ListFilter {
  return listFilters.some((list) => list === name);
}

/** Numbers of values. A bound comes up `weight` times as often as any other number. Shrinks to smaller numbers. */
function counts(bounds: readonly number[], weight: number): fc.Arbitrary<number> {
  const any = fc.integer({ min: 1, max: mostValues });
  if (bounds.length === 0) return any;
  return fc.oneof({ withCrossShrink: true }, any, { weight, arbitrary: fc.constantFrom(...bounds) });
}
