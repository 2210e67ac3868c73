import { type Break, type Fault, faults, type Json } from '../kit/fault.ts';
import { askedOf, onPage, type Sort, sortIn } from '../kit/pages.ts';

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
  ...faults(
    {
      'list-sessions.sort-order/across-pages!past-null': inList,
      'search-sessions.sort/across-pages!past-null': inSearch,
    },
    {
      story:
        'What comes behind the session of a cursor is what has a later end, and no comparison finds what has none.',
      deep: true,
      with: pastNull('asc'),
    },
  ),
  ...faults(
    {
      'list-sessions.sort-order/across-pages!before-null': inList,
      'search-sessions.sort/across-pages!before-null': inSearch,
    },
    {
      story:
        'Behind an open session, which has no end to compare with, a cursor of the descending order finds nothing.',
      deep: true,
      with: pastNull('desc'),
    },
  ),
];

/** Ends a list sorted by ends, one way, where a page that follows a cursor begins with an open session. */
function pastNull(way: string): Break {
  return async (request, service) => {
    const sort = await sortIn(request);
    const { cursor } = await askedOf(request);
    if (cursor === undefined || sort?.field !== 'endDate' || sort.direction !== way) return service(request);
    return onPage(request, service, (page) => {
      const place = page.data.findIndex((session) => session['endDate'] === undefined);
      if (place === -1) return;
      page.data = page.data.slice(0, place);
      page.pagination.nextCursor = null;
    });
  };
}

/** Changes the sessions of pages that were asked for in some orders. */
function whereSorted(isMeant: (sort: Sort) => boolean, change: (session: Json) => void): Break {
  return async (request, service) => {
    const sort = await sortIn(request);
    if (sort === undefined || !isMeant(sort)) return service(request);
    return onPage(request, service, (page) => page.data.forEach(change));
  };
}
