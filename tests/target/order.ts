import type { Sort } from '../../generators/sort.ts';
import type { Answer } from '../../harness/http/answer.ts';
import type { Context } from '../../harness/judging/context.ts';
import { count } from '../../spec/words.ts';
import { type Json, text } from './body.ts';

/**
 * A date or a date-time of an item, in milliseconds since 1970; `undefined` for anything else. `Date.parse` alone would
 * take `Maths 1` for a date.
 */
export function momentIn(item: Json, field: string): number | undefined {
  const value = text(item[field]) ?? '';
  const moment = /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

/** Whether two sorts are the same, word for word. */
export function isSameSort(one: Sort, other: Sort): boolean {
  return one.field === other.field && one.direction === other.direction;
}

/** Which way a direction sorts, as its word begins; `undefined` for any other word that a target may have. */
export function wayOf(direction: string): 'ascending' | 'descending' | undefined {
  if (/^asc/i.test(direction)) return 'ascending';
  return /^desc/i.test(direction) ? 'descending' : undefined;
}

/**
 * Judges that items stand in the order of a field that holds moments. Items without a moment may stand anywhere. Of
 * a direction whose word does not say which way it sorts, either order is accepted.
 */
export function judgeOrder(
  { must }: Context,
  items: readonly Json[],
  { field, direction }: Sort,
  answers: readonly Answer[],
): void {
  const moments = items.map((item) => momentIn(item, field)).filter((moment) => moment !== undefined);
  const falls = moments.filter((moment, at) => moment < (moments[at - 1] ?? moment)).length;
  const rises = moments.filter((moment, at) => moment > (moments[at - 1] ?? moment)).length;
  const way = wayOf(direction);
  const breaks = { ascending: falls, descending: rises, either: Math.min(falls, rises) }[way ?? 'either'];
  must.hold(breaks === 0, {
    expected: `${count(moments.length, 'item')} in ${way ?? 'some'} order of \`${field}\``,
    actual: `${breaks} that come too late`,
    in: answers,
    alone: answers.length === 1,
  });
}

/** What counts of an item when two pages are compared. */
export interface Placed {
  readonly id: string | undefined;
  /** What the list is sorted by: items with the same key may change places. */
  readonly key: string | number | undefined;
}

/** Two pages of the same stretch of a list, and whether they show the whole list. */
export interface SameStretch {
  readonly first: readonly Placed[];
  readonly second: readonly Placed[];
  readonly whole: boolean;
}

/**
 * Judges that two pages of the same stretch show the same items in the same order. Items with the same key may change
 * places, and at the ends of a page also with the items before and after it.
 *
 * @param field what the list is sorted by
 */
export function judgeSameStretch(
  { must }: Context,
  { first, second, whole }: SameStretch,
  field: string,
  answers: readonly Answer[],
): void {
  must.hold(first.length === second.length, {
    expected: 'the same number of items in both answers',
    actual: `${first.length} and ${second.length}`,
    in: answers,
  });
  const differing = first.filter(({ key }, at) => key !== second[at]?.key).length;
  must.hold(differing === 0, {
    expected: `the same \`${field}\` at each place of both answers`,
    actual: `${differing} of ${first.length} places that differ`,
    in: answers,
  });
  const ends = [first[0]?.key, first.at(-1)?.key];
  const fixed = (items: readonly Placed[]) => items.filter(({ key }) => whole || !ends.includes(key));
  const known = new Set(fixed(second).map(({ id }) => id));
  const missing = fixed(first).filter(({ id }) => !known.has(id)).length;
  must.hold(missing === 0, {
    expected: 'the same items in both answers',
    actual: `${missing} that the first answer alone has`,
    in: answers,
  });
}
