import fc from 'fast-check';
import type { Form } from './moments.ts';
import type { Sort } from './sort.ts';

/** A filter of a list, as far as questions have to know it. */
export interface Dial {
  readonly name: string;
  readonly takes: 'several values' | 'one value' | 'a range';
  /** Whether a value leaves many items: few have the same name, and many the same role. */
  readonly isBroad: boolean;
  /** Whether a value may be sent in another form that means the same. */
  readonly hasOtherForm?: true;
  /** Whether many values make an address long. */
  readonly isLong?: boolean;
  /** Whether items share values: they are subjects rather than names. */
  readonly isKind?: boolean;
  /** How many values are taken at once; more than a query takes may be refused. */
  readonly most?: number;
  /** Whether it takes more values than a query does: it stands in the body of a search. */
  readonly takesMore?: true;
  /** In which forms the ends of a range may be sent. */
  readonly forms?: readonly Form[];
}

/** What a list can be asked for. */
export interface Dials {
  readonly filters: readonly Dial[];
  /** The orders, that of the list itself last; none where the list has no other. */
  readonly sorts: readonly Sort[];
  /** Those of them by other moments than the list itself, whose direction says which way items stand. */
  readonly byOtherMoments?: readonly Sort[];
  /** Whether a cursor of `null` is sent for none. */
  readonly takesNull?: boolean;
}

/** A filter with several values: how many are those of items, and how many nothing has. */
export interface SeveralValues {
  readonly takes: 'several values';
  readonly name: string;
  /** Values of items that fit the other filters, as far as there are so many. */
  readonly fitting: number;
  /** Values of items that one of the other filters leaves out. */
  readonly others: number;
  readonly nothing: number;
  /** How many values there are at least, filled up with such as nothing has. */
  readonly atLeast?: number;
  readonly order: 'forward' | 'backward' | 'mixed';
  readonly firstAgain: boolean;
  /** Whether texts stand among them that are nearly the value of an item which this list alone leaves out. */
  readonly nearly?: true;
}

/** A filter with one value. */
export interface OneValue {
  readonly takes: 'one value';
  readonly name: string;
  /**
   * Whose value it is: that of the item which fits every filter, of an item that is not like it, or of nobody: then it is
   * that of the item without its last sign.
   */
  readonly whose: 'the item' | 'another' | 'nobody';
  readonly form: 'as shown' | 'in another form';
}

/** A filter by a date: where its ends lie among the dates of the items, in hundredths. */
export interface DateRange {
  readonly takes: 'a range';
  readonly name: string;
  readonly lower?: 'gt' | 'gte';
  readonly upper?: 'lt' | 'lte';
  readonly from: number;
  readonly to: number;
  readonly forms: readonly [Form, Form];
}

/** One filter of a question. */
export type Part = SeveralValues | OneValue | DateRange;

/** How long the pages of a walk are: a number, or so much of all results. */
export type Size = 1 | 2 | 7 | 'a third' | 'less than a half' | 'a half' | 'all but one' | 'all';
/** How long the page is that shows as much as it can. */
export type Wide = 'no limit' | 100 | 150 | 'the largest';
/** Where a page begins that is asked for by an offset. */
export type Place =
  | 'the second result'
  | 'the second page'
  | 'one from the end'
  | 'two pages and one from the end'
  | 'the middle'
  | 'the last page'
  | 'the last page by default'
  | 'the last result';

/** What a list is asked for, whatever page of it: filters, in the order in which they are sent, and an order. */
export interface Question {
  /** Which item fits every filter, in hundredths: those come first that are like the most others. */
  readonly item: number;
  /** Whether, before all else, the item has its values in common with others. */
  readonly shares?: true;
  readonly parts: readonly Part[];
  readonly sort?: Sort;
  readonly size: Size;
  readonly wide: Wide;
  readonly place: Place;
  /** Whether requests without a cursor say so. */
  readonly saysNull?: true;
}

/** The most values of a filter in a query (chapter Limits). */
export const mostValues = 30;
const sizes: readonly Size[] = ['a third', 2, 'a half', 7, 'less than a half', 'all but one', 'all', 1];
const wides: readonly Wide[] = ['no limit', 100, 150, 'the largest'];
const places: readonly Place[] = [
  'the second page',
  'the second result',
  'the middle',
  'the last page',
  'the last result',
];

/** Questions with any filters, none to five, and any order. They shrink to the plain list. */
export function questions({ filters, sorts, takesNull = false }: Dials): fc.Arbitrary<Question> {
  const broad = filters.filter(({ isBroad }) => isBroad);
  // What few have leaves a page or none to walk to.
  const some = fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: fc.shuffledSubarray(broad, { maxLength: Math.min(5, broad.length) }) },
    { weight: 1, arbitrary: fc.shuffledSubarray([...filters], { maxLength: Math.min(4, filters.length) }) },
  );
  return fc
    .record({
      item: fc.nat({ max: 99 }),
      parts: some.chain((dials) => fc.tuple(...dials.map(partOf))),
      sort: fc.option(fc.constantFrom(undefined, ...sorts), { nil: undefined, freq: 3 }),
      size: fc.constantFrom(...sizes),
      wide: fc.constantFrom(...wides),
      place: fc.constantFrom(...places),
      saysNull: takesNull ? fc.boolean() : fc.constant(false),
    })
    .map(({ sort, saysNull, ...others }) => ({
      ...others,
      ...(sort && { sort }),
      ...(saysNull && { saysNull }),
    }));
}

function partOf(dial: Dial): fc.Arbitrary<Part> {
  if (dial.takes === 'several values') return severalOf(dial);
  return dial.takes === 'one value' ? oneOf(dial) : rangeOf(dial);
}

function severalOf({ name }: Dial): fc.Arbitrary<Part> {
  return fc
    .record({
      fitting: fc.constantFrom(1, 2, 20, 10, 26, 5, 30),
      others: fc.constantFrom(0, 1, 4, 12),
      nothing: fc.constantFrom(0, 1, 3),
      order: fc.constantFrom('forward' as const, 'backward' as const, 'mixed' as const),
      firstAgain: fc.boolean(),
    })
    .map(({ fitting, others, nothing, firstAgain, ...more }): Part => {
      // Values that nothing has, and one that comes again, take the places of others where there are too many.
      const spare = mostValues - nothing - (firstAgain ? 1 : 0);
      const known = Math.min(fitting, spare);
      return {
        takes: 'several values',
        name,
        ...more,
        fitting: known,
        others: Math.min(others, spare - known),
        nothing,
        firstAgain,
      };
    });
}

function oneOf({ name, hasOtherForm }: Dial): fc.Arbitrary<Part> {
  return fc.record({
    takes: fc.constant('one value' as const),
    name: fc.constant(name),
    whose: fc.oneof(
      { withCrossShrink: true },
      { weight: 5, arbitrary: fc.constant('the item' as const) },
      { weight: 1, arbitrary: fc.constant('another' as const) },
    ),
    form: hasOtherForm
      ? fc.constantFrom('as shown' as const, 'in another form' as const)
      : fc.constant('as shown' as const),
  });
}

function rangeOf({ name, forms = ['ISO 8601'] }: Dial): fc.Arbitrary<Part> {
  const form = fc.constantFrom(...forms);
  const ends = fc.constantFrom(
    { lower: 'gte', upper: 'lt' } as const,
    { lower: 'gt', upper: 'lte' } as const,
    { lower: 'gte' } as const,
    { upper: 'lt' } as const,
    { lower: 'gt', upper: 'lt' } as const,
    { upper: 'lte' } as const,
    { lower: 'gt' } as const,
    { lower: 'gte', upper: 'lte' } as const,
  );
  return fc
    .tuple(ends, fc.integer({ min: 2, max: 45 }), fc.integer({ min: 55, max: 98 }), form, form)
    .map(([end, from, to, first, second]): Part => {
      return { takes: 'a range', name, ...end, from, to, forms: [first, second] };
    });
}

/** A question in words: the names of its filters, and the order; no values. */
export function inWords({ parts, sort }: Question): string {
  const filters = parts.map(partInWords).join(' and ');
  const order = sort ? `, sorted by ${sort.field}, ${sort.direction}` : '';
  return `${filters === '' ? 'everything' : `by ${filters}`}${order}`;
}

const whoseInWords = { 'the item': '', another: ' of another item', nobody: ' without its last sign' };

function partInWords(part: Part): string {
  if (part.takes === 'one value')
    return `${part.name}${whoseInWords[part.whose]}${part.form === 'as shown' ? '' : ', in another form'}`;
  if (part.takes === 'a range') {
    const ends = [part.lower, part.upper].flatMap((operator, at) =>
      operator === undefined ? [] : `${operator}${part.forms[at] === 'Unix' ? ' a timestamp' : ''}`,
    );
    return `${part.name} (${ends.join(', ')})`;
  }
  const { fitting, others, nothing, atLeast, firstAgain, nearly, order } = part;
  const told = [
    `up to ${Math.max(fitting + others + nothing, atLeast ?? 0)} values`,
    ...(nothing > 0 ? [`${nothing} of nothing`] : []),
    ...(firstAgain ? ['one twice'] : []),
    ...(nearly ? ['parts of others'] : []),
    ...(order === 'forward' ? [] : [order]),
  ];
  return `${part.name} (${told.join(', ')})`;
}
