import { refusal } from '../kit/breaks.ts';
import { dateFilters, dateParameters, datesIn } from '../kit/date-filters.ts';
import { type Break, type Fault, fault, type Json, query, type Service } from '../kit/fault.ts';
import { nextOf, pager } from '../kit/pager.ts';
import {
  askedOf,
  asking,
  eachItem,
  givenIn,
  onPage,
  otherPage,
  type PageBody,
  page,
  sortIn,
} from '../kit/pages.ts';
import type { OperationId } from '../kit/routes.ts';

const users = ['listUsers', 'searchUsers'] as const;
const groups = ['listClasses', 'listCohorts'] as const;
const sorted = [...users, 'listSessions', 'searchSessions'] as const;
const sessions: readonly OperationId[] = [
  'listSessions',
  'listCompletedSessions',
  'listInProgressSessions',
  'searchSessions',
];
const beside = new Set(['limit', 'offset', 'cursor', 'sort']);

/** Drops an offset that stands beside a cursor. */
const cursorWins = otherPage(({ cursor, offset }) =>
  cursor !== undefined && offset !== undefined ? { offset: undefined } : undefined,
);

/** Faults of what only several filters, an order and a cursor show together (chapter Pagination). */
export const anyCombination: readonly Fault[] = [
  fault('pagination.ways-agree/any-combination!counted-first', {
    on: [...groups, ...users, ...sessions, 'listStudySessions'],
    story: 'The rows are counted before the last of several filters is added to the query.',
    with: under(2, async (request, service, names) => {
      const { cursor } = await askedOf(request);
      const last = names.at(-1);
      if (cursor !== undefined || last === undefined) return service(request);
      const wide = await service(await without(request, last));
      if (!wide.ok) return service(request);
      const { pagination } = (await wide.json()) as PageBody;
      return onPage(request, service, (page) => {
        page.pagination.total = pagination.total;
      });
    }),
  }),
  fault('pagination.ways-agree/any-combination!word-behind-cursor', {
    on: groups,
    story: 'The word for the current year is looked up for first pages only.',
    with: async (request, service) => {
      const { academicYearId: year, cursor } = await givenIn(request);
      return year === 'current' && cursor !== undefined
        ? refusal(400, 'The academic year is invalid.')
        : service(request);
    },
  }),
  fault('pagination.ways-agree/any-combination!as-written', {
    on: groups,
    deep: true,
    story: 'The index over year and name knows names as they are written.',
    with: under(2, async (request, service) => {
      const { search } = await givenIn(request);
      return onPage(request, service, (page) => {
        page.data = page.data.filter(({ name }) => name === search);
        page.pagination.total = page.data.length;
      });
    }),
  }),
  fault('pagination.ways-agree/any-combination!last-value', {
    on: [...users, 'listSessions', 'searchSessions'],
    deep: true,
    story: 'The bindings of a sorted query are counted without the sort, and the last value has none.',
    with: async (request, service) =>
      service((await sortIn(request)) ? await withoutLastValues(request) : request),
  }),
  fault('pagination.ways-agree/any-combination!order-of-three', {
    on: [...users, 'listSessions'],
    deep: true,
    story: 'With a third filter the rows come from another index, in its order.',
    with: under(3, async (request, service) =>
      (await sortIn(request))
        ? service(request)
        : page(({ data }) => {
            data.reverse();
          })(request, service),
    ),
  }),
  fault('pagination.ways-agree/any-combination!fields-of-three', {
    on: users,
    deep: true,
    story: 'The classes of a user take one join more than a query with three filters has.',
    with: under(
      3,
      eachItem((user) => {
        delete user['classIds'];
      }),
    ),
  }),
  fault('pagination.ways-agree/any-combination!one-bound', {
    on: ['listSessions', 'searchSessions'],
    deep: true,
    story: 'A cursor has room for one end of a range where it keeps two other filters.',
    with: oneBound(),
  }),
  fault('pagination.ways-agree/any-combination!timestamp-refused', {
    on: ['listCompletedSessions', 'listInProgressSessions', 'searchSessions', 'listStudySessions'],
    deep: true,
    story: 'One list was left on the reader of dates from before timestamps, and refuses them.',
    with: refusingDates((dates) => dates.some(([, value]) => /^-?\d+$/.test(value))),
  }),
  fault('pagination.ways-agree/any-combination!range-refused', {
    on: ['listCompletedSessions', 'listInProgressSessions', 'searchSessions', 'listStudySessions'],
    deep: true,
    story: 'One list takes `gt` and `lte` on a date for a conflict.',
    with: refusingDates((dates) =>
      ['[gt]', '[lte]'].every((end) => dates.some(([name]) => name.endsWith(end))),
    ),
  }),
  fault('pagination.ways-agree/any-combination!turned-back', {
    on: [...users, ...sessions],
    deep: true,
    story: 'Going back under two filters reads from the end, and nobody turns the rows round again.',
    with: under(
      2,
      pager({
        shows: ({ back, body }) => {
          if (back) body.data.reverse();
        },
      }),
    ),
  }),
  fault('pagination.ways-agree/any-combination!read-without', {
    on: [...sessions, 'listStudySessions'],
    deep: true,
    story: 'The rows are counted by all of several filters, and read by all but the last one.',
    with: under(2, async (request, service, names) => {
      const { cursor } = await askedOf(request);
      if (cursor !== undefined) return service(request);
      const wide = await service(await without(request, names.at(-1) ?? ''));
      const { data } = (await wide.json()) as PageBody;
      return onPage(request, service, (page) => {
        page.data = data.slice(0, page.data.length);
      });
    }),
  }),
  fault('pagination.ways-agree/any-combination!value-again', {
    on: [...users, 'listCompletedSessions', 'listInProgressSessions'],
    deep: true,
    story: 'Values are joined to the rows, and a value that comes twice brings its rows twice.',
    with: async (request, service) => {
      const values = await valuesIn(request);
      if (new Set(values).size === values.length) return service(request);
      return page(({ data, pagination }) => {
        data.splice(0, data.length, ...data.flatMap((row) => [row, row]).slice(0, pagination.limit));
      })(request, service);
    },
  }),
  fault('pagination.ways-agree/any-combination!two-halves', {
    on: [...users, 'listSessions', 'searchSessions'],
    deep: true,
    story: 'A page of a sorted list is read in two halves, and the second one begins a row too late.',
    with: async (request, service) =>
      (await sortIn(request)) ? inTwoHalves(request, service) : service(request),
  }),
  fault('pagination.ways-agree/any-combination!taken-off-twice', {
    on: users,
    deep: true,
    story: 'Behind a cursor with filters the row that tells whether a page follows is taken off twice.',
    with: under(
      2,
      page(({ data, pagination }, { cursor }) => {
        if (cursor !== undefined && pagination.nextCursor !== null) data.pop();
      }),
    ),
  }),
  fault('pagination.ways-agree/any-combination!rest-as-limit', {
    on: [...users, 'listSessions'],
    deep: true,
    story: 'Whoever follows a cursor and names no limit is told how many rows there are as the limit.',
    with: page(({ data, pagination }, { cursor, limit }) => {
      if (cursor !== undefined && limit === undefined) pagination.limit = data.length;
    }),
  }),
  fault('pagination.ways-agree/any-combination!role-beside-name', {
    on: users,
    deep: true,
    story: 'Names are looked up in an index of their own, and the roles are in another one.',
    with: async (request, service) => {
      const given = await givenIn(request);
      const { name, role } = request.method === 'GET' ? given : searchOf(given);
      return service(name !== undefined && role !== undefined ? await without(request, 'role') : request);
    },
  }),
  fault('pagination.ways-agree/any-combination!upwards-beside-status', {
    on: ['listSessions'],
    deep: true,
    story: 'Where a status is given, an index is read that goes one way.',
    with: query((asked) => {
      if (asked.has('status') && asked.has('sort[direction]')) asked.set('sort[direction]', 'asc');
    }),
  }),
  fault('pagination.ways-agree/each-pair!first-alone', {
    on: [...groups, 'listSessions', 'listCompletedSessions', 'listInProgressSessions', 'listStudySessions'],
    story: 'Where there are two conditions, the second takes the place that the first one needs.',
    with: under(2, async (request, service, names) => {
      const [, second] = names;
      if (names.length > 2 || second === undefined) return service(request);
      return service(
        request.method === 'GET' ? withoutFilters(request, [second]) : await without(request, second),
      );
    }),
  }),
  fault('pagination.ways-agree/each-pair!alone-of-both-kinds', {
    on: ['listCompletedSessions', 'listInProgressSessions'],
    deep: true,
    story: 'The sessions of a learner come from an index of their own, which knows no kinds.',
    with: under(1, async (request, service, names) => {
      if (names.join() !== 'userId') return service(request);
      return service(new Request(request.url.replace(/sessions\/[a-z-]+/, 'sessions'), request));
    }),
  }),
  fault('pagination.ways-agree/each-sorted!all-of-them', {
    on: sorted,
    story: 'What is to be sorted is read from a view, which knows no filters.',
    with: under(1, async (request, service, names) => {
      if (!(await sortIn(request))) return service(request);
      const isQuery = request.method === 'GET';
      return service(isQuery ? withoutFilters(request, names) : await asking(request, { search: {} }));
    }),
  }),
  fault('pagination.ways-agree/each-sorted!no-address', {
    on: users,
    deep: true,
    story: 'Addresses stand in a table of their own, which is joined where nothing is sorted.',
    with: async (request, service) =>
      service((await sortIn(request)) ? await without(request, 'email') : request),
  }),
  fault('pagination.ways-agree/each-sorted!one-way', {
    on: ['listSessions', 'searchSessions'],
    deep: true,
    story: 'What has a status is read from a table of its own, which is sorted one way.',
    with: under(1, async (request, service, names) => {
      const sort = await sortIn(request);
      if (sort === undefined || names.join() !== 'status') return service(request);
      const direction = 'asc';
      return service(
        await asking(
          request,
          request.method === 'GET' ? { 'sort[direction]': direction } : { sort: { ...sort, direction } },
        ),
      );
    }),
  }),
  fault('pagination.ways-agree/any-combination!wide-and-unfiltered', {
    on: ['listUsers', 'listSessions'],
    deep: true,
    story: 'Pages of more than a hundred come from what was written for exports, which knows no filters.',
    with: async (request, service) => {
      const { limit = 0 } = await askedOf(request);
      return service(limit > 100 ? withoutFilters(request, await filterNames(request)) : request);
    },
  }),
  fault('pagination.offset-with-cursor/filtered!cursor-wins', {
    on: [...groups, ...users, 'listSessions', 'listCompletedSessions', 'listInProgressSessions'],
    story: 'The cursor is looked at first, and an offset beside it is never read.',
    with: cursorWins,
  }),
  fault('pagination.offset-with-cursor/filtered!where-filtered', {
    on: ['searchUsers', 'listCohorts', 'listSessions'],
    deep: true,
    story: 'The filtered list has a route of its own, to which the rule was never added.',
    with: under(1, cursorWins),
  }),
  fault('pagination.ways-agree/any-combination!row-again', {
    on: [...groups, 'listStudySessions'],
    deep: true,
    story: 'Under a filter a page begins with the row that its cursor names.',
    with: under(1, pager({ next: (at) => less(nextOf(at), at.steps > 0 ? 0 : 1) })),
  }),
  fault('pagination.ways-agree/any-combination!full-page', {
    on: [...groups, 'listStudySessions'],
    story: 'A page that is full has a next one.',
    with: page(({ data, pagination }, { offset = 0, limit }) => {
      if (offset > 0 && data.length === limit) pagination.nextCursor ??= btoa('next');
    }),
  }),
  fault('pagination.ways-agree/any-combination!rows-as-limit', {
    on: groups,
    deep: true,
    story: 'The last page of a walk tells how many rows it has as its limit.',
    with: under(
      1,
      page(({ data, pagination }, { cursor }) => {
        if (cursor !== undefined) pagination.limit = data.length;
      }),
    ),
  }),
  fault('pagination.ways-agree/any-combination!place-told', {
    on: [...sessions, 'listStudySessions'],
    deep: true,
    story: 'Where several filters were combined, a cursor becomes an offset, and the answer tells it.',
    with: under(
      2,
      pager({
        shows: ({ start, body }) => {
          body.pagination.offset = start;
        },
      }),
    ),
  }),
];

/** The same request without some filters, for lists whose filters stand in the query. */
function withoutFilters(request: Request, names: readonly string[]): Request {
  const url = new URL(request.url);
  for (const key of [...url.searchParams.keys()])
    if (names.includes(key.replace(/\[.*/, ''))) url.searchParams.delete(key);
  return new Request(url, request);
}

/** Breaks requests with so many filters or more, and tells their names. */
function under(
  least: number,
  broken: (request: Request, service: Service, names: readonly string[]) => Promise<Response>,
): Break {
  return async (request, service) => {
    const names = await filterNames(request);
    return names.length < least ? service(request) : broken(request, service, names);
  };
}

/** The filters of a request, in their order: those of its query, or of the search in its body. */
async function filterNames(request: Request): Promise<readonly string[]> {
  const given = await givenIn(request);
  if (request.method !== 'GET') return Object.keys(searchOf(given));
  const names = Object.keys(given).map((key) => key.replace(/\[.*/, ''));
  return [...new Set(names)].filter((name) => !beside.has(name));
}

function searchOf({ search }: Json): Json {
  return typeof search === 'object' && search !== null ? (search as Json) : {};
}

async function without(request: Request, name: string): Promise<Request> {
  if (request.method === 'GET') return asking(request, { [name]: undefined });
  const { [name]: _, ...search } = searchOf(await givenIn(request));
  return asking(request, { search });
}

async function withoutLastValues(request: Request): Promise<Request> {
  const isList = (values: unknown): values is unknown[] => Array.isArray(values) && values.length > 1;
  if (request.method !== 'GET') {
    const search = Object.entries(searchOf(await givenIn(request)));
    const cut = search.map(([name, values]) => [name, isList(values) ? values.slice(0, -1) : values]);
    return asking(request, { search: Object.fromEntries(cut) });
  }
  const url = new URL(request.url);
  for (const name of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(name);
    if (!isList(values)) continue;
    url.searchParams.delete(name);
    for (const value of values.slice(0, -1)) url.searchParams.append(name, value);
  }
  return new Request(url, request);
}

async function valuesIn(request: Request): Promise<readonly string[]> {
  if (request.method === 'GET') return [...new URL(request.url).searchParams].map((pair) => pair.join());
  const search = Object.entries(searchOf(await givenIn(request)));
  return search.flatMap(([name, values]) => [values].flat().map((value) => `${name} ${String(value)}`));
}

async function inTwoHalves(request: Request, service: Service): Promise<Response> {
  const { limit, cursor, offset } = await askedOf(request);
  if (limit === undefined || limit < 2 || cursor !== undefined || offset !== undefined)
    return service(request);
  return onPage(await asking(request, { limit: limit + 1 }), service, ({ data, pagination }) => {
    pagination.limit = limit;
    if (data.length > limit) data.splice(Math.floor(limit / 2), 1);
  });
}

function less(place: number | null, by: number): number | null {
  return place === null ? null : place - by;
}

function oneBound(): Break {
  const walk = pager();
  const cut = dateFilters((asked) => {
    if (asked.has('startDate[gt]')) asked.delete('startDate[lte]');
  });
  return async (request, service) => {
    const { cursor } = await askedOf(request);
    const isCut = cursor !== undefined && (await filterNames(request)).length > 2;
    return walk(request, isCut ? (inner) => cut(inner, service) : service);
  };
}

/** Refuses requests with such date filters: names of parameters, and their values. */
function refusingDates(isRefused: (dates: readonly [name: string, value: string][]) => boolean): Break {
  return async (request, service) =>
    isRefused(dateParameters(await datesIn(request))) ? refusal(400, 'A date is invalid.') : service(request);
}
