import type { Break, Json } from '../kit/fault.ts';
import { onPage } from '../kit/pages.ts';
import { type FilterName, filtersOf } from '../kit/user-filters.ts';

/** Changes whom a list or a search finds by a filter; `values` are those that were sent with it. */
export function findingBy(
  filter: FilterName,
  found: (users: readonly Json[], values: readonly string[]) => readonly Json[],
): Break {
  return async (request, service) => {
    const values = (await filtersOf(request)).get(filter);
    if (values === undefined) return service(request);
    return onPage(request, service, (page) => {
      const left = found(page.data, values);
      page.pagination.total -= page.data.length - left.length;
      page.data = [...left];
    });
  };
}
