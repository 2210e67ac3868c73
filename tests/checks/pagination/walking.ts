import { mostPages, type Stretch, type WalkRequest, walks } from '../../../generators/walks.ts';
import type { Params } from '../../../harness/place.ts';
import type { Scene } from '../../../harness/scene.ts';
import { onGenerated } from '../generated.ts';
import { few, thrifty } from './looking.ts';
import { atRest, type Read, type Reader, totalOf } from './reading.ts';

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
  scene: Scene,
  read: Reader,
  request: WalkRequest,
  filter: Params = {},
): Promise<Walk> {
  const { limit, offset } = request;
  const first = await read({ ...filter, limit, ...(offset === undefined ? {} : { offset }) });
  const pages: [Read, ...Read[]] = [first];
  while (pages.length < (thrifty(scene) ? fewPages : mostPages)) {
    const cursor = pages.at(-1)?.page.nextCursor;
    if (typeof cursor !== 'string') break;
    pages.push(await read({ ...filter, limit, cursor }));
  }
  const total = scene.need(first.page.total, 'a `total`');
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
  scene: Scene,
  law: (request: WalkRequest, read: Reader) => Promise<void>,
  stretches: readonly Stretch[] = thrifty(scene) ? ['from the start'] : everyStretch,
): Promise<void> {
  const total = await totalOf(scene);
  for (const stretch of stretches) {
    const requests = thrifty(scene) ? walks(stretch, total, 2, [few]) : walks(stretch, total);
    await onGenerated(
      scene,
      requests,
      (request) => {
        const window = { limit: widthOf(request.limit), offset: request.offset ?? 0 };
        return atRest(scene, window, (read) => law(request, read));
      },
      Math.ceil(scene.runs / 12),
      `walks ${stretch}`,
    );
  }
}

/** A law over walks that went on to a second page at least. */
export function walking(
  law: (scene: Scene, walk: Walk) => Promise<void> | void,
  stretches?: readonly Stretch[],
): (scene: Scene) => Promise<void> {
  return (scene) =>
    onWalks(
      scene,
      async (request, read) => {
        const walked = await walk(scene, read, request);
        scene.need(walked.pages.length > 1, 'a second page to walk to');
        await law(scene, walked);
      },
      stretches,
    );
}
