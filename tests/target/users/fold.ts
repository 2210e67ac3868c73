const alphabet = [...'abcdefghijklmnopqrstuvwxyz'];
const letters = new Intl.Collator('en', { sensitivity: 'base' });

/**
 * A text as the most forgiving comparison has it: no case, no accents, one form for each letter. What two readings of a
 * filter may take for the same is the same here, so that only differences that no reading overlooks are judged.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase().trim();
  const folded = text
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '');
  return [...folded].map(letter).join('').trim();
}

/** Most texts: nothing in them has another form but for its case. */
function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

/** The words of a text, folded. */
export function words(text: string): readonly string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Letters such as ł and ø that have no decomposition, but that databases compare as l and o. */
function letter(char: string): string {
  if (char < '\u0080' || !/\p{Script=Latin}/u.test(char)) return char;
  return alphabet.find((base) => letters.compare(char, base) === 0) ?? char;
}
