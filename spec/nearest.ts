/** Number of single-character edits between two words. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swap));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The known word most like `word`, or undefined where none is alike enough to be meant. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const edits = distance(word, candidate);
    if (edits < least) [best, least] = [candidate, edits];
  }
  return best;
}

/** Advice for a word that is not known: the nearest one, or what to look at. */
export function suggest(word: string, known: Iterable<string>, otherwise: string): string {
  const near = nearest(word, known);
  return near === undefined ? otherwise : `did you mean ${near}?`;
}
