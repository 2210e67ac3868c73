import type { Contract } from '../../spec/contract.ts';

/** Ids that the target has shown and that are no UUIDs: a target may break that rule, and its data still counts. */
export interface Shown {
  /** Looks through an answer. */
  learn(json: unknown): void;
  /** Whether a text is such an id; `undefined` as long as there is none. */
  readonly has: ((text: string) => boolean) | undefined;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Remembers ids under the names that paths of the interface have for them, and their plurals. */
export function openShown(contract: Contract, immutable: readonly string[]): Shown {
  const inPaths = contract.operations.flatMap(({ parameters }) =>
    parameters.filter((one) => one.in === 'path'),
  );
  const names = new Set(
    inPaths.flatMap(({ name }) => [name, `${name}s`]).filter((name) => !immutable.includes(name)),
  );
  const seen = new Set<string>();

  function learn(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, held] of Object.entries(value)) {
      if (names.has(name)) [held].flat().forEach(keep);
      else learn(held);
    }
  }

  function keep(id: unknown): void {
    if (typeof id === 'number' || (typeof id === 'string' && !uuid.test(id))) seen.add(String(id));
  }

  return {
    learn,
    get has() {
      return seen.size > 0 ? (text: string) => seen.has(text) : undefined;
    },
  };
}
