/** A text without its last sign, and without its first; none that begins or ends with a blank, or says nothing. */
export function partsOf(value: string): readonly string[] {
  return [value.slice(0, -1), value.slice(1)].filter((part) => /^\S(?:.*\S)?$/u.test(part));
}
