import { distance } from 'fastest-levenshtein';

/** The known word that is nearest to `word`; undefined where no word is near enough to be meant. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const edits = distance(word, candidate);
    if (edits < least) [best, least] = [candidate, edits];
  }
  return best;
}

/** Advice for an unknown word: the nearest known word, or else the text `otherwise`. */
export function suggest(word: string, known: Iterable<string>, otherwise: string): string {
  const near = nearest(word, known);
  return near === undefined ? otherwise : `did you mean ${near}?`;
}
