import type { Kinds } from './kinds.ts';

const long = 6_000;

/**
 * Texts that programs often store, compare or print wrongly, by the feature that makes it difficult. None is the name
 * of a person. In the body of a request they may be longer.
 */
export const fuzzTexts = {
  'letters of many scripts': ['Żółć Ελλάδα 学校 مدرسة 👩‍🏫'],
  'an apostrophe': ["Roll'call"],
  'a character zero': ['a\u0000b'],
  'a very long text': ['z'.repeat(long)],
} as const satisfies Kinds<string>;

/** A text that no program can compile as a pattern, and that a database takes for one. */
export const patternSigns = '(%_*';

/** The same as {@link fuzzTexts} for a request that only reads. None of these texts turns into a command that changes something. */
export const fuzzTextsForReads = {
  ...fuzzTexts,
  'a quote that ends a statement': [`Roll'call'";--`],
  'signs of a pattern': [patternSigns],
} as const satisfies Kinds<string>;

/** The same for a JSON body. */
export const fuzzTextsForBodies = {
  ...fuzzTexts,
  'a very long text': ['z'.repeat(20 * long)],
  'half an emoji': ['\ud83d'],
} as const satisfies Kinds<string>;

/** Values that are neither a number nor a date nor an id, to be sent in place of one. */
export const fuzzValues: readonly string[] = [
  ...Object.values(fuzzTextsForReads).flat(),
  '99999999999999999999999',
];
