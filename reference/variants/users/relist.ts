import { answer, type Break, type Json } from '../../faults/kit/fault.ts';
import { askedOf, asking, type PageBody, sortIn } from '../../faults/kit/pages.ts';
import { type FilterName, filters, filtersOf } from '../../faults/kit/user-filters.ts';
import { showsAll, wholeOf } from '../kit/whole-list.ts';

/** How another team's list of users differs: each part may be left out. */
export interface Difference {
  /** Changes a user, before anything is compared. */
  readonly shows?: (user: Json) => Json;
  /** Filters that this list decides by itself, each with whether a user fits the values. */
  readonly fits?: { readonly [Name in FilterName]?: (user: Json, values: readonly string[]) => boolean };
  /** Users whom the list shows at all. */
  readonly has?: (user: Json) => boolean;
  /** Puts users into another order, given the field and the direction. */
  readonly order?: (users: readonly Json[], field: string, direction: string) => readonly Json[];
}

/**
 * The list and the search over the same users, chosen and ordered in another way, in pages with cursors of its
 * own. The request goes to the service first, which says what is wrong with it.
 */
export function relisted({ shows = (user) => user, fits = {}, has = () => true, order }: Difference): Break {
  return async (request, service) => {
    const { cursor, offset } = await askedOf(request);
    const start = startIn(cursor);
    const checked = start === undefined || offset !== undefined ? request.clone() : await uncursored(request);
    const first = await service(checked);
    // An offset that is past the end of the list of the service may be within this one.
    const mayBeWithin = [400, 422].includes(first.status) && cursor === undefined && (offset ?? 0) > 0;
    const response = mayBeWithin ? await service(await asking(request, { offset: undefined })) : first;
    if (response.status !== 200) return mayBeWithin ? first : response;

    const page = (await response.json()) as PageBody;
    const { pagination } = page;
    const wanted = await filtersOf(request);
    const decided = [...wanted.keys()].filter((name) => fits[name] !== undefined);
    const without = filters((sent) => {
      for (const name of decided) sent.delete(name);
    });
    const isWhole = cursor === undefined && decided.length === 0 && showsAll(page);
    const { items, last } = isWhole
      ? { items: page.data, last: response }
      : await wholeOf(await uncursored(request), (asked) => without(asked, service));
    // Another choice may refuse a further request, such as a limit of requests.
    if (last.status !== 200) return last;
    const users = items
      .map(shows)
      .filter((user) => has(user) && decided.every((name) => fits[name]?.(user, wanted.get(name) ?? [])));
    const sort = await sortIn(request);
    const ordered = order?.(users, sort?.field ?? 'createdAt', sort?.direction ?? 'desc') ?? users;
    return answer(
      response,
      cut(ordered, start ?? Math.max(0, offset ?? 0), pagination.limit, start !== undefined),
    );
  };
}

function cut(users: readonly Json[], start: number, limit: number, byCursor: boolean): PageBody {
  return {
    data: users.slice(start, start + limit),
    pagination: {
      total: users.length,
      limit,
      offset: byCursor ? 0 : start,
      previousCursor: start > 0 ? cursorAt(Math.max(0, Math.min(start, users.length) - limit)) : null,
      nextCursor: start + limit < users.length ? cursorAt(start + limit) : null,
    },
  };
}

async function uncursored(request: Request): Promise<Request> {
  return asking(request, { cursor: undefined });
}

function cursorAt(start: number): string {
  return Buffer.from(`users from ${start}`).toString('base64');
}

function startIn(cursor = ''): number | undefined {
  const [, start] = /^users from (\d+)$/.exec(Buffer.from(cursor, 'base64').toString()) ?? [];
  return start === undefined ? undefined : Number(start);
}
