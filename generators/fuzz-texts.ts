import type { Kinds } from './kinds.ts';

const long = 6_000;

/**
 * Texts that trip up what stores, compares or prints them, by what they have; none is anybody's name. In the body of
 * a request they may be longer.
 */
export const oddTexts = {
  'letters of many scripts': ['Żółć Ελλάδα 学校 مدرسة 👩‍🏫'],
  'an apostrophe': ["Roll'call"],
  'a character zero': ['a\u0000b'],
  'a very long text': ['z'.repeat(long)],
} as const satisfies Kinds<string>;

/** The same for a request that only reads: none of these makes it a command that changes anything. */
export const oddTextsToRead = {
  ...oddTexts,
  'a quote that ends a statement': [`Roll'call'";--`],
  'a wildcard': ['%_*'],
} as const satisfies Kinds<string>;

/** The same for a JSON body. */
export const oddTextsInBody = {
  ...oddTexts,
  'a very long text': ['z'.repeat(20 * long)],
  'half an emoji': ['\ud83d'],
} as const satisfies Kinds<string>;

/** What stands where a number, a date or an id belongs, and is none. */
export const oddValues: readonly string[] = [
  ...Object.values(oddTextsToRead).flat(),
  '99999999999999999999999',
];
