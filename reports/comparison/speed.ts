import type { ObservedAnswer, Shapes } from '../../harness/privacy/shapes.ts';

/** An operation that answers clearly slower or faster than before, in milliseconds. */
export interface ChangedSpeed {
  readonly operation: string;
  readonly before: number;
  readonly after: number;
}

/** Fewer answers say nothing, and neither do small differences. */
const least = { answers: 5, factor: 1.5, ms: 10 };

/** The operations whose successes take clearly longer than before, or clearly less, the greatest change first. */
export function compareSpeed(before: Shapes, after: Shapes): ChangedSpeed[] {
  return [...new Set(after.map(({ operation }) => operation))]
    .flatMap((operation) => {
      const [was, is] = [typical(before, operation), typical(after, operation)];
      return was === undefined || is === undefined ? [] : [{ operation, before: was, after: is }];
    })
    .filter(({ before: was, after: is }) => {
      const [low, high] = [Math.min(was, is), Math.max(was, is)];
      return high - low >= least.ms && high >= low * least.factor;
    })
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
}

/** The median of the success that was seen most often; undefined for too few answers. */
function typical(shapes: Shapes, operation: string): number | undefined {
  const [most] = shapes
    .filter((one: ObservedAnswer) => one.operation === operation && one.status < 300)
    .sort((a, b) => b.answers - a.answers);
  return most === undefined || most.answers < least.answers ? undefined : most.ms.median;
}
