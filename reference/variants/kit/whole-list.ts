import { answer, type Break, type Json, type Service } from '../../faults/kit/fault.ts';
import { pager } from '../../faults/kit/pager.ts';
import { askedOf, asking, type PageBody } from '../../faults/kit/pages.ts';

/** The most items that the reference shows on one page. */
const largestPage = 1000;

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
    const found: Json[] = [];
    let response = await inner(await asking(request, { limit: largestPage, offset: undefined }));
    for (;;) {
      if (response.status !== 200) return response;
      const { data, pagination } = (await response.json()) as PageBody;
      found.push(...data);
      // A service may show fewer on a page than were asked for.
      if (data.length === 0 || pagination.total === undefined || found.length >= pagination.total) break;
      response = await inner(await asking(request, { limit: largestPage, offset: found.length }));
    }
    const items = await change(found, request, inner);
    const pagination = { total: items.length, limit, offset, previousCursor: null, nextCursor: null };
    return answer(response, { data: items.slice(offset, offset + limit), pagination });
  };
  let inner: Service = async () => Response.error();
  const paged = pager();
  return async (request, service) => {
    inner = service;
    // What the service refuses stays refused, with the words of the service.
    const { limit } = await askedOf(request);
    const checked = await service(request.clone());
    const isOwnAffair = limit !== undefined && (limit > largestPage || !Number.isInteger(limit));
    const isRefused = checked.status >= 400 && !(checked.status === 400 && (await hasCursorAlone(request)));
    if (isRefused || isOwnAffair) return checked;
    return paged(request, pageOfAll);
  };
}

async function hasCursorAlone(request: Request): Promise<boolean> {
  const { cursor, offset } = await askedOf(request);
  return cursor !== undefined && offset === undefined;
}
