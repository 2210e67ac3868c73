import type { Json } from '../body.ts';

/** Signs that are lost, or written otherwise, where a text is taken from one place to another. */
const signs: Readonly<Record<string, RegExp>> = {
  'two spaces in a row': / {2}/,
  'a sign of markup': /["'&<>]/,
  'a sign of addresses': /[#%+/?\\]/,
  'a letter beyond ASCII': /[^ -~]/u,
};

/**
 * Some of the entries of a list that show together as much as there is to see: of each field one entry that lacks it or has
 * it empty, one that has it, one with the longest value, one that shares its value with others, one that has its own, and
 * those with signs that texts are likely to lose.
 */
export function mostTelling(items: readonly Json[], most: number): readonly Json[] {
  const names = [...new Set(items.flatMap((one) => Object.keys(one)))];
  const fields = names.map((name) => fieldOf(name, items));
  const left = new Map(
    items.map((item) => [item, fields.flatMap((field) => traitsOf(item, field, items.length))]),
  );
  const shown = new Set<string>();
  const chosen: Json[] = [];
  while (chosen.length < most && left.size > 0) {
    const news = (traits: readonly string[]) => traits.filter((trait) => !shown.has(trait)).length;
    const [best, traits] = [...left].reduce((one, other) => (news(other[1]) > news(one[1]) ? other : one));
    left.delete(best);
    chosen.push(best);
    for (const trait of traits) shown.add(trait);
  }
  return chosen;
}

/** A field of the entries of a list. */
interface Field {
  readonly name: string;
  /** How many entries have a value, by the value as JSON. */
  readonly counts: ReadonlyMap<string, number>;
  readonly longest: number;
}

function fieldOf(name: string, items: readonly Json[]): Field {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item[name]), (counts.get(keyOf(item[name])) ?? 0) + 1);
  return { name, counts, longest: Math.max(...items.map((item) => extentOf(item[name]))) };
}

const keyOf = (value: unknown) => JSON.stringify(value) ?? '';

/** What there is to see of a field of an entry, of so many. */
function traitsOf(item: Json, { name, counts, longest }: Field, entries: number): readonly string[] {
  const value = item[name];
  const extent = extentOf(value);
  if (extent === 0) return [`${name} is empty`];
  const own = keyOf(value);
  const alike = counts.get(own) ?? 0;
  const text = typeof value === 'string' ? value : '';
  return [
    `${name} is there`,
    alike > 1 ? `${name} is shared` : `${name} is its own`,
    ...(extent === longest ? [`${name} is the longest`] : []),
    // Fields with few values have a trait for each: a year, a status.
    ...(alike * 20 > entries ? [`${name} is ${own}`] : []),
    ...Object.keys(signs).flatMap((sign) => (signs[sign]?.test(text) ? [`${name} has ${sign}`] : [])),
  ];
}

/** How long a value is, in signs or in entries. */
function extentOf(value: unknown): number {
  if (value === undefined || value === null) return 0;
  return typeof value === 'string' || Array.isArray(value) ? value.length : 1;
}
