import type { Part, Question } from '../../../generators/list-questions.ts';
import type { Json } from '../body.ts';
import type { Known } from './known.ts';
import type { Subject, ValueFilter } from './subject.ts';

/** The item that a question is about, and those of its filters whose value the item shows. */
interface Anchor {
  readonly item: Json;
  readonly usable: readonly Part[];
}

/**
 * The item that a question is about. Items come first for which each filter counts: others differ from them in its
 * value alone.
 */
export function anchorOf(subject: Subject, { items }: Known, { item, shares, parts }: Question): Anchor {
  for (let most = parts.length; ; most -= 1) {
    const usable = parts.slice(0, most);
    const filters = usable.flatMap((part) => filterOf(subject, part) ?? []);
    const able = items.filter((one) => filters.every((filter) => filter.valueOf(one) !== undefined));
    const ordered = tellingFirst(able, filters, shares === true);
    const found = ordered[Math.floor((ordered.length * item) / 100)];
    if (found) return { item: found, usable };
  }
}

function filterOf({ filters }: Subject, { name, takes }: Part): ValueFilter | undefined {
  const filter = filters.find((one) => one.name === name);
  return takes !== 'one value' || filter?.takes === 'a range' ? undefined : filter;
}

function tellingFirst(
  items: readonly Json[],
  filters: readonly ValueFilter[],
  shares: boolean,
): readonly Json[] {
  if (filters.length === 0) return items;
  const own = countsBy(items, filters);
  const tells = filters.map((filter) => {
    const others = countsBy(
      items,
      filters.filter((one) => one !== filter),
    );
    // Whoever is alike in the others and not in this one.
    return (item: Json) => others(item) > own(item);
  });
  const narrow = filters.filter(({ isBroad }) => !isBroad);
  const rank = (item: Json) => {
    const telling = tells.filter((tell) => tell(item)).length;
    // Signs and letters that addresses and databases trip over.
    const odd = narrow.flatMap((filter) => (filter.valueOf(item) ?? '').match(/[^A-Za-z0-9 -]/gu) ?? []);
    const preferred = filters.filter((filter) => filter.prefers?.(item)).length;
    const isShared = shares && own(item) > 1;
    return Number(isShared) * 1e10 + telling * 1e8 + preferred * 1e6 + new Set(odd).size * 1e3 + own(item);
  };
  const ranks = new Map(items.map((item) => [item, rank(item)]));
  return items.toSorted((one, other) => (ranks.get(other) ?? 0) - (ranks.get(one) ?? 0));
}

/** How many items have the same values of some filters as an item. */
function countsBy(items: readonly Json[], filters: readonly ValueFilter[]): (item: Json) => number {
  const keyOf = (item: Json) => JSON.stringify(filters.map((filter) => filter.valueOf(item)?.toLowerCase()));
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return (item) => counts.get(keyOf(item)) ?? 0;
}
