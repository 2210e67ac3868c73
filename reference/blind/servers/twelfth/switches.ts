import type { On } from './types.ts';

/** The switches of one server. A request asks through its own reader, which remembers what it was told. */
export function makeSwitches(ids: readonly string[], seen?: (id: string) => void): () => On {
  const active = new Set(ids);
  return () => {
    const told = new Map<string, boolean>();
    return (id) => {
      const before = told.get(id);
      if (before !== undefined) return before;
      const now = active.has(id);
      told.set(id, now);
      seen?.(id);
      return now;
    };
  };
}
