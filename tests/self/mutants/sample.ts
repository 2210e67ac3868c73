import { createHash } from 'node:crypto';

/** So many of these, drawn by a seed: by a digest of the key, so that others that come or go change little. */
export function sampled<One extends { readonly key: string }>(
  all: readonly One[],
  size: number,
  seed: number,
): One[] {
  const drawn = (one: One) => createHash('sha256').update(`${seed} ${one.key}`).digest('hex');
  return [...all].sort((one, other) => (drawn(one) < drawn(other) ? -1 : 1)).slice(0, size);
}
