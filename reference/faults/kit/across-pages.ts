import { asked, asking, onPage } from '../users/page.ts';
import { remembering } from './breaks.ts';
import { type Break, type Fault, fault, type Json, type Service } from './fault.ts';
import type { OperationId } from './routes.ts';

/** A check, where it is judged, and the orders that a break which few would see is about. */
const homes: readonly (readonly [check: string, on: OperationId, seldom: (sort: Sort) => boolean])[] = [
  ['list-users.sort-order/across-pages', 'listUsers', ({ field }) => field === 'lastName'],
  ['search-users.sort/across-pages', 'searchUsers', ({ field }) => field === 'lastName'],
  ['list-sessions.sort-order/across-pages', 'listSessions', ({ field }) => field === 'endDate'],
  ['search-sessions.sort/across-pages', 'searchSessions', ({ direction }) => direction === 'desc'],
];

interface Sort {
  readonly field: string;
  readonly direction: string;
}

/** Faults of an order that was asked for, from page to page. */
export const acrossPages: readonly Fault[] = homes.flatMap(([check, operation, seldom]) => {
  const on = [operation];
  return [
    fault(`${check}!each-page-by-itself`, {
      on,
      story: 'A page is cut out in the default order, and sorted as it was asked for then.',
      with: eachByItself,
    }),
    fault(`${check}!ties-move`, {
      on,
      deep: true,
      story:
        'The sort has no tie-breaker, and behind an offset another one of those who are alike is left out.',
      with: tiesMove(seldom),
    }),
    fault(`${check}!cursor-skips-ties`, {
      on,
      deep: true,
      story:
        'A cursor holds the value of the last row alone, and the others with that value are never shown.',
      with: remembering(() => skippingTies(seldom)),
    }),
  ];
});

async function eachByItself(request: Request, service: Service): Promise<Response> {
  const sort = await sortOf(request);
  if (sort === undefined) return service(request);
  return onPage(await asking(request, { sort: undefined }), service, (page) => {
    const sign = sort.direction === 'desc' ? -1 : 1;
    page.data.sort((a, b) => sign * (valueIn(a, sort) < valueIn(b, sort) ? -1 : 1));
  });
}

/** The row before a page comes again in place of the first one, where both are alike. */
function tiesMove(seldom: (sort: Sort) => boolean): Break {
  return async (request, service) => {
    const sort = await sortOf(request);
    const offset = Number((await asked(request, 'offset')) ?? 0);
    if (sort === undefined || !seldom(sort) || offset === 0) return service(request);
    const one = await service(await asking(request, { offset: offset - 1, limit: 1 }));
    const { data = [] } = one.ok ? ((await one.json()) as { data?: Json[] }) : {};
    return onPage(request, service, (page) => {
      const [before, first] = [data[0], page.data[0]];
      if (before && first && isAlike(before, first, sort)) page.data[0] = before;
    });
  };
}

function skippingTies(seldom: (sort: Sort) => boolean): Break {
  const lasts = new Map<string, Json>();
  return async (request, service) => {
    const sort = await sortOf(request);
    if (sort === undefined || !seldom(sort)) return service(request);
    const before = lasts.get(String(await asked(request, 'cursor')));
    return onPage(request, service, (page) => {
      const last = page.data.at(-1);
      const { nextCursor } = page.pagination;
      if (last && nextCursor !== null) lasts.set(nextCursor, last);
      if (before) page.data = page.data.filter((row) => !isAlike(before, row, sort));
    });
  };
}

async function sortOf(request: Request): Promise<Sort | undefined> {
  return (await asked(request, 'sort')) as Sort | undefined;
}

function isAlike(a: Json, b: Json, { field }: Sort): boolean {
  return a[field] !== undefined && a[field] === b[field];
}

function valueIn(row: Json, { field }: Sort): string {
  return String(row[field] ?? '');
}
