import { filtersOf, list, one, range, usual } from './list-parts.ts';
import type { Play } from './list-plays.ts';
import type { Dial, Dials, Part, Question } from './list-questions.ts';

/**
 * Each filter of a list by itself, and each two of them together, with everything that fits on one page. Under more filters
 * much is left out that one filter, or two, would show wrongly.
 */
export function pairPlays(dials: Dials): Play {
  const parts = partsOf(dials);
  const pairs = parts.flatMap((part, at) => [[part], ...parts.slice(at + 1).map((other) => [part, other])]);
  const questions = pairs.map((some): Question => ({ ...usual, parts: some, wide: 'the largest' }));
  return { questions, steps: questions.map((_, of) => ({ of, does: 'as much as one page holds' })) };
}

/**
 * Each filter of a list by itself under the first of its orders of one direction, and the next one under that of the other;
 * a filter of one value under both. The order of the list itself is left aside. What is built of filters and orders may work
 * with either alone.
 */
export function sortedPlays(dials: Dials): Play {
  const others = dials.sorts.slice(0, -1);
  const firsts = others.filter((sort) => others.find((one) => one.direction === sort.direction) === sort);
  const questions = partsOf(dials).flatMap((part, at) => {
    const sorts = part.takes === 'one value' ? firsts : firsts.filter((_, nth) => nth === at % firsts.length);
    return sorts.map((sort): Question => ({ ...usual, parts: [part], wide: 'the largest', sort }));
  });
  return { questions, steps: questions.map((_, of) => ({ of, does: 'as much as one page holds' })) };
}

/** What each filter is asked for: what an item shows, or what is later than some. */
function partsOf(dials: Dials): readonly Part[] {
  const { several, ranges, broad, narrow } = filtersOf(dials);
  return [
    ...several.map((dial: Dial): Part => ({ ...list(dial, 'forward', 8), others: 2, nothing: 0 })),
    ...[...narrow, ...broad].map((dial) => one(dial)),
    ...ranges.map((dial) => range(dial, 'gte')),
  ];
}
