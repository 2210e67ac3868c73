import { type Fault, fault, query, requestBody } from '../kit/fault.ts';
import { pager } from '../kit/pager.ts';
import { asking, otherPage, type refuse } from '../kit/pages.ts';
import { paginated } from '../kit/routes.ts';

const pageParameters = ['limit', 'offset', 'cursor', 'sort', 'search'];
const told = ['listCompletedSessions', 'listInProgressSessions', 'searchSessions'] as const;
const filtered = ['listClasses', 'listCohorts', 'listUsers', 'searchUsers', 'listSessions', ...told] as const;
const sorted = ['listUsers', 'searchUsers', 'listSessions', ...told] as const;
const withQuery = paginated.filter((id) => id !== 'searchUsers');

/** Faults of what a cursor holds, of what may stand beside it, and of how page parameters are read. */
export const ofCursors: readonly Fault[] = [
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
  fault('pagination.cursor-null!is-a-cursor', {
    on: ['searchUsers'],
    story: 'A null is turned into text and refused as a cursor.',
    with: async (request, service) => {
      const { cursor } = JSON.parse(await request.clone().text()) as { cursor?: unknown };
      return cursor === null ? service(await asking(request, { cursor: 'null' })) : service(request);
    },
  }),
  fault('pagination.cursor-null!other-page', {
    on: ['searchUsers'],
    deep: true,
    story: 'A null cursor is compared with the ids of the rows, and the first row is left out.',
    with: async (request, service) => {
      const { cursor } = JSON.parse(await request.clone().text()) as { cursor?: unknown };
      return cursor === null
        ? service(await asking(request, { cursor: undefined, offset: 1 }))
        : service(request);
    },
  }),
  fault('pagination.search-body!in-the-query', {
    on: ['searchUsers'],
    story: 'The search reads its page from the query, as the list does.',
    with: requestBody(({ limit: _limit, offset: _offset, cursor: _cursor, ...rest }) => rest),
  }),
  fault('pagination.search-body!no-offset', {
    on: ['searchUsers'],
    deep: true,
    story: 'Of the three, the offset is not read from the body.',
    with: requestBody(({ offset: _offset, ...rest }) => rest),
  }),
  ...(['limit', 'offset'] as const).flatMap((name) => [
    fault(`pagination.${name}-integer!ignored`, {
      on: paginated,
      story: `A ${name} that can't be read is taken for none.`,
      with: async (request, service) => {
        const response = await service(request.clone());
        return response.status === 400 ? service(await asking(request, { [name]: undefined })) : response;
      },
    }),
    fault(`pagination.${name}-integer!reads-the-beginning`, {
      on: paginated,
      deep: true,
      story: `The ${name} is read as far as it looks like a number.`,
      with: otherPageOf(name),
    }),
  ]),
  fault('pagination.offset-with-cursor!cursor-wins', {
    on: withQuery,
    story: 'The cursor is looked at first, and an offset beside it is never read.',
    with: query((asked) => {
      if (asked.has('cursor')) asked.delete('offset');
    }),
  }),
  fault('pagination.offset-with-cursor!cursor-wins-in-the-body', {
    on: ['searchUsers'],
    deep: true,
    story: 'The query is validated, the search body is not.',
    with: otherPage(({ cursor }) => (cursor === undefined ? undefined : { offset: undefined })),
  }),
  fault('pagination.offset-with-cursor!zero-is-no-offset', {
    on: paginated,
    deep: true,
    story: 'Whether there is an offset is asked with a condition that takes 0 for no.',
    with: otherPage(({ cursor, offset }) =>
      cursor !== undefined && offset === 0 ? { offset: undefined } : undefined,
    ),
  }),
  fault('pagination.offset-with-cursor!largest', {
    on: paginated,
    deep: true,
    story: 'The largest integer stands for no offset, and a client that sends it is taken at its word.',
    with: otherPage(({ cursor, offset }) =>
      cursor !== undefined && offset === 2_147_483_647 ? { offset: undefined } : undefined,
    ),
  }),
  fault('pagination.offset-with-cursor!zero-in-other-words', {
    on: withQuery,
    deep: true,
    story:
      'Before the rule is looked at, every text that is worth zero is dropped as the default; 0 itself is caught.',
    with: query((asked) => {
      const offset = asked.get('offset');
      if (asked.has('cursor') && offset !== null && offset !== '0' && Number(offset) === 0)
        asked.delete('offset');
    }),
  }),
];

function isLast(name: string): boolean {
  return name === 'role' || name === 'status';
}

function otherPageOf(name: 'limit' | 'offset'): ReturnType<typeof refuse> {
  return async (request, service) => {
    const given = request.method === 'GET' ? new URL(request.url).searchParams.get(name) : undefined;
    const value =
      given === undefined
        ? (JSON.parse(await request.clone().text()) as Record<string, unknown>)[name]
        : given;
    const read = Number.parseInt(String(value), 10);
    return Number.isNaN(read) ? service(request) : service(await asking(request, { [name]: read }));
  };
}
