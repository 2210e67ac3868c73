import { type Break, type Fault, faults, type Json } from '../kit/fault.ts';
import { onPage, type Sort, sortIn } from '../kit/pages.ts';

const inList = 'listSessions';
const inSearch = 'searchSessions';

/** Faults of what a sort changes of sessions besides their order. */
export const sortedFields: readonly Fault[] = [
  ...faults(
    {
      'list-sessions.sort-order/across-pages!open-end': inList,
      'search-sessions.sort/across-pages!open-end': inSearch,
    },
    {
      story:
        'Open sessions are sorted by the last day of time, in an expression that has the name of the column.',
      with: whereSorted(
        ({ field }) => field === 'endDate',
        (session) => {
          session['endDate'] ??= '9999-12-31T23:59:59.999Z';
        },
      ),
    },
  ),
  ...faults(
    {
      'list-sessions.sort-order/across-pages!without-result': inList,
      'search-sessions.sort/across-pages!without-result': inSearch,
    },
    {
      story:
        'The index by which it is sorted downwards covers the columns of a session, and holds no result.',
      deep: true,
      with: whereSorted(
        ({ direction }) => direction === 'desc',
        (session) => {
          session['result'] = null;
        },
      ),
    },
  ),
];

/** Changes the sessions of pages that were asked for in some orders. */
function whereSorted(isMeant: (sort: Sort) => boolean, change: (session: Json) => void): Break {
  return async (request, service) => {
    const sort = await sortIn(request);
    if (sort === undefined || !isMeant(sort)) return service(request);
    return onPage(request, service, (page) => page.data.forEach(change));
  };
}
