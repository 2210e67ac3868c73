import { filtersOf, fullList, list, one, range, usual } from './list-parts.ts';
import type { Play } from './list-plays.ts';
import { type Dials, mostValues, type Part, type Question } from './list-questions.ts';

/**
 * The plays that no seed leaves out. The first one turns every dial once: a walk under many filters to its end and back;
 * between its pages a long page, a walk in another order, the same question with another value, and one that nothing
 * fits. What tells most comes first.
 */
export function certainPlays(dials: Dials): readonly Play[] {
  return [everyDial(dials), plain(dials)];
}

function everyDial(dials: Dials): Play {
  const walk: Question = {
    ...usual,
    parts: manyOf(dials),
    size: 'a third',
    ...(dials.takesNull && { saysNull: true }),
  };
  const long: Question = {
    ...usual,
    parts: halfOf(dials),
    size: 'less than a half',
    wide: 'the largest',
    place: 'the last page',
  };
  const rest: Question = { ...usual, parts: [], place: 'the last page by default' };
  const few: Question = { ...usual, parts: fewOf(dials), ...orderOf(dials, 'first'), size: 'a half' };
  return {
    questions: [walk, long, few, alikeOf(dials, walk), noneOf(dials), rest],
    steps: [
      { of: 1, does: 'a page at an offset' },
      { of: 0, does: 'the first page' },
      { of: 2, does: 'the first page' },
      { of: 0, does: 'the next page' },
      { of: 1, does: 'the page before' },
      { of: 0, does: 'the next page' },
      { of: 3, does: 'a page past the end' },
      { of: 0, does: 'the page before' },
      { of: 2, does: 'the next page' },
      { of: 1, does: 'the next page without a limit' },
      { of: 0, does: 'the page before' },
      { of: 4, does: 'as much as one page holds' },
      { of: 1, does: 'as much as one page holds' },
      { of: 5, does: 'the rest from an offset' },
      { of: 5, does: 'the next page without a limit' },
    ],
  };
}

/** Two lists of values, in different orders, beside filters with one value and a range. */
function manyOf(dials: Dials): readonly Part[] {
  const { several, ranges, broad } = filtersOf(dials);
  const [first, ...others] = several;
  return [
    ...(first ? [list(first, 'backward', 11)] : []),
    ...others.slice(-1).map((dial) => ({ ...list(dial, 'mixed', 11), nothing: 4, firstAgain: true })),
    ...broad.map((dial) => one(dial)),
    ...ranges.slice(0, 1).map((dial) => range(dial, 'gt', 'lte')),
  ];
}

/** As many values of one filter as it takes, and a name or both dates. */
function fewOf(dials: Dials): readonly Part[] {
  const { several, ranges, broad, narrow } = filtersOf(dials);
  const [dial] = several.slice(1, -1).slice(-1);
  const isMany = (dial?.most ?? 0) > mostValues;
  return [
    ...(dial ? [fullList(dial)] : []),
    ...ranges.map((one, at) => ({ ...range(one, 'gte', 'lt'), from: 20 + 20 * at, to: 60 + 20 * at })),
    ...(isMany ? [] : narrow.slice(-1).map((name) => one(name))),
    ...(several.length > 0 && ranges.length === 0 ? broad.map((kind) => one(kind)) : []),
  ];
}

/** The question of a walk with another value; where it has names alone, one that several have. */
function alikeOf(dials: Dials, walk: Question): Question {
  const { several, broad, narrow } = filtersOf(dials);
  return several.length > 0
    ? unlike(walk)
    : { ...usual, parts: [...narrow, ...broad].map((dial) => one(dial)) };
}

/** Filters that fit somebody each, and nobody together. */
function noneOf(dials: Dials): Question {
  const { several, broad, narrow } = filtersOf(dials);
  const [first] = several;
  const kinds = broad.slice(-1).map((dial) => one(dial));
  const parts: readonly Part[] = first
    ? [{ ...list(first, 'forward', 0), others: 0, nothing: 2 }, ...kinds]
    : [...narrow.map((dial) => one(dial)), ...kinds.map((kind) => ({ ...kind, whose: 'another' as const }))];
  return { ...usual, item: first ? 0 : 20, parts };
}

/** One filter that leaves many: a kind where there are names as well, or one end of a range. */
function halfOf(dials: Dials): readonly Part[] {
  const { several, ranges, broad } = filtersOf(dials);
  const dates = broad.length > 0 ? ranges.slice(-1) : ranges.slice(0, 1);
  if (dates.length > 0) return dates.map((dial) => ({ ...range(dial, 'gt'), from: 3 }));
  return several.length > 0 ? broad.slice(0, 1).map((dial) => one(dial)) : [];
}

/** The same question with another value of its last filter with one; else about another item. */
function unlike(question: Question): Question {
  const at = question.parts.findLastIndex(({ takes }) => takes === 'one value');
  const part = question.parts[at];
  if (part?.takes !== 'one value') return { ...question, item: 60 };
  return { ...question, parts: question.parts.with(at, { ...part, whose: 'another', form: 'as shown' }) };
}

/** The plain list to its end and from its middle on, between pages in an order in which many are alike. */
function plain(dials: Dials): Play {
  const { ranges, broad } = filtersOf(dials);
  const all: Question = { ...usual, parts: [], place: 'the last page', size: 7 };
  const inside: Question = { ...usual, parts: [], ...orderOf(dials, 'own'), place: 'the middle', size: 1 };
  const parts =
    ranges.length > 0
      ? ranges.slice(0, 1).map((dial) => range(dial, 'gt', 'lt'))
      : broad.map((dial) => one(dial));
  const alike: Question = { ...usual, parts, ...orderOf(dials, 'between'), size: 7 };
  return {
    questions: [all, inside, alike],
    steps: [
      { of: 2, does: 'the first page' },
      { of: 0, does: 'a page at an offset' },
      { of: 0, does: 'the page before' },
      { of: 1, does: 'a page at an offset' },
      { of: 2, does: 'the next page' },
      { of: 1, does: 'the next page' },
      { of: 0, does: 'the next page without a limit' },
      { of: 2, does: 'the next page' },
    ],
  };
}

/** The order of the list itself, which stands last, or another: the first, or one behind it. */
function orderOf({ sorts }: Dials, which: 'first' | 'between' | 'own'): Partial<Pick<Question, 'sort'>> {
  const others = Math.max(1, sorts.length - 1);
  const at = { first: 0, between: Math.floor(others / 3), own: sorts.length - 1 }[which];
  const sort = sorts[at];
  return sort ? { sort } : {};
}
