import { refusal, remembering } from '../kit/breaks.ts';
import { type Break, type Fault, fault, faultsFrom, type Json } from '../kit/fault.ts';
import { pager } from '../kit/pager.ts';
import { askedOf, asking, givenIn } from '../kit/pages.ts';

const pageParameters = ['limit', 'offset', 'cursor', 'sort', 'search'];
/** Lists for which the interface shows no parameters. The profile of the reference gives them filters and a sort. */
const fromProfile = ['listCompletedSessions', 'listInProgressSessions', 'searchSessions'] as const;
const filtered = [
  'listClasses',
  'listCohorts',
  'listUsers',
  'searchUsers',
  'listSessions',
  ...fromProfile,
] as const;
const sorted = ['listUsers', 'searchUsers', 'listSessions', ...fromProfile] as const;

/** Faults of the filters and the order of a walk, which a cursor has to keep (chapter Pagination). */
export const cursorKeeps: readonly Fault[] = [
  fault('pagination.cursor-keeps-filters!forgets-all', {
    on: filtered,
    story: 'A cursor holds a position, and a request with a cursor looks at nothing else.',
    with: pager({
      forgets: (name) => !pageParameters.includes(name),
      forgetsSearched: () => true,
    }),
  }),
  fault('pagination.cursor-keeps-filters!third-page', {
    on: filtered,
    deep: true,
    story: 'The filters are copied from the first request into the first cursor, and no further.',
    with: pager({
      forgets: (name, steps) => steps > 1 && !pageParameters.includes(name),
      forgetsSearched: (_, steps) => steps > 1,
    }),
  }),
  fault('pagination.cursor-keeps-filters!forgets-the-last', {
    on: ['listUsers', 'searchUsers', 'listSessions', 'searchSessions'],
    deep: true,
    story: 'The filter that was added last is not among those that a cursor holds.',
    with: pager({ forgets: isLast, forgetsSearched: isLast }),
  }),
  ...faultsFrom(
    {
      'pagination.cursor-keeps-filters!forgets-upns': [
        ['listUsers', 'searchUsers'],
        ['upn', 'upns'],
      ],
      'pagination.cursor-keeps-filters!forgets-external-ids': [
        ['listUsers', 'searchUsers'],
        ['externalId', 'externalIds'],
      ],
      'pagination.cursor-keeps-filters!forgets-usernames': [
        ['listUsers', 'searchUsers'],
        ['username', 'usernames'],
      ],
      'pagination.cursor-keeps-filters!forgets-names': [['listUsers', 'searchUsers'], ['name']],
      'pagination.cursor-keeps-filters!forgets-ends': [
        ['listSessions', 'listCompletedSessions', 'searchSessions'],
        ['endDate'],
      ],
      'pagination.cursor-keeps-filters!forgets-the-search': [['listClasses', 'listCohorts'], ['search']],
    },
    ([on, names]) => ({
      on,
      deep: true,
      story: 'A filter that was added later is not among those that a cursor holds.',
      with: pager({
        forgets: (name) => names.some((one) => one === name),
        forgetsSearched: (name) => names.some((one) => one === name),
      }),
    }),
  ),
  fault('pagination.cursor-keeps-filters!one-list', {
    on: ['listUsers', 'searchUsers'],
    deep: true,
    story: 'A cursor has room for one list of values, and the first one is kept.',
    with: firstListKept(),
  }),
  fault('pagination.cursor-keeps-filters/two-walks!latest', {
    on: ['listClasses', 'listCohorts', 'listUsers', 'listSessions'],
    story:
      'A cursor is a position; the filters are kept for each key, and the walk that begins last has them.',
    with: ofTheLatest(),
  }),
  fault('pagination.cursor-keeps-filters/two-walks!one-at-a-time', {
    on: filtered,
    deep: true,
    story: 'The database has one open cursor for each connection, and a walk under other filters closes it.',
    with: remembering(() => {
      let open = '';
      return async (request, service) => {
        const { cursor, limit: _, offset, ...filters } = await givenIn(request);
        const asked = JSON.stringify(filters);
        if (typeof cursor !== 'string') open = asked;
        const isClosed = typeof cursor === 'string' && offset === undefined && asked !== open;
        return isClosed ? refusal(400, 'The cursor has expired.') : service(request);
      };
    }),
  }),
  fault('pagination.cursor-keeps-filters/many-values!too-long', {
    on: ['listUsers', 'listSessions'],
    story: 'The cursor holds the filters, and the schema allows it a length that a dozen ids go beyond.',
    with: async (request, service) => {
      const { searchParams } = new URL(request.url);
      const isLong = searchParams.has('cursor') && searchParams.getAll('userId').length > 12;
      return isLong ? refusal(400, 'The cursor is invalid.') : service(request);
    },
  }),
  fault('pagination.cursor-keeps-filters/many-values!cut', {
    on: ['listUsers', 'listSessions'],
    deep: true,
    story: 'A cursor keeps a list of ids that fits into its column, and of a longer one nothing.',
    with: manyForgotten(12),
  }),
  fault('pagination.cursor-keeps-filters/many-values!search-as-list', {
    on: ['searchUsers'],
    story: 'A cursor is checked by the code of the list, which takes thirty ids and no more.',
    with: async (request, service) => {
      const { cursor } = await askedOf(request);
      return cursor !== undefined && (await searchedIds(request)).length > 30
        ? refusal(400, 'The cursor is invalid.')
        : service(request);
    },
  }),
  fault('pagination.cursor-keeps-filters/many-values!thirty', {
    on: ['searchUsers'],
    deep: true,
    story: 'A cursor keeps thirty ids, as many as the list takes.',
    with: thirtyKept(),
  }),
  fault('pagination.cursor-keeps-filters/backwards!forgets-all', {
    on: filtered,
    story: 'Going back was written later, and the page behind a previous cursor looks at nothing else.',
    with: pager({
      forgets: (name, _, back) => back && !pageParameters.includes(name),
      forgetsSearched: (_name, _, back) => back,
    }),
  }),
  fault('pagination.cursor-keeps-filters/backwards!second-step', {
    on: filtered,
    deep: true,
    story: 'The filters are copied into the cursors of a page that was reached forwards, and of no other.',
    with: pager({
      forgets: (name, steps, back) => back && steps > 2 && !pageParameters.includes(name),
      forgetsSearched: (_, steps, back) => back && steps > 2,
    }),
  }),
  fault('pagination.cursor-keeps-sort/backwards!default-order', {
    on: sorted,
    story: 'A page that was reached by going back comes in the default order.',
    with: pager({ forgets: (name, _, back) => back && name === 'sort' }),
  }),
  fault('pagination.cursor-keeps-sort/backwards!turned-round', {
    on: sorted,
    deep: true,
    story: 'Going back reads the rows upwards, and after the first step nobody turns them round again.',
    with: pager({ shows: ({ body, back, steps }) => back && steps > 2 && body.data.reverse() }),
  }),
  fault('pagination.cursor-keeps-sort!default-order', {
    on: sorted,
    story: 'A page reached by a cursor comes in the default order.',
    with: pager({ forgets: (name) => name === 'sort' }),
  }),
  fault('pagination.cursor-keeps-sort!third-page', {
    on: sorted,
    deep: true,
    story: 'The order is copied from the first request into the first cursor, and no further.',
    with: pager({ forgets: (name, steps) => steps > 1 && name === 'sort' }),
  }),
];

function isLast(name: string): boolean {
  return name === 'role' || name === 'status';
}

/** A cursor that forgets usernames where it has ids to keep. */
function firstListKept(): Break {
  const forgetful = pager({
    forgets: (name) => name === 'username',
    forgetsSearched: (name) => name === 'usernames',
  });
  return async (request, service) => {
    const given = await givenIn(request);
    const named = { ...given, ...((given['search'] ?? {}) as Json) };
    return named['userId'] || named['userIds'] ? forgetful(request, service) : service(request);
  };
}

/** A cursor that forgets a list of ids with more values than this. */
function manyForgotten(most: number): Break {
  const forgetful = pager({ forgets: (name) => name === 'userId' });
  return (request, service) =>
    new URL(request.url).searchParams.getAll('userId').length > most
      ? forgetful(request, service)
      : service(request);
}

/** Goes on under the filters of the walk that was begun last. */
function ofTheLatest(): Break {
  return remembering(() => {
    const paged = pager();
    let latest = new URLSearchParams();
    return (request, service) => {
      const url = new URL(request.url);
      const own = url.searchParams;
      if (!own.has('cursor')) latest = own;
      else {
        const page = pageParameters.flatMap((name) => own.getAll(name).map((value) => [name, value]));
        const kept = [...latest].filter(([name]) => !pageParameters.includes(name));
        url.search = String(new URLSearchParams([...kept, ...page]));
      }
      return paged(new Request(url, request), service);
    };
  });
}

/** The ids that a search asks for. */
async function searchedIds(request: Request): Promise<readonly unknown[]> {
  const { search } = await givenIn(request);
  const { userIds } = (search ?? {}) as Json;
  return Array.isArray(userIds) ? userIds : [];
}

/** Pages behind a cursor look for the first thirty ids only. */
function thirtyKept(): Break {
  const paged = pager();
  return (request, service) =>
    paged(request, async (asked) => {
      const { offset } = await askedOf(asked);
      const { search } = await givenIn(asked);
      if (offset === undefined) return service(asked);
      const userIds = (await searchedIds(asked)).slice(0, 30);
      return service(await asking(asked, { search: { ...(search as Json), userIds } }));
    });
}
