import { refusal } from '../kit/breaks.ts';
import { type Break, type Fault, fault, type Json, query } from '../kit/fault.ts';
import { eachItem, givenIn, onPage, type PageBody, sortIn } from '../kit/pages.ts';

/** Faults of sessions whose totals and whose items tell different things, and of filters that only one way takes. */
export const inVain: readonly Fault[] = [
  fault('session.status-values!one-word', {
    on: ['listSessions'],
    touches: ['listInProgressSessions'],
    story: 'The list shows the status of the test, which is another field of that name.',
    with: eachItem((session) => {
      session['status'] = 'Completed';
    }),
  }),
  fault('list-completed-sessions.kind!one-marked', {
    on: ['listCompletedSessions'],
    story: 'One state of the marking is shown as it is called inside.',
    deep: true,
    with: eachItem((session, at, sessions) => {
      if (at === sessions.length - 1) session['status'] = 'Marked';
    }),
  }),
  fault('list-sessions.status!one-more', {
    on: ['listSessions'],
    story: 'The counts by status are kept in a table of their own, and one of them was never corrected.',
    deep: true,
    with: where(
      (asked) => asked.has('status'),
      (body) => {
        body.pagination.total += 1;
      },
    ),
  }),
  ...(
    [
      ['list-sessions.filters-combine/statuses', 'listSessions', 'subject', false],
      ['search-sessions.search/filters-combine-statuses', 'searchSessions', 'subjects', false],
      ['list-sessions.filters-combine/statuses!of-a-test', 'listSessions', 'testId', true],
      ['search-sessions.search/filters-combine-statuses!of-a-test', 'searchSessions', 'testIds', true],
    ] as const
  ).map(([id, op, name, deep]) =>
    fault(id, {
      on: [op],
      ...(deep ? { deep } : {}),
      story:
        'With a status the query joins what is in force of the tests, and loses sessions of older versions.',
      with: async (request, service) => {
        const asked = request.method === 'GET' ? request.url : await request.clone().text();
        const isMeant = asked.includes(name) && asked.includes('status');
        if (!isMeant) return service(request);
        return onPage(request, service, (body) => {
          if (body.pagination.total > 1) body.pagination.total -= 1;
        });
      },
    }),
  ),
  fault('list-sessions.filters-combine!counted-apart', {
    on: ['listSessions'],
    story: 'The totals of two filters are added up.',
    deep: true,
    with: where(
      (asked) => new Set([...asked.keys()].filter(isFilter)).size > 1,
      (body) => {
        body.pagination.total += 1000;
      },
    ),
  }),
  fault('list-sessions.end-date/open!of-the-page', {
    on: ['listSessions'],
    story: 'With a filter on the end, the total is told by the cache, where it is that of a single one.',
    with: where(
      (asked) => asksFor(asked, 'endDate'),
      (body) => {
        body.pagination.total = Math.min(1, body.pagination.total);
      },
    ),
  }),
  fault('list-sessions.end-date/open!counted-before', {
    on: ['listSessions'],
    story: 'The count up to a moment includes the session that is the first to have no end.',
    deep: true,
    with: where(
      (asked) => asked.has('endDate[lte]'),
      (body) => {
        body.pagination.total += 1;
      },
    ),
  }),
  fault('list-sessions.user-id-repeated/every-place!stray', {
    on: ['listSessions'],
    story: 'Many values are put in a filter of bits, which now and then takes another for one of them.',
    deep: true,
    with: strayed((asked) => asked.getAll('userId').length > 20),
  }),
  fault('list-sessions.user-id-repeated!stray', {
    on: ['listSessions'],
    story: 'Several values are looked up by a sum of each, which another may have as well.',
    deep: true,
    with: strayed((asked) => asked.getAll('userId').length > 1),
  }),
  fault('list-sessions.start-date!same-moment', {
    on: ['listSessions'],
    story: 'A range that begins where it ends is taken for empty, and an empty range for none.',
    deep: true,
    with: query((asked) => {
      const [from, to] = [asked.get('startDate[gte]'), asked.get('startDate[lte]')];
      if (from === null || from !== to) return;
      asked.delete('startDate[gte]');
      asked.delete('startDate[lte]');
    }),
  }),
  fault('search-sessions.search/same-as-list!three', {
    on: ['searchSessions'],
    story: 'A search takes two filters, and refuses more.',
    deep: true,
    with: async (request, service) => {
      const search = ((await givenIn(request))['search'] ?? {}) as Json;
      return Object.keys(search).length > 2 ? refusal(400, 'Too many filters.') : service(request);
    },
  }),
  fault('search-sessions.sort!refused', {
    on: ['searchSessions'],
    story: 'The search takes the order that it has anyway, and refuses every other.',
    with: async (request, service) => {
      const sort = await sortIn(request);
      const isDefault = !sort || (sort.field === 'startDate' && sort.direction === 'asc');
      return isDefault ? service(request) : refusal(400, 'There is no such order.');
    },
  }),
];

const isFilter = (name: string) => /^(?:userId|testId|subject|status|startDate|endDate)/.test(name);

function asksFor(asked: URLSearchParams, date: string): boolean {
  return [...asked.keys()].some((name) => name.startsWith(`${date}[`));
}

/** Changes the page where something is true of the query. */
function where(when: (asked: URLSearchParams) => boolean, change: (body: PageBody) => void): Break {
  return (request, service) =>
    onPage(request, service, (body) => {
      if (when(new URL(request.url).searchParams)) change(body);
    });
}

/** Puts a session that was not asked for in the place of the last one. */
function strayed(when: (asked: URLSearchParams) => boolean): Break {
  return async (request, service) => {
    const url = new URL(request.url);
    const isLong = when(url.searchParams);
    const values = url.searchParams.getAll('userId');
    url.search = '';
    const all = (await (await service(new Request(url, { headers: request.headers }))).json()) as Json;
    const others = ((all['data'] ?? []) as { user?: Json }[]).filter(
      ({ user }) => !values.includes(String(user?.['userId'])),
    );
    return onPage(request, service, ({ data }) => {
      const [stray] = others;
      if (isLong && stray && data.length > 0) data[data.length - 1] = stray as Json;
    });
  };
}
