import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { unchanged } from '../delays.ts';
import { largestPage } from '../pages/largest.ts';
import { freshly, type Read } from '../pages/reader.ts';

/** The largest page of a list that the target gives, as it is now. Of a list without pages, all of it. */
export async function latePage(context: Context, op: Operation): Promise<Read> {
  const here = { ...context, op };
  // Which limit that is, other rows have found out.
  const params = op.paginated ? { limit: (await largestPage(here)).limit } : {};
  const read = () => freshly(here)(params);
  return context.world.keep([keyOf(op)], read);
}

/** The same, as it was seen last where the run has sent nothing since that may change it. */
export function knownPage(context: Context, op: Operation): Promise<Read> {
  return unchanged(
    context,
    () => context.world.kept<Read>(keyOf(op)),
    () => latePage(context, op),
    ({ page }) => page,
  );
}

/** Whether a page shows the whole list. */
export function isWhole({ page: { items, total } }: Read, op: Operation): boolean {
  return !op.paginated || (total !== undefined && items.length >= total);
}

function keyOf({ id }: Operation): string {
  return `late page of ${id}`;
}
