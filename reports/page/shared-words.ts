/** Words that many cells of a picture have, with the id under which the page holds them once. */
export type SharedWords = ReadonlyMap<string, string>;

const least = { cells: 3, letters: 24 };
const most = 100;

/** The words that several cells have: the page tells them once, which keeps it small. @param all the words of each cell */
export function sharedWords(all: readonly string[]): SharedWords {
  const counts = new Map<string, number>();
  for (const words of all) counts.set(words, (counts.get(words) ?? 0) + 1);
  const shared = [...counts].filter(
    ([words, count]) => count >= least.cells && words.length >= least.letters,
  );
  return new Map(shared.slice(0, most).map(([words], index) => [words, `w${index}`]));
}

/** The styles that show shared words in the caption of a cell. */
export function sharedStyles(shared: SharedWords): string {
  const rules = [...shared].map(([words, id]) => `[aria-describedby=${id}]{--w:${cssText(`: ${words}`)}}`);
  return `${rules.join('')}.matrix td a:is(:hover,:focus-visible)::after{content:attr(aria-label) var(--w,"")}`;
}

/** A text as CSS writes it: whatever is no letter, digit or harmless sign stands as its number. */
function cssText(text: string): string {
  const written = text.replaceAll(/[^\w .,:;-]/gu, (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `);
  return `"${written}"`;
}
