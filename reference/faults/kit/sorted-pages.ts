import { remembering } from './breaks.ts';
import type { Break, Json } from './fault.ts';
import { askedOf, asking, onPage, type Sort, sortIn } from './pages.ts';

/** Cuts a page out in the default order, and sorts it as it was asked for then. */
export const eachPageByItself: Break = async (request, service) => {
  const sort = await sortIn(request);
  if (sort === undefined) return service(request);
  return onPage(await asking(request, { sort: undefined }), service, (page) => {
    const sign = sort.direction === 'desc' ? -1 : 1;
    page.data.sort((a, b) => sign * (valueIn(a, sort) < valueIn(b, sort) ? -1 : 1));
  });
};

/**
 * Begins a page at an offset with the row before it, where both rows have the same sort key.
 *
 * @param slips the orders in which it does
 */
export function tiesMove(slips: (sort: Sort) => boolean): Break {
  return async (request, service) => {
    const sort = await sortIn(request);
    const { offset = 0 } = await askedOf(request);
    if (sort === undefined || !slips(sort) || offset === 0) return service(request);
    const one = await service(await asking(request, { offset: offset - 1, limit: 1 }));
    const { data = [] } = one.ok ? ((await one.json()) as { data?: Json[] }) : {};
    return onPage(request, service, (page) => {
      const [before, first] = [data[0], page.data[0]];
      if (before && first && isAlike(before, first, sort)) page.data[0] = before;
    });
  };
}

/**
 * Leaves out of a page reached by a cursor the rows with the same sort key as the last row before it.
 *
 * @param slips the orders in which it does
 */
export function cursorSkipsTies(slips: (sort: Sort) => boolean): Break {
  return remembering(() => {
    const lastRows = new Map<string, Json>();
    return async (request, service) => {
      const sort = await sortIn(request);
      if (sort === undefined || !slips(sort)) return service(request);
      const { cursor } = await askedOf(request);
      const before = cursor === undefined ? undefined : lastRows.get(cursor);
      return onPage(request, service, (page) => {
        const last = page.data.at(-1);
        const { nextCursor } = page.pagination;
        if (last && nextCursor !== null) lastRows.set(nextCursor, last);
        if (before) page.data = page.data.filter((row) => !isAlike(before, row, sort));
      });
    };
  });
}

function isAlike(a: Json, b: Json, { field = '' }: Sort): boolean {
  return a[field] !== undefined && a[field] === b[field];
}

function valueIn(row: Json, { field = '' }: Sort): string {
  return String(row[field] ?? '');
}
