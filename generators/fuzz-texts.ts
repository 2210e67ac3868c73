import type { Kinds } from './kinds.ts';

const long = 6_000;

/**
 * Texts that trip up what stores, compares or prints them, by what they have; none is anybody's name. In the body of
 * a request they may be longer.
 */
export const fuzzTexts = {
  'letters of many scripts': ['Żółć Ελλάδα 学校 مدرسة 👩‍🏫'],
  'an apostrophe': ["Roll'call"],
  'a character zero': ['a\u0000b'],
  'a very long text': ['z'.repeat(long)],
} as const satisfies Kinds<string>;

/** The same for a request that only reads: none of these makes it a command that changes anything. */
export const fuzzTextsForReads = {
  ...fuzzTexts,
  'a quote that ends a statement': [`Roll'call'";--`],
  'a wildcard': ['%_*'],
} as const satisfies Kinds<string>;

/** The same for a JSON body. */
export const fuzzTextsForBodies = {
  ...fuzzTexts,
  'a very long text': ['z'.repeat(20 * long)],
  'half an emoji': ['\ud83d'],
} as const satisfies Kinds<string>;

/** What stands where a number, a date or an id belongs, and is none. */
export const fuzzValues: readonly string[] = [
  ...Object.values(fuzzTextsForReads).flat(),
  '99999999999999999999999',
];
