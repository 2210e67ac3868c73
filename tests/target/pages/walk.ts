import { mostPages, type Stretch, type WalkRequest, walks } from '../../../generators/walks.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onGenerated } from '../generated.ts';
import { idsOf, onStablePages, type Read, type Reader, showSame, totalOf } from './reader.ts';
import { smallLimit } from './samples.ts';

/** The pages of a walk in their order. */
export type Pages = readonly [Read, ...Read[]];

/** A walk by `nextCursor`: its last page is at the end of the list, or where the walk stopped. */
export interface Walk {
  readonly limit: number;
  /** Index in the list of the walk's first item. */
  readonly start: number;
  readonly pages: Pages;
  /** Results in all, as the first page says. */
  readonly total: number;
  readonly read: Reader;
}

/**
 * Goes on from a first page by `nextCursor`, to `most` pages at most.
 *
 * @param params what is sent again with each cursor
 */
export async function byCursor(read: Reader, first: Read, params: Params, most: number): Promise<Pages> {
  const pages: [Read, ...Read[]] = [first];
  while (pages.length < most) {
    const cursor = pages.at(-1)?.page.nextCursor;
    if (typeof cursor !== 'string') break;
    pages.push(await read({ ...params, cursor }));
  }
  return pages;
}

/**
 * Goes on from a first page by `offset`, to `most` pages.
 *
 * @param params what the first page was asked for by
 */
export async function byOffset(
  read: Reader,
  first: Read,
  { offset, ...params }: Params & { readonly limit: number; readonly offset: number },
  most: number,
): Promise<Pages> {
  const pages: [Read, ...Read[]] = [first];
  while (pages.length < most)
    pages.push(await read({ ...params, offset: offset + pages.length * params.limit }));
  return pages;
}

/**
 * Walks from page to page. Limit, filters and sort are sent again with each cursor, as they were.
 *
 * @param filter filters and sort, the same for each page
 * @param most how many pages it takes at most
 */
export async function walk(
  context: Context,
  read: Reader,
  { limit, offset }: WalkRequest,
  filter: Params = {},
  most = context.effort === 'quick' ? fewPages : mostPages,
): Promise<Walk> {
  const params = { ...filter, limit };
  const first = await read({ ...params, ...(offset === undefined ? {} : { offset }) });
  const pages = await byCursor(read, first, params, most);
  const total = context.need(first.page.total, 'a `total`');
  return { limit, start: offset ?? 0, pages, total, read };
}

/** How many results one page must show to hold a whole walk. */
export function widthOf(limit: number): number {
  return limit * mostPages;
}

/** Judges that no result comes twice on the pages of a walk. */
export function judgeOnce({ must }: Context, ids: readonly string[], answers: readonly Answer[]): void {
  const again = ids.length - new Set(ids).size;
  must.hold(again === 0, {
    expected: `each of ${ids.length} results on ${answers.length} pages once`,
    actual: `${again} of them again`,
    in: answers,
  });
}

/**
 * Judges that a walk by cursor shows what one large page from the same place on shows, in the same order.
 *
 * @param what under what both were asked for, or from where on
 */
export function judgeAsOnePage(context: Context, large: Read, pages: Pages, what: string): void {
  const [ids, expected] = [idsOf(context, ...pages), idsOf(context, large)];
  const foreign = ids.filter((id) => !expected.includes(id)).length;
  context.must.hold(ids.join() === expected.slice(0, ids.length).join(), {
    expected: `the ${ids.length} results of the walk as one page shows them, ${what}`,
    actual: foreign > 0 ? `${foreign} that don't belong there` : 'another order, or results again',
    in: [large, ...pages].map(({ answer }) => answer),
  });
}

/**
 * Goes back from the last page of a walk to its first one, and judges that each `previousCursor` leads to the page
 * that came before.
 *
 * @param params what is sent again with each cursor
 * @param what under what the pages were asked for
 * @returns the pages that were reached by going back, in this order
 */
export async function judgeBack(
  context: Context,
  read: Reader,
  pages: readonly Read[],
  params: Params,
  what: string,
): Promise<readonly Read[]> {
  const back: Read[] = [];
  let here = context.need(pages.at(-1), 'a page to go back from');
  for (const [steps, before] of pages.slice(0, -1).reverse().entries()) {
    const cursor = context.need(
      here.page.previousCursor,
      `a \`previousCursor\` ${steps} steps back on a walk`,
    );
    const answer = await read.answer({ ...params, cursor });
    context.must(answer).be.accepted();
    here = await read({ ...params, cursor });
    back.push(here);
    context.must.hold(showSame(context, here, before), {
      expected: `the page that came before, ${steps + 1} back from the end of a walk ${what}`,
      actual: `another page, of ${here.page.items.length}`,
      in: [before.answer, here.answer],
    });
  }
  return back;
}

/** How many pages a short walk takes. Most bugs of cursors show on the second or the third page. */
export const fewPages = 3;
const everyStretch: readonly Stretch[] = ['from the start', 'to a full last page', 'to a short last page'];

/** Judges a law on walks through the operation's list: from the first page, and to the last one. */
export async function onWalks(
  context: Context,
  law: (request: WalkRequest, read: Reader) => Promise<void>,
  stretches: readonly Stretch[] = context.effort === 'quick' ? ['from the start'] : everyStretch,
): Promise<void> {
  const total = await totalOf(context);
  for (const stretch of stretches) {
    const requests =
      context.effort === 'quick' ? walks(stretch, total, 2, [smallLimit]) : walks(stretch, total);
    await onGenerated(
      context,
      requests,
      (request) => {
        const window = { limit: widthOf(request.limit), offset: request.offset ?? 0 };
        return onStablePages(context, window, (read) => law(request, read));
      },
      context.share('few'),
      `walks ${stretch}`,
    );
  }
}

/** Judges a law on walks by cursor that went on to a second page at least. */
export function alongWalks(
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
