/**
 * Remembers what was found out about each frozen value. Any other value may change, and is looked at each time.
 *
 * @param look finds out something about a value, and depends on nothing else
 */
export function ofFrozen<Found>(look: (value: unknown) => Found): (value: unknown) => Found {
  const known = new WeakMap<object, { readonly found: Found }>();
  return (value) => {
    if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return look(value);
    const entry = known.get(value) ?? { found: look(value) };
    known.set(value, entry);
    return entry.found;
  };
}
