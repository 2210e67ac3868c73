/** What the target did with a requested limit. */
export type LimitOutcome =
  | { readonly kind: 'used' | 'refused' }
  | { readonly kind: 'lowered'; readonly to: number };

/** The largest limit of a target, and what the target does with a larger one. */
export interface Maximum {
  /** `undefined` where the exact value was not found, or where there is no maximum. */
  readonly value: number | undefined;
  readonly above: 'refuse' | 'lower' | 'none' | 'unknown';
}

const int32 = 2 ** 31 - 1;
/**
 * The usual maximums of services, ascending. The first is the default of the interface, which every service accepts.
 */
const usual = [100, 200, 250, 500, 1000, 2000, 5000, 10_000] as const;

/**
 * Finds the largest limit with few requests: the largest 32-bit integer first, then a binary search over the usual
 * maximums. A value is returned only where the target accepts it and refuses the next larger number.
 *
 * @param ask sends one request with a limit; `undefined` where the answer does not show what the target did
 */
export async function findMaximum(
  ask: (limit: number) => Promise<LimitOutcome | undefined>,
): Promise<Maximum> {
  const largest = await ask(int32);
  if (largest === undefined) return { value: undefined, above: 'unknown' };
  if (largest.kind === 'lowered') return { value: largest.to, above: 'lower' };
  if (largest.kind === 'used') return { value: undefined, above: 'none' };
  let best: number = usual[0];
  let [low, high] = [1, usual.length - 1];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const limit = usual[middle] ?? best;
    const outcome = await ask(limit);
    if (outcome === undefined) return { value: undefined, above: 'refuse' };
    if (outcome.kind === 'used') {
      best = limit;
      low = middle + 1;
    } else high = middle - 1;
  }
  const next = await ask(best + 1);
  return { value: next?.kind === 'refused' ? best : undefined, above: 'refuse' };
}
