import { mostPages, type Stretch, type WalkRequest, walks } from '../../../generators/walks.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onGenerated } from '../generated.ts';
import { atRest, type Read, type Reader, totalOf } from './reader.ts';
import { few, isQuick } from './samples.ts';

/** A walk by `nextCursor`: its pages in order, the last one at the end of the list or where the walk stopped. */
export interface Walk {
  readonly limit: number;
  /** Index in the list of the walk's first item. */
  readonly start: number;
  readonly pages: readonly [Read, ...Read[]];
  /** Results in all, as the first page says. */
  readonly total: number;
  readonly read: Reader;
}

/**
 * Walks from page to page. Limit, filters and sort are sent again with each cursor, as they were.
 *
 * @param filter filters and sort, the same for each page
 */
export async function walk(
  context: Context,
  read: Reader,
  request: WalkRequest,
  filter: Params = {},
): Promise<Walk> {
  const { limit, offset } = request;
  const first = await read({ ...filter, limit, ...(offset === undefined ? {} : { offset }) });
  const pages: [Read, ...Read[]] = [first];
  while (pages.length < (isQuick(context) ? fewPages : mostPages)) {
    const cursor = pages.at(-1)?.page.nextCursor;
    if (typeof cursor !== 'string') break;
    pages.push(await read({ ...filter, limit, cursor }));
  }
  const total = context.need(first.page.total, 'a `total`');
  return { limit, start: offset ?? 0, pages, total, read };
}

/** How many results one page must show to hold a whole walk. */
export function widthOf(limit: number): number {
  return limit * mostPages;
}

/** Bugs of cursors show on the second page or on the third. */
const fewPages = 3;
const everyStretch: readonly Stretch[] = ['from the start', 'to a full last page', 'to a short last page'];
/** Tries walks through the operation's list: from the first page, and to the last one. */
export async function onWalks(
  context: Context,
  law: (request: WalkRequest, read: Reader) => Promise<void>,
  stretches: readonly Stretch[] = isQuick(context) ? ['from the start'] : everyStretch,
): Promise<void> {
  const total = await totalOf(context);
  for (const stretch of stretches) {
    const requests = isQuick(context) ? walks(stretch, total, 2, [few]) : walks(stretch, total);
    await onGenerated(
      context,
      requests,
      (request) => {
        const window = { limit: widthOf(request.limit), offset: request.offset ?? 0 };
        return atRest(context, window, (read) => law(request, read));
      },
      Math.ceil(context.runs / 12),
      `walks ${stretch}`,
    );
  }
}

/** A law over walks that went on to a second page at least. */
export function walking(
  law: (context: Context, walk: Walk) => Promise<void> | void,
  stretches?: readonly Stretch[],
): (context: Context) => Promise<void> {
  return (context) =>
    onWalks(
      context,
      async (request, read) => {
        const walked = await walk(context, read, request);
        context.need(walked.pages.length > 1, 'a second page to walk to');
        await law(context, walked);
      },
      stretches,
    );
}
