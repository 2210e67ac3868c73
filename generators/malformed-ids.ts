import fc from 'fast-check';

/**
 * Texts that are no UUID in any reading, by what a careless parser takes them for, the simplest kind first. Texts
 * of hexadecimal digits alone are left out: some readers of UUIDs accept them without hyphens, in braces, or with
 * fewer digits.
 */
const byKind = {
  'a word': ['not-a-uuid', 'x', 'undefined'],
  'as long as a UUID': ['zzzzzzzz-zzzz-4zzz-8zzz-zzzzzzzzzzzz', '0b9c7a52-3f1e-4d68-9a2b-5c6d7e8f9a0g'],
  'a word beyond ASCII': ['Ünïcode'],
} as const;

/**
 * A UUID with a letter before or behind it, which a pattern without an end takes for one. They are of no kind: what is
 * drawn by kind is sent in writes as well, where a careless target would change whatever has that id.
 */
export const extendedIds = [
  'x0b9c7a52-3f1e-4d68-9a2b-5c6d7e8f9a0b',
  '0b9c7a52-3f1e-4d68-9a2b-5c6d7e8f9a0bx',
] as const;

export type MalformedIdKind = keyof typeof byKind;

/** The kinds, the simplest first. */
export const malformedIdKinds = Object.keys(byKind) as readonly MalformedIdKind[];

/** All of these texts, the simplest first. */
export const malformedIdList: readonly string[] = [...Object.values(byKind).flat(), ...extendedIds];

/** A text in place of an id that is no UUID in any reading: of one kind, or of any. */
export function malformedIds(kind?: MalformedIdKind): fc.Arbitrary<string> {
  return fc.constantFrom(...(kind === undefined ? malformedIdList : byKind[kind]));
}
