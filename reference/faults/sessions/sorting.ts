import { refusal } from '../kit/breaks.ts';
import {
  type Break,
  type Fault,
  fault,
  faults,
  faultsFrom,
  type Json,
  query,
  requestBody,
} from '../kit/fault.ts';
import { asking, type Sort, sortIn } from '../kit/pages.ts';
import { cursorSkipsTies, eachPageByItself, tiesMove } from '../kit/sorted-pages.ts';
import { searched } from './search-body.ts';

const inList = ['listSessions'] as const;
const inSearch = ['searchSessions'] as const;
const byEnd = ({ field }: Sort) => field === 'endDate';
const downwards = ({ direction }: Sort) => direction === 'desc';

/** Faults of the order in which sessions come (chapter Initial-assessment sessions). */
export const sorting: readonly Fault[] = [
  fault('list-sessions.sort', {
    on: inList,
    story: 'The sort was renamed by a breaking change that the server missed.',
    with: async (request, service) =>
      isSorted(new URL(request.url).searchParams) ? refusal(400, 'There is no sort.') : service(request),
  }),
  fault('list-sessions.sort-default!newest-first', {
    on: inList,
    story: 'Lists come newest first, as everywhere else.',
    with: query((asked) => {
      if (!isSorted(asked)) asked.set('sort[direction]', 'desc');
    }),
  }),
  fault('list-sessions.sort-default!unsorted-inside', {
    on: inList,
    deep: true,
    story: 'Without a sort pages after the first come as the database has them.',
    with: query((asked) => {
      if (!isSorted(asked) && Number(asked.get('offset')) > 0) asked.set('sort[field]', 'endDate');
    }),
  }),
  fault('list-sessions.sort-order!direction-ignored', {
    on: inList,
    story: 'The direction is read from the wrong level of the object.',
    with: query((asked) => asked.delete('sort[direction]')),
  }),
  fault('list-sessions.sort-order!field-ignored-descending', {
    on: inList,
    deep: true,
    story: 'The descending order of ends has no index and falls back to starts.',
    with: query((asked) => {
      if (asked.get('sort[direction]') === 'desc') asked.set('sort[field]', 'startDate');
    }),
  }),
  ...faults(
    {
      'list-sessions.sort-order/whole!ended': 'listSessions',
      'search-sessions.sort/whole!ended': 'searchSessions',
    },
    {
      story: 'The order of ends is read from an index that leaves out what has no end.',
      with: withEnded(byEnd),
    },
  ),
  ...faults(
    {
      'list-sessions.sort-order/whole!ended-downwards': 'listSessions',
      'search-sessions.sort/whole!ended-downwards': 'searchSessions',
    },
    {
      deep: true,
      story: 'In the descending order what has no end would come first, and is left out.',
      with: withEnded((sort) => byEnd(sort) && downwards(sort)),
    },
  ),
  fault('search-sessions.sort!ignored', {
    on: inSearch,
    story: 'The order is read from the query.',
    with: requestBody(({ sort: _, ...rest }) => rest),
  }),
  fault('search-sessions.sort!ends-ignored', {
    on: inSearch,
    deep: true,
    story: 'Ends have no index in descending order.',
    with: async (request, service) => {
      const sort = await sortIn(request);
      if (sort === undefined || !byEnd(sort) || !downwards(sort)) return service(request);
      return service(await asking(request, { sort: { ...sort, field: 'startDate' } }));
    },
  }),
  ...faults(
    {
      'list-sessions.sort-order/across-pages!each-page-by-itself': 'listSessions',
      'search-sessions.sort/across-pages!each-page-by-itself': 'searchSessions',
    },
    {
      story: 'A page is cut out in the default order, and sorted as it was asked for then.',
      with: eachPageByItself,
    },
  ),
  ...faultsFrom(
    {
      'list-sessions.sort-order/across-pages!ties-move': { on: inList, slips: byEnd },
      'search-sessions.sort/across-pages!ties-move': { on: inSearch, slips: downwards },
    },
    ({ on, slips }) => ({
      on,
      deep: true,
      story:
        'The sort has no tie-breaker, and behind an offset another one of those who are alike is left out.',
      with: tiesMove(slips),
    }),
  ),
  ...faultsFrom(
    {
      'list-sessions.sort-order/across-pages!cursor-skips-ties': { on: inList, slips: byEnd },
      'search-sessions.sort/across-pages!cursor-skips-ties': { on: inSearch, slips: downwards },
    },
    ({ on, slips }) => ({
      on,
      deep: true,
      story:
        'A cursor holds the value of the last row alone, and the others with that value are never shown.',
      with: cursorSkipsTies(slips),
    }),
  ),
];

function isSorted(asked: URLSearchParams): boolean {
  return [...asked.keys()].some((name) => name.startsWith('sort['));
}

/** Shows what has ended alone in some orders. */
function withEnded(isBroken: (sort: Sort) => boolean): Break {
  const ended = { query: query((asked) => asked.set('status', 'Completed')), body: searched(asEnded) };
  return async (request, service) => {
    const sort = await sortIn(request);
    if (sort === undefined || !isBroken(sort)) return service(request);
    return (request.method === 'GET' ? ended.query : ended.body)(request, service);
  };
}

function asEnded(search: Json): Json {
  return { ...search, status: 'Completed' };
}
