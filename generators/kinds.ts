import fc from 'fast-check';

/** Values that are listed, by their kind: each kind has at least one, and the simplest comes first. */
export type Kinds<T> = Readonly<Record<string, readonly T[]>>;

/** A value of one kind, or of any. */
export function ofKind<T>(kinds: Kinds<T>, kind?: string): fc.Arbitrary<T> {
  return fc.constantFrom(...(kind === undefined ? Object.values(kinds).flat() : (kinds[kind] ?? [])));
}

/** A value that a counterexample shows by these members alone: what else it has is of use to programs only. */
export function shownBy<T extends object>(value: T, members: readonly (keyof T & string)[]): T {
  const shown = Object.fromEntries(members.map((member) => [member, value[member]]));
  return Object.defineProperty(value, fc.toStringMethod, { value: () => fc.stringify(shown) });
}
