const syllables = [
  'ba',
  'ke',
  'di',
  'fo',
  'gu',
  'ha',
  'je',
  'ki',
  'lo',
  'mu',
  'na',
  'pe',
  'ri',
  'so',
  'tu',
  'va',
];

/** A word of four syllables that no dictionary has, from four hexadecimal digits: two words share nothing by plan. */
export function wordOf(hex: string): string {
  const word = [...hex.slice(0, 4)].map((digit) => syllables[Number.parseInt(digit, 16)] ?? 'zo').join('');
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
