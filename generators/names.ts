import fc from 'fast-check';

/** Words that URLs, databases, letter case and encodings trip over, the simplest first. */
export const awkwardWords = [
  'A',
  'b',
  '7',
  "O'Neill",
  'Zoë',
  'Łódź',
  'Straße',
  'İzmir',
  'Σοφός',
  '花子',
  'نور',
  '🎓',
  'A&B=C',
  '1+1',
  '50%',
  '%41',
  '#1?',
  'a/b',
  String.raw`a\b`,
  '"C"',
  'x_y',
  '[d]',
  '{e}',
  'f;g',
  'null',
  'current',
] as const;

/**
 * Names of one to three awkward words. They have no outer or double spaces and are in composed form, for a
 * server may trim and normalise; they hold nothing that looks like an attack, for a firewall may refuse that.
 */
export function names(): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...awkwardWords), { minLength: 1, maxLength: 3 })
    .map((words) => words.join(' '));
}
