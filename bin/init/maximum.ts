/** What became of a limit that was asked for. */
export type LimitOutcome =
  | { readonly kind: 'used' | 'refused' }
  | { readonly kind: 'lowered'; readonly to: number };

/** What is known of the largest limit. */
export interface Maximum {
  /** `undefined` where it was only narrowed down, or where there is none. */
  readonly value: number | undefined;
  readonly above: 'refuse' | 'lower' | 'none' | 'unknown';
}

const int32 = 2 ** 31 - 1;
/** Limits that services have, ascending; the first is the stated default, which every service takes. */
const usual = [100, 200, 250, 500, 1000, 2000, 5000, 10_000] as const;

/**
 * Finds the largest limit with a handful of requests: asks for an absurd one, then for the usual ones. A maximum is
 * taken for known only where it is accepted and one more is not.
 *
 * @param ask sends one request with this limit; `undefined` where the answer says nothing
 */
export async function findMaximum(
  ask: (limit: number) => Promise<LimitOutcome | undefined>,
): Promise<Maximum> {
  const absurd = await ask(int32);
  if (absurd === undefined) return { value: undefined, above: 'unknown' };
  if (absurd.kind === 'lowered') return { value: absurd.to, above: 'lower' };
  if (absurd.kind === 'used') return { value: undefined, above: 'none' };
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
