import { Failure } from './outcome.ts';
import { counterexamples } from './property.ts';

/** One property of a check, and the way that fast-check went in it; a check may run several, counted from 1. */
export interface Replay {
  readonly property: number;
  readonly path: string;
}

/** Reads the path that a failure printed: `2/0:1:3` is for the second property, `0:1:3` for the first. */
export function readReplay(text: string | undefined): Replay | undefined {
  if (text === undefined) return undefined;
  const [, property = '1', path = ''] = /^(?:(\d+)\/)?(.*)$/s.exec(text) ?? [];
  return { property: Number(property), path };
}

/** Puts the number of its property before the path of a failure's counterexample, unless it is the first. */
export function markProperty(error: unknown, property: number): void {
  const found = error instanceof Failure ? counterexamples.get(error) : undefined;
  if (!(error instanceof Failure) || found === undefined || property === 1) return;
  counterexamples.set(error, { ...found, path: `${property}/${found.path}` });
}
