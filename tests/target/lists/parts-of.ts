import { withoutFirst, withoutLast } from '../parts.ts';

/**
 * A text without its last sign, and without its first, where that is a letter from A to Z or a digit: some comparisons pass
 * over accents and punctuation, and would take the part for the whole.
 */
export function partsOf(value: string): readonly string[] {
  const parts = [
    ...(/[A-Za-z0-9]$/.test(value) ? [withoutLast(value)] : []),
    ...(/^[A-Za-z0-9](?!\p{M})/u.test(value) ? [withoutFirst(value)] : []),
  ];
  return parts.filter((part) => /^\S(?:.*\S)?$/u.test(part));
}
