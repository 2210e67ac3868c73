import type { Context } from '../../../harness/judging/context.ts';
import { type Read, type Reader, shared } from './reader.ts';
import { statedLimit } from './stated-limit.ts';

/** The sizes of a large page, the largest first: services load what belongs to its items in batches of a hundred. */
export const largeSizes = [400, 120, 100] as const;

/** The largest of a deep run: some do it by the thousand. */
const deepest = 1001;

/** The largest page that a target gives, and the limit that it was asked for by. */
export interface Largest extends Read {
  readonly limit: number;
}

/** Reads the largest page that the target gives; what the others are asked for depends on it. */
export async function largestPage(context: Context, read: Reader = shared(context)): Promise<Largest> {
  for (const limit of sizesFor(context)) {
    const { status } = await read.answer({ limit });
    if (status < 300) return { limit, ...(await read({ limit })) };
  }
  return { limit: 100, ...(await read({ limit: 100 })) };
}

/** The sizes that a target may take, the largest first: none that its profile rules out. */
function sizesFor(context: Context): readonly number[] {
  const sizes = context.effort === 'deep' ? [deepest, ...largeSizes] : largeSizes;
  const stated = statedLimit(context);
  if (stated === undefined) return sizes;
  const within = sizes.filter((size) => size < stated);
  return within.length < sizes.length ? [stated, ...within] : sizes;
}
