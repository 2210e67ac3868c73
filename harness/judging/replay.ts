import { Failure } from './outcome.ts';
import { counterexamples } from './property.ts';

/** Which counterexample to repeat: the number of the property in its check, counted from 1, and fast-check's path. */
export interface Replay {
  readonly property: number;
  readonly path: string;
}

/** Reads the path that a failure printed: `2/0:1:3` is of the second property, `0:1:3` of the first. */
export function readReplay(text: string | undefined): Replay | undefined {
  if (text === undefined) return undefined;
  const [, property = '1', path = ''] = /^(?:(\d+)\/)?(.*)$/s.exec(text) ?? [];
  return { property: Number(property), path };
}

/** Adds the number of the property to the path of a failure's counterexample; the first property needs none. */
export function markProperty(error: unknown, property: number): void {
  const found = error instanceof Failure ? counterexamples.get(error) : undefined;
  if (!(error instanceof Failure) || found === undefined || property === 1) return;
  counterexamples.set(error, { ...found, path: `${property}/${found.path}` });
}
