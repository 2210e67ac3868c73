import fc from 'fast-check';
import { type Form, type Moment, moments } from './moments.ts';

/** The four operators of a date filter (chapter Date filtering). */
export const operators = ['gt', 'gte', 'lt', 'lte'] as const;
export type Operator = (typeof operators)[number];
/** The two dates of a session that can be filtered by. */
export const dates = ['startDate', 'endDate'] as const;
export type DateName = (typeof dates)[number];

/** The operator that may not stand beside an operator. */
export const rivals: Readonly<Record<Operator, Operator>> = { gt: 'gte', gte: 'gt', lt: 'lte', lte: 'lt' };

/** Which operators stand on which date, without their values. */
export type Operators = Readonly<Partial<Record<DateName, readonly Operator[]>>>;

/** Every set of operators that is allowed on one date, the empty one first: at most one bound on either side. */
export const legalSets: readonly (readonly Operator[])[] = [[], ['gt'], ['gte']].flatMap((lower) =>
  [[], ['lt'], ['lte']].map((upper) => [...lower, ...upper] as Operator[]),
);

/** Operators on both dates, each beside its rival on the other one, where it is allowed. */
export const crossed: readonly Operators[] = [
  { startDate: ['gt', 'lte'], endDate: ['gte', 'lt'] },
  { startDate: ['gte', 'lt'], endDate: ['gt', 'lte'] },
];

/** On which dates operators stand. */
export type Where = DateName | 'both dates';

/** Operators on one date or on both, allowed together. Fewer are simpler. */
export function legalOperators(where: Where): fc.Arbitrary<Operators> {
  const some = fc.constantFrom(...legalSets.slice(1));
  if (where === 'both dates') return fc.record({ startDate: some, endDate: some });
  return some.map((set) => ({ [where]: set }));
}

/** Two operators on one date that may not stand together, and what stands beside them. */
export interface Conflict {
  readonly date: DateName;
  readonly pair: readonly [Operator, Operator];
  /** Operators beside the pair, allowed by themselves and with each one of it. */
  readonly beside: Operators;
  readonly form: Form;
}

/**
 * Conflicts of one pair on one date; the pair alone is the simplest.
 *
 * @param known the dates that can be filtered by: operators beside the pair stand on these only
 */
export function conflicts(
  date: DateName,
  pair: readonly [Operator, Operator],
  known: readonly DateName[] = dates,
): fc.Arbitrary<Conflict> {
  const otherSide: readonly Operator[] = pair.includes('gt') ? ['lt', 'lte'] : ['gt', 'gte'];
  const sameDate = noneOr(otherSide.map((operator) => [operator]));
  const other: DateName = date === 'startDate' ? 'endDate' : 'startDate';
  const otherDate = noneOr(known.includes(other) ? legalSets.slice(1) : [[]]);
  return fc.record({
    date: fc.constant(date),
    pair: fc.constantFrom(pair, [pair[1], pair[0]] as const),
    beside: fc.tuple(sameDate, otherDate).map(
      ([here, there]): Operators => ({
        ...(here.length > 0 ? { [date]: here } : {}),
        ...(there.length > 0 ? { [other]: there } : {}),
      }),
    ),
    form: fc.constantFrom<Form[]>('ISO 8601', 'Unix'),
  });
}

function noneOr(sets: readonly (readonly Operator[])[]): fc.Arbitrary<readonly Operator[]> {
  return fc.oneof({ withCrossShrink: true }, fc.constant<readonly Operator[]>([]), fc.constantFrom(...sets));
}

/** A lower and an upper operator on one date, each at a moment; whoever sends them puts the earlier one below. */
export interface Range {
  readonly lower: 'gt' | 'gte';
  readonly upper: 'lt' | 'lte';
  readonly from: Moment;
  readonly to: Moment;
}

/** Ranges between the dates of the sessions 1 to `sessions`. */
export function ranges(sessions: number): fc.Arbitrary<Range> {
  return fc.record({
    lower: fc.constantFrom('gte' as const, 'gt' as const),
    upper: fc.constantFrom('lt' as const, 'lte' as const),
    from: moments(sessions, ['on']),
    to: moments(sessions, ['on']),
  });
}
