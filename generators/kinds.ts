import fc from 'fast-check';

/** Values that are listed, by their kind: each kind has at least one, and the simplest comes first. */
export type Kinds<T> = Readonly<Record<string, readonly T[]>>;

/** A value of one kind, or of any. */
export function ofKind<T>(kinds: Kinds<T>, kind?: string): fc.Arbitrary<T> {
  return fc.constantFrom(...(kind === undefined ? Object.values(kinds).flat() : (kinds[kind] ?? [])));
}

/** A value of which a counterexample shows only these members. The other members are for programs. */
export function shownBy<T extends object>(value: T, members: readonly (keyof T & string)[]): T {
  const shown = Object.fromEntries(members.map((member) => [member, value[member]]));
  return Object.defineProperty(value, fc.toStringMethod, { value: () => fc.stringify(shown) });
}
