import fc from 'fast-check';

/** Ways to write a text in another letter case. Only A to Z change, because servers fold other letters differently. */
export const letterCases = {
  'in upper case': (text: string) => changeAscii(text, () => true),
  'in lower case': (text: string) => changeAscii(text, () => false),
  'in alternating case': (text: string) => changeAscii(text, (position) => position % 2 === 0),
  'with each letter swapped': (text: string) => text.replace(/[A-Za-z]/g, swapped),
  'with its last letter swapped': (text: string) => text.replace(/[A-Za-z](?=[^A-Za-z]*$)/, swapped),
} as const;

export type LetterCase = keyof typeof letterCases;

/** One way to write a text in another letter case. */
export function letterCase(): fc.Arbitrary<LetterCase> {
  return fc.constantFrom(...(Object.keys(letterCases) as LetterCase[]));
}

function changeAscii(text: string, isUpper: (position: number) => boolean): string {
  return text.replace(/[A-Za-z]/g, (letter, position: number) =>
    isUpper(position) ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

function swapped(letter: string): string {
  return letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
}
