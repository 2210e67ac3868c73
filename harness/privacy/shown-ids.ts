import type { Contract } from '../../spec/contract.ts';

/**
 * The ids in the target's answers that are no UUIDs. A target with such ids breaks the interface, but the guard has to
 * protect its data all the same.
 */
export interface Shown {
  /** Collects the ids of an answer. `row` fails because of that answer, if any does. */
  learn(json: unknown, row?: string): void;
  /** Whether a text is such an id; `undefined` as long as there is none. */
  readonly has: ((text: string) => boolean) | undefined;
  /** The row that fails because of such an id; `undefined` where none is known to. */
  readonly row: string | undefined;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Opens the collection. A value counts as an id where its field has the name of a path parameter, or its plural. */
export function openShown(contract: Contract, immutable: readonly string[]): Shown {
  const inPaths = contract.operations.flatMap(({ parameters }) =>
    parameters.filter((one) => one.in === 'path'),
  );
  const names = new Set(
    inPaths.flatMap(({ name }) => [name, `${name}s`]).filter((name) => !immutable.includes(name)),
  );
  const seen = new Set<string>();
  let because: string | undefined;

  function collect(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (names.has(name)) [inner].flat().forEach(add);
      else collect(inner);
    }
  }

  function add(id: unknown): void {
    if (typeof id === 'number' || (typeof id === 'string' && !uuid.test(id))) seen.add(String(id));
  }

  return {
    learn(json, row) {
      const before = seen.size;
      collect(json);
      if (seen.size > before) because ??= row;
    },
    get row() {
      return because;
    },
    get has() {
      return seen.size > 0 ? (text: string) => seen.has(text) : undefined;
    },
  };
}
