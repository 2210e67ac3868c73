import { answer, type Break, type Json, type Service } from '../../faults/kit/fault.ts';
import { pager } from '../../faults/kit/pager.ts';
import { askedOf, asking, type PageBody } from '../../faults/kit/pages.ts';

/** The most items that the reference shows on one page. */
const largestPage = 1000;

/** A list without its pages. */
export interface Whole {
  readonly items: readonly Json[];
  /** The answer that held the last of them; where its status is not 200, some of them may be missing. */
  readonly last: Response;
}

/** Every item of a list, page after page, for a service may show fewer on a page than it is asked for. */
export async function wholeOf(request: Request, service: Service): Promise<Whole> {
  const items: Json[] = [];
  for (;;) {
    // A cursor that nobody gave is the service's to judge.
    const from = items.length === 0 ? { offset: undefined } : { offset: items.length, cursor: undefined };
    const last = await service(await asking(request, { limit: largestPage, ...from }));
    if (last.status !== 200) return { items, last };
    const { data, pagination } = (await last.json()) as PageBody;
    items.push(...data);
    const isAll = pagination.total === undefined || items.length >= pagination.total;
    if (data.length === 0 || isAll) return { items, last };
  }
}

/** Whether a page is the whole list, which then need not be asked for again. */
export function showsAll({ data, pagination }: PageBody): boolean {
  return pagination.offset === 0 && data.length === pagination.total;
}

/**
 * Serves a list from another order or another choice of its items: all of them are fetched, changed, and cut into
 * pages whose cursors hold a position.
 */
export function wholeList(
  change: (items: readonly Json[], request: Request, service: Service) => Promise<readonly Json[]>,
): Break {
  const pageOfAll: Service = async (request) => {
    const { limit = 100, offset: asked = 0 } = await askedOf(request);
    // Whether a negative one is refused, the service has said.
    const offset = Math.max(0, asked);
    const { items: found, last } = await wholeOf(request, inner);
    if (last.status !== 200) return last;
    const items = await change(found, request, inner);
    const pagination = { total: items.length, limit, offset, previousCursor: null, nextCursor: null };
    return answer(last, { data: items.slice(offset, offset + limit), pagination });
  };
  let inner: Service = async () => Response.error();
  const paged = pager();
  return async (request, service) => {
    inner = service;
    // What the service refuses stays refused, with the words of the service.
    const { limit } = await askedOf(request);
    const checked = await service(request.clone());
    const isOwnAffair = limit !== undefined && (limit > largestPage || !Number.isInteger(limit));
    // The service does not know the cursors of this list.
    const mayBeCursor = [400, 422].includes(checked.status) && (await hasCursorAlone(request));
    const isRefused = checked.status >= 400 && !mayBeCursor;
    if (isRefused || isOwnAffair) return checked;
    // What stands for a limit that is none, the service has said as well.
    const isNone = limit !== undefined && limit < 1 && checked.status === 200;
    const used = isNone ? ((await checked.json()) as PageBody).pagination.limit : limit;
    return paged(isNone ? await asking(request, { limit: used }) : request, pageOfAll);
  };
}

async function hasCursorAlone(request: Request): Promise<boolean> {
  const { cursor, offset } = await askedOf(request);
  return cursor !== undefined && offset === undefined;
}
