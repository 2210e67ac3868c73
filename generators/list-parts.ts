import {
  type DateRange,
  type Dial,
  type Dials,
  mostValues,
  type OneValue,
  type SeveralValues,
} from './list-questions.ts';

/** What questions have in common where nothing else is said. */
export const usual = { item: 0, size: 'a third', wide: 'no limit', place: 'the second result' } as const;

/** The filters by what they take. */
export function filtersOf({ filters }: Dials) {
  const singles = filters.filter(({ takes }) => takes === 'one value');
  return {
    several: filters.filter(({ takes }) => takes === 'several values'),
    ranges: filters.filter(({ takes }) => takes === 'a range'),
    broad: singles.filter(({ isBroad }) => isBroad),
    narrow: singles.filter(({ isBroad }) => !isBroad),
  };
}

/** Some values of items that fit the rest, and of some that don't. */
export function list({ name, isLong }: Dial, order: SeveralValues['order'], fitting: number): SeveralValues {
  const some = { fitting: isLong ? Math.min(8, fitting) : fitting, others: 5, nothing: 1 };
  return { takes: 'several values', name, ...some, order, firstAgain: false };
}

/** As many different values as a filter takes; those of items stand at the end as well. */
export function fullList({ name, isKind, most = mostValues }: Dial): SeveralValues {
  const [fitting, others] = isKind ? [10, 2] : [Math.floor(most * 0.6), Math.floor(most * 0.2)];
  const nothing = isKind ? 8 : most - fitting - others;
  return { takes: 'several values', name, fitting, others, nothing, order: 'mixed', firstAgain: false };
}

/** The value of the item, in another form where that means the same. */
export function one({ name, hasOtherForm }: Dial): OneValue {
  return { takes: 'one value', name, whose: 'the item', form: hasOtherForm ? 'in another form' : 'as shown' };
}

/** A range with its ends at the dates of two items, each in one of the forms that the filter takes. */
export function range(
  { name, forms = ['ISO 8601'] }: Dial,
  lower: 'gt' | 'gte',
  upper?: 'lt' | 'lte',
): DateRange {
  const [first = 'ISO 8601', second = first] = forms;
  return { takes: 'a range', name, lower, ...(upper && { upper }), from: 25, to: 80, forms: [first, second] };
}
