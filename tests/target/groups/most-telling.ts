import type { Json } from '../body.ts';

/**
 * Some of the entries of a list that show together as much as there is to see: of each field one entry that lacks it or has
 * it empty, one that has it, one with the longest value, one that shares its value with others, and one that has its own.
 */
export function mostTelling(items: readonly Json[], most: number): readonly Json[] {
  const all = items.map((item) => ({ item, traits: traitsOf(item, items) }));
  const shown = new Set<string>();
  const chosen: Json[] = [];
  while (chosen.length < Math.min(most, items.length)) {
    const news = ({ traits }: (typeof all)[number]) => traits.filter((trait) => !shown.has(trait)).length;
    const best = all
      .filter(({ item }) => !chosen.includes(item))
      .reduce((one, other) => (news(other) > news(one) ? other : one));
    chosen.push(best.item);
    for (const trait of best.traits) shown.add(trait);
  }
  return chosen;
}

/** What there is to see of an entry, field by field. */
function traitsOf(item: Json, items: readonly Json[]): readonly string[] {
  const names = new Set(items.flatMap((one) => Object.keys(one)));
  return [...names].flatMap((name) => {
    const extent = extentOf(item[name]);
    if (extent === 0) return [`${name} is empty`];
    const own = JSON.stringify(item[name]);
    const alike = items.filter((one) => JSON.stringify(one[name]) === own).length;
    const isLongest = items.every((one) => extentOf(one[name]) <= extent);
    return [
      `${name} is there`,
      alike > 1 ? `${name} is shared` : `${name} is its own`,
      ...(isLongest ? [`${name} is the longest`] : []),
      // Fields with few values have a trait for each: a year, a status.
      ...(alike * 20 > items.length ? [`${name} is ${own}`] : []),
    ];
  });
}

/** How long a value is, in signs or in entries. */
function extentOf(value: unknown): number {
  if (value === undefined || value === null) return 0;
  return typeof value === 'string' || Array.isArray(value) ? value.length : 1;
}
