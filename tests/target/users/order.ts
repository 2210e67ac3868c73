import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { type Json, text } from '../body.ts';
import { idsOf } from './found.ts';

/** A sort as the interface has it: `sort[field]`, `sort[direction]` in a query, an object in a body. */
export interface Sort {
  readonly field: string;
  readonly direction: string;
}

/** The order that a list of users has without a sort (chapter Users). */
export const usualSort: Sort = { field: 'createdAt', direction: 'desc' };

/** Judges that moments stand in order; users who lack the field stand anywhere. */
export function judgeOrder(
  context: Context,
  items: readonly Json[],
  { field, direction }: Sort,
  answers: readonly Answer[],
): void {
  const values = items.map((item) => momentIn(item, field));
  const there = values.filter((value) => value !== undefined);
  const breaks = there.filter((value, at) => {
    const before = there[at - 1] ?? value;
    return isDescending(direction) ? value > before : value < before;
  }).length;
  context.must.hold(breaks === 0, {
    expected: `${items.length} users in ${isDescending(direction) ? 'descending' : 'ascending'} order of \`${field}\``,
    actual: `${breaks} who come too late`,
    in: answers,
  });
}

/** Whether a direction is downwards, however the target spells it. */
export function isDescending(direction: string): boolean {
  return /^desc/i.test(direction);
}

/** A date or date-time as a number; of one that can't be read, another clause tells. */
export function momentIn(item: Json, field: string): number | undefined {
  const moment = Date.parse(text(item[field]) ?? '');
  return Number.isNaN(moment) ? undefined : moment;
}

/** The fields of a user that are moments. */
export const moments: readonly string[] = ['createdAt', 'updatedAt', 'dateOfBirth'];

/**
 * Judges that two pages of the same place in a list show the same users in the same order. Users of the same
 * moment, or of the same text, may change places, and at the page's ends even with those before and after it.
 */
export function judgeSamePage(
  context: Context,
  pages: { readonly first: readonly Json[]; readonly second: readonly Json[]; readonly whole: boolean },
  field: string,
  answers: readonly Answer[],
): void {
  const { first, second, whole } = pages;
  context.must.hold(first.length === second.length, {
    expected: `the same number of users in both answers`,
    actual: `${first.length} and ${second.length}`,
    in: answers,
  });
  const keyIn = (item: Json) => (moments.includes(field) ? momentIn(item, field) : text(item[field]));
  const [a, b] = [first.map(keyIn), second.map(keyIn)];
  const differing = a.filter((key, at) => key !== b[at]).length;
  context.must.hold(differing === 0, {
    expected: `the same \`${field}\` at each place of both answers`,
    actual: `${differing} of ${a.length} places that differ`,
    in: answers,
  });
  const certain = (items: readonly Json[]) =>
    idsOf(items.filter((_, at) => whole || (a[at] !== a[0] && a[at] !== a.at(-1))));
  const known = new Set(certain(second));
  const strays = certain(first).filter((id) => !known.has(id)).length;
  context.must.hold(strays === 0, {
    expected: 'the same users in both answers',
    actual: `${strays} users who are in the first only`,
    in: answers,
  });
}
