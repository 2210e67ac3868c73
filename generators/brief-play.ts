import { filtersOf, fullList, list, one, range, usual } from './list-parts.ts';
import type { Deed, Play, Step } from './list-plays.ts';
import {
  type DateRange,
  type Dial,
  type Dials,
  mostValues,
  type OneValue,
  type Part,
  type Question,
  type SeveralValues,
} from './list-questions.ts';
import type { Sort } from './sort.ts';

/** A question, and the requests about it in their order. */
interface Asking {
  readonly question: Question;
  readonly does: readonly Deed[];
}

/**
 * The play of a quick run: as few requests as show each filter beside all the others, each end of a range with the item
 * that lies on it, and the next page under filters and orders. The questions take turns, so that a server that keeps
 * anything from one request to the next shows it.
 */
export function briefPlay(dials: Dials): Play {
  const asked = [
    everyFilter(dials),
    fullFilter(dials),
    ...sharedName(dials),
    lastOfThem(dials),
    nothing(dials),
    ...otherOrders(dials),
  ].filter(({ does }) => does.length > 0);
  const longest = Math.max(...asked.map(({ does }) => does.length));
  const turns = Array.from({ length: longest }, (_, turn) =>
    asked.flatMap(({ does }, of): Step[] => does.slice(turn, turn + 1).map((deed) => ({ of, does: deed }))),
  );
  return { questions: asked.map(({ question }) => question), steps: turns.flat() };
}

/**
 * The two pages of what every filter leaves: whatever is lost between them is missing. Where no order is walked back, this
 * is, and from the third page to the second: the page before any other might be the first one by chance.
 */
function everyFilter(dials: Dials): Asking {
  const { several, ranges, broad } = filtersOf(dials);
  const isWalkedBack = furtherOrders(dials).length > 0;
  const [first, second] = ranges;
  const others = first ? 6 : 3;
  const parts: readonly Part[] = [
    ...several.map((dial, at) => someOf(dial, at, others)),
    // Beside lists each as it is shown; alone, in the other form, for the next question has it as it is shown.
    ...broad.map((dial) => (several.length > 0 ? asShown(dial) : one(dial))),
    ...given(first, (dial) => exactly(dial, 'gte', 'lt')),
    // What has no end has another status as well: beside the one, the other would say nothing.
    ...(broad.length > 0 ? [] : given(second, nearlyAll)),
  ];
  return {
    question: {
      ...usual,
      parts,
      ...(isWalkedBack ? { size: 'a half' } : { place: 'two pages and one from the end' }),
      ...(dials.takesNull && { saysNull: true }),
    },
    does: isWalkedBack
      ? ['the first page', 'the next page']
      : ['a page at an offset', 'the next page', 'the page before'],
  };
}

/** As many values of one filter as it takes, in another order: the second page. */
function fullFilter(dials: Dials): Asking {
  const { several, ranges, broad } = filtersOf(dials);
  const parts: readonly Part[] = [
    // Beside one list alone a kind leaves out whom other lists would leave out as well.
    ...(ranges.length === 0 && several.length > 0 ? broad.map(asShown) : []),
    ...given(several.slice(1, -1).at(-1), (dial) => ({
      ...fullList(dial),
      ...filledUp(dial),
      nearly: true as const,
    })),
    // Without an upper end: who has no end yet must not pass.
    ...given(ranges.at(-1), fromOn),
  ];
  const [sort] = dials.sorts;
  return {
    question: { ...usual, parts, ...(sort && { sort }), size: 'a third', place: 'one from the end' },
    does: parts.length > 0 ? ['a page at an offset'] : [],
  };
}

/** A name that several have: from page to page, and beside what only another has. */
function sharedName(dials: Dials): readonly Asking[] {
  const { several, broad, narrow } = filtersOf(dials);
  const name = narrow.at(-1);
  if (name === undefined) return [];
  const address = narrow.slice(0, -1).at(-1);
  // Of one year, a name may be that of one thing alone.
  const kinds = several.length > 0 ? broad.map(asShown) : [];
  return [
    {
      question: { ...usual, shares: true, parts: [asShown(name), ...kinds], size: 1 },
      // Who walks on without a limit has the one that the cursor keeps, or that of every page.
      does: ['a page at an offset', 'the next page without a limit'],
    },
    {
      question: {
        ...usual,
        parts: [
          one(name),
          // What is nearly an address is found by whoever looks for a part of it, or for what stands before its sign.
          ...given(address, (dial) => ({ ...asShown(dial), whose: 'nobody' as const })),
          ...given(address ? undefined : broad.at(-1), (dial) => ({
            ...one(dial),
            whose: 'another' as const,
          })),
        ],
      },
      does: ['the first page'],
    },
  ];
}

/** The last page of what a kind leaves, or a range, or nothing at all; and one past it where nobody asks for nothing. */
function lastOfThem(dials: Dials): Asking {
  const { several, ranges, broad } = filtersOf(dials);
  const [first, second] = ranges;
  const [kind] = several.length > 0 ? broad : [];
  // The same ends are asked for to the thousandth under the last order.
  const isExactElsewhere = furtherOrders(dials).length === mostOrders;
  const ends = (dial: Dial) => (isExactElsewhere ? mixed : exactly)(dial, 'gt', 'lte');
  const [sort] = kind && first ? dials.sorts : [];
  const parts: readonly Part[] = kind
    ? [one(kind), ...given(first, nearlyAll), ...given(second, nearlyAll)]
    : [...given(first, ends), ...given(second, nearlyAll)];
  return {
    question: { ...usual, parts, ...(sort && { sort }), size: 'less than a half', place: 'the last page' },
    does: several.length > 0 ? ['a page at an offset'] : ['a page at an offset', 'a page past the end'],
  };
}

/** What nothing fits: who drops a filter that finds nothing shows everything. */
function nothing(dials: Dials): Asking {
  const { several } = filtersOf(dials);
  const [first, second] = several;
  const parts = given(first?.takesMore && !second?.isKind ? second : first, (dial) => ({
    ...list(dial, 'forward', 0),
    others: 0,
    nothing: 2,
  }));
  return { question: { ...usual, parts }, does: parts.map(() => 'the first page') };
}

/** A target may name many orders. Of two, one often goes down, and each may have an index of its own. */
const mostOrders = 2;

/** The orders by other moments than that of the list itself, as many as a play has. */
function furtherOrders({ byOtherMoments = [] }: Dials): readonly Sort[] {
  return byOtherMoments.slice(0, mostOrders);
}

/**
 * Orders by other moments than that of the list itself, each under a filter: a page from the middle on, the next, and back
 * under the first order. Who sorts the page rather than the list, or loses the order behind a cursor, shows it in two requests.
 */
function otherOrders(dials: Dials): readonly Asking[] {
  const { ranges, broad } = filtersOf(dials);
  const [first, second] = ranges;
  const kinds = given(broad.at(-1), one);
  const ends = given(ranges.at(-1), (dial) => exactly(dial, 'gte', 'lt'));
  const starts = [...given(first, (dial) => exactly(dial, 'gt', 'lte')), ...given(second, upTo)];
  const under: readonly (readonly Part[])[] = first ? [ends, starts] : [kinds, kinds];
  const asked = furtherOrders(dials).map(
    (sort, at): Asking => ({
      // The same page of both, where the filter is the same: whoever keeps one answer for both shows it.
      question: {
        ...usual,
        parts: under[at] ?? [],
        sort,
        place: 'the middle',
        ...(!first && { size: 'less than a half' }),
      },
      does:
        at === 0
          ? ['a page at an offset', 'the next page', 'the page before']
          : ['a page at an offset', 'the next page without a limit'],
    }),
  );
  // Without another order, the ends of the range are asked for all the same.
  const unsorted: Asking = { question: { ...usual, parts: ends }, does: ends.map(() => 'the first page') };
  return asked.length > 0 ? asked : [unsorted];
}

/** A part of a question, where there is such a filter. */
function given<T extends Part>(dial: Dial | undefined, part: (dial: Dial) => T): readonly T[] {
  return dial ? [part(dial)] : [];
}

/**
 * Some values of a list beside other lists: so few that an address holds them all. In a body, the first has more than a
 * query takes.
 */
function someOf(dial: Dial, at: number, others: number): SeveralValues {
  return {
    ...list(dial, at % 2 === 0 ? 'mixed' : 'backward', 8),
    others,
    nothing: 1,
    ...(at === 0 && filledUp(dial)),
    firstAgain: true,
    nearly: true,
  };
}

/** More values than a query takes, where there is room for them: of one filter at a time, for a search may take no more. */
function filledUp({ takesMore }: Dial): Pick<SeveralValues, 'atLeast'> {
  return takesMore ? { atLeast: mostValues + 1 } : {};
}

/** The value of the item, as the item shows it. */
function asShown(dial: Dial): OneValue {
  return { ...one(dial), form: 'as shown' };
}

/** A range with its ends on the dates of two items, to the thousandth of a second. */
function exactly(dial: Dial, lower: 'gt' | 'gte', upper: 'lt' | 'lte'): DateRange {
  return { ...range(dial, lower, upper), forms: ['ISO 8601', 'ISO 8601'] };
}

/** The same, from a timestamp on where the filter takes one. */
function mixed(dial: Dial, lower: 'gt' | 'gte', upper: 'lt' | 'lte'): DateRange {
  return { ...range(dial, lower, upper), forms: [dial.forms?.at(-1) ?? 'ISO 8601', 'ISO 8601'] };
}

/** A range up to the date of an item, and with that item. */
function upTo({ name }: Dial): DateRange {
  return { takes: 'a range', name, upper: 'lte', from: 0, to: 60, forms: ['ISO 8601', 'ISO 8601'] };
}

/** A range after the date of an item, to the thousandth of a second. */
function fromOn(dial: Dial): DateRange {
  return { ...range(dial, 'gt'), forms: ['ISO 8601', 'ISO 8601'] };
}

/** A range that leaves out a few, from a timestamp on where the filter takes one. */
function nearlyAll(dial: Dial): DateRange {
  const form = dial.forms?.at(-1) ?? 'ISO 8601';
  return { ...range(dial, 'gte'), from: 10, forms: [form, form] };
}
