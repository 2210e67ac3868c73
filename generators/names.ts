import fc from 'fast-check';

/**
 * Words that are often handled wrongly in URLs, databases, letter case and encodings, by where that happens, the
 * simplest kind first.
 */
const byKind = {
  simple: ['A', 'b', '7'],
  'beyond ASCII': ['Zoë', 'Łódź', 'Straße', 'İzmir', 'Σοφός', '花子', 'نور', '🎓'],
  'for a URL': ['A&B=C', '1+1', '50%', '%41', '#1?', 'a/b'],
  'for a database': ["O'Neill", String.raw`a\b`, '"C"', 'x_y'],
  'for a program': ['[d]', '{e}', 'f;g', 'null', 'current'],
} as const;

export type NameKind = keyof typeof byKind;

/** The kinds, the simplest first. */
export const nameKinds = Object.keys(byKind) as readonly NameKind[];

/** All of these words, the simplest first. */
export const awkwardWords: readonly string[] = Object.values(byKind).flat();

/**
 * Names of one to three awkward words, the first of them of one kind, or of any. They have no outer or double spaces
 * and are in composed form, for a server may trim and normalise; they hold nothing that looks like an attack, for a
 * firewall may refuse that.
 */
export function names(kind?: NameKind): fc.Arbitrary<string> {
  const any = fc.constantFrom(...awkwardWords);
  const first = kind === undefined ? any : fc.constantFrom<string>(...byKind[kind]);
  return fc
    .tuple(first, fc.array(any, { maxLength: 2 }))
    .map(([word, others]) => [word, ...others].join(' '));
}
