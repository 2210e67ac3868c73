import fc from 'fast-check';

/**
 * Texts that nobody can take for a UUID, the simplest first. Texts of hexadecimal digits alone are left out:
 * some readers of UUIDs accept them without hyphens, in braces, or with fewer digits.
 */
export const malformedIdList = [
  'not-a-uuid',
  'x',
  'undefined',
  'zzzzzzzz-zzzz-4zzz-8zzz-zzzzzzzzzzzz',
  '0b9c7a52-3f1e-4d68-9a2b-5c6d7e8f9a0g',
  'Ünïcode',
] as const;

/** A text in place of an id that is no UUID in any reading. */
export function malformedIds(): fc.Arbitrary<string> {
  return fc.constantFrom(...malformedIdList);
}
