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

/** The pages by which a run knows a list: the largest one, and where the list goes on, one as large from its end. */
export interface Extent {
  readonly first: Largest;
  readonly last?: Read;
}

/** Reads the largest page, and the end of the list. */
export async function readExtent(context: Context, read: Reader): Promise<Extent> {
  const first = await largestPage(context, read);
  const { total = 0, items } = first.page;
  if (items.length === 0 || items.length >= total) return { first };
  const last = await read({ limit: items.length, offset: Math.max(items.length, total - items.length) });
  return { first, last };
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
