import { answer, answerBody, type Break, type Fault, fault, type Json, query, requestBody } from './fault.ts';
import { type PageBody, page } from './pages.ts';
import type { OperationId } from './routes.ts';

const lists = ['listSessions', 'listCompletedSessions', 'listInProgressSessions'] as const;
const withResults = ['listSessions', 'listCompletedSessions'] as const;
const withOpen = ['listSessions', 'listInProgressSessions'] as const;
const whole = ['listSessions'] as const;

/** A check, where it turns red, how a team comes to it, and what becomes of a session; `false` leaves it alone. */
type Slip = readonly [
  id: string,
  on: readonly OperationId[],
  story: string,
  change: (session: Json, index: number, all: readonly Json[]) => unknown,
  depth?: 'deep',
];

const slips: readonly Slip[] = [
  [
    'session.session-id!of-the-user',
    lists,
    'The identifier is that of the learner.',
    (session, _, all) => Object.assign(session, { sessionId: all[0]?.['sessionId'] }),
  ],
  [
    'session.session-id!last-twice',
    lists,
    'A join brings the last row of a page twice.',
    (session, index, all) =>
      index === all.length - 1 && Object.assign(session, { sessionId: all[index - 1]?.['sessionId'] }),
    'deep',
  ],
  [
    'session.start-date/present',
    lists,
    'A session that was imported has no start.',
    (session, index) => index === 2 && without(session, 'startDate'),
  ],
  [
    'session.status/present',
    lists,
    'The status is computed by a job and absent before it runs.',
    (session, index) => index === 2 && without(session, 'status'),
  ],
  [
    'session.user/present',
    lists,
    'The learner has left and is no longer joined.',
    (session, index) => index === 2 && Object.assign(session, { user: null }),
  ],
  [
    'session.test/present',
    lists,
    'The test was retired and is no longer joined.',
    (session, index) => index === 2 && Object.assign(session, { test: null }),
  ],
  [
    'session-user.personal-details',
    lists,
    'Personal details are stripped for privacy.',
    (session) => inside(session, 'user', (user) => ({ userId: user['userId'] })),
  ],
  [
    'session-user.identifiers',
    lists,
    'The learner is shown by name only.',
    (session) =>
      inside(session, 'user', ({ userId: _, username: _u, upn: _n, externalId: _e, ...rest }) => rest),
  ],
  [
    'session-test.test-id/present',
    lists,
    'The test is shown by name only.',
    (session) => inside(session, 'test', ({ testId: _, ...rest }) => rest),
  ],
  [
    'session-test.test-version-id/present',
    lists,
    'Versions are left out of the list.',
    (session) => inside(session, 'test', ({ testVersionId: _, ...rest }) => rest),
  ],
  [
    'session.status-values',
    lists,
    'A third status was added for sessions that were paused.',
    (session, index) => index === 2 && Object.assign(session, { status: 'Paused' }),
  ],
  [
    'session.result-when-completed!none',
    withResults,
    'Results are loaded lazily, and the list does not ask for them.',
    (session) => Object.assign(session, { result: null }),
  ],
  [
    'session.result-when-completed!ungraded',
    withResults,
    'A level that cannot be graded counts as no result.',
    (session) => levelOf(session) === 'NA' && Object.assign(session, { result: null }),
    'deep',
  ],
  [
    'session.no-end-date-in-progress!start',
    withOpen,
    'The end is the start until there is one.',
    (session) => session['result'] === null && Object.assign(session, { endDate: session['startDate'] }),
  ],
  [
    'session.no-end-date-in-progress!at-a-years-end',
    withOpen,
    'A job closes the open sessions of a year and forgets their status.',
    (session) =>
      session['result'] === null &&
      String(session['startDate']).includes('-12-31') &&
      Object.assign(session, { endDate: session['startDate'] }),
    'deep',
  ],
  [
    'session.no-result-in-progress!provisional',
    withOpen,
    'A provisional result is shown while the session goes on.',
    (session) => session['result'] === null && Object.assign(session, { result: provisional }),
  ],
  [
    'session.no-result-in-progress!last',
    withOpen,
    'The session that was answered last keeps its cached result.',
    (session, index, all) =>
      session['result'] === null &&
      !all.slice(index + 1).some((each) => each['result'] === null) &&
      Object.assign(session, { result: provisional }),
    'deep',
  ],
  [
    'result.calculated-date!local',
    withResults,
    'The date is formatted for people.',
    (session) => inside(session, 'result', (result) => ({ ...result, calculatedDate: '01/02/2024' })),
  ],
  [
    'result.level!number',
    withResults,
    'The level is the number of the database.',
    (session) => inside(session, 'result', (result) => ({ ...result, level: 7 })),
  ],
  [
    'result.duration!seconds',
    withResults,
    'The duration is a number of seconds as text.',
    (session) => inside(session, 'result', (result) => ({ ...result, duration: '2100' })),
  ],
  [
    'result.duration!over-a-day',
    withResults,
    'A duration of more than a day comes out as days and a clock.',
    (session) =>
      String(inResult(session, 'duration')).startsWith('P1D') &&
      inside(session, 'result', (result) => ({ ...result, duration: 'P1.02:00:00' })),
    'deep',
  ],
  [
    'result-levels.format!slash',
    withResults,
    'Level and sub-level are joined with a slash.',
    (session) => relevel(session, (level) => level.replace(' - ', '/')),
  ],
  [
    'result-levels.format!no-spaces-at-higher',
    withResults,
    'One of the labels was typed without its spaces.',
    (session) => relevel(session, (level) => (level === 'L2 - Higher' ? 'L2-Higher' : level)),
    'deep',
  ],
  [
    'result-levels.values!l3',
    withResults,
    'A level that the next release brings is given early.',
    (session) => relevel(session, (level) => level.replace('L2', 'L3')),
  ],
  [
    'result-levels.values!small-letter',
    withResults,
    'One of the labels was typed with a small letter.',
    (session) => relevel(session, (level) => (level === 'E2 - Middle' ? 'E2 - middle' : level)),
    'deep',
  ],
];

/** Faults of sessions as they are shown. */
const ofItems: readonly Fault[] = slips.map(([id, on, story, change, depth]) =>
  fault(id, {
    on,
    story,
    ...(depth ? { deep: true as const } : {}),
    with: page(({ data }) => data.forEach((session, index) => void change(session, index, data))),
  }),
);

const valued = { 'user-id': 'userId', 'test-id': 'testId', subject: 'subject' } as const;

/** Faults of the filters that take several values. */
const ofFilters: readonly Fault[] = Object.entries(valued).flatMap(([clause, name]) => {
  const id = `list-sessions.${clause}`;
  return [
    fault(`${id}!ignored`, {
      on: whole,
      story: `\`${name}\` is documented and never read.`,
      with: query((asked) => asked.delete(name)),
    }),
    fault(`${id}!ignored-by-one`, {
      on: whole,
      deep: true,
      story: `A list of one value of \`${name}\` is not seen as a list.`,
      with: query((asked) => {
        if (asked.getAll(name).length === 1) asked.delete(name);
      }),
    }),
    fault(`${id}-repeated!last-wins`, {
      on: whole,
      story: `Of a repeated \`${name}\` the last value counts.`,
      with: query((asked) => {
        const last = asked.getAll(name).at(-1);
        if (last !== undefined) asked.set(name, last);
      }),
    }),
    fault(`${id}-repeated!all-or-nothing`, {
      on: whole,
      deep: true,
      story: `A value of \`${name}\` that no session has empties the whole answer.`,
      with: allOrNothing(name),
    }),
    fault(`${id}-no-match!everything`, {
      on: whole,
      story: `A \`${name}\` that is not found becomes no filter.`,
      with: whenNothing(name, async (url, request, service) => {
        url.searchParams.delete(name);
        return service(new Request(url, request));
      }),
    }),
    fault(`${id}-no-match!not-found`, {
      on: whole,
      deep: true,
      story: `A \`${name}\` that is not found is answered as if it stood in the path.`,
      with: whenNothing(name, async () => refusal(404)),
    }),
  ];
});

/** Faults of the lists: their other filters, their order, their kinds. */
const ofLists: readonly Fault[] = [
  fault('list-sessions.success', {
    on: whole,
    story: 'A search is answered with 202, for results may follow.',
    with: async (request, service) => {
      const response = await service(request);
      return response.ok ? answer(response, await response.json(), { status: 202 }) : response;
    },
  }),
  fault('list-sessions.all-optional', {
    on: whole,
    story: 'The validator wants at least one filter.',
    with: async (request, service) => (new URL(request.url).search === '' ? refusal(400) : service(request)),
  }),
  fault('list-sessions.start-date!completed-only', {
    on: whole,
    story: 'With a date filter the query joins the results, which open sessions lack.',
    with: keepWhen(
      (asked) => has(asked, 'startDate['),
      (session) => session['result'] !== null,
    ),
  }),
  fault('list-sessions.start-date!exact-moments', {
    on: whole,
    deep: true,
    story: 'A range that includes both its ends is looked up among the results, which open sessions lack.',
    with: keepWhen(
      (asked) => asked.has('startDate[gte]') && asked.has('startDate[lte]'),
      (session) => session['result'] !== null,
    ),
  }),
  fault('list-sessions.end-date!by-start', {
    on: whole,
    story: 'Both filters were wired to the start.',
    with: query((asked) => {
      for (const [name, value] of [...asked]) {
        if (!name.startsWith('endDate[')) continue;
        asked.delete(name);
        asked.set(name.replace('endDate', 'startDate'), value);
      }
    }),
  }),
  ...(['user-id', 'test-id'] as const).map((clause) =>
    fault(`list-sessions.${clause}-form`, {
      on: whole,
      story: 'An id is compared as text and never checked.',
      with: async (request, service) => {
        const response = await service(request.clone());
        return response.status === 400 ? emptyPage(request, service) : response;
      },
    }),
  ),
  fault('list-sessions.status!ignored', {
    on: whole,
    story: '`status` is documented and never read.',
    with: query((asked) => asked.delete('status')),
  }),
  fault('list-sessions.status!in-progress-ignored', {
    on: whole,
    deep: true,
    story: 'Sessions in progress are found by what they lack, and the condition is never added.',
    with: query((asked) => {
      if (asked.get('status') === 'InProgress') asked.delete('status');
    }),
  }),
  fault('list-sessions.filters-combine!status-beside-test', {
    on: whole,
    story: 'With a test the query runs over another index and drops the status.',
    with: query((asked) => {
      if (asked.has('testId')) asked.delete('status');
    }),
  }),
  fault('list-sessions.filters-combine!third-filter', {
    on: whole,
    deep: true,
    story: 'Beside subject and status there is no index left for the start, and it is dropped.',
    with: query((asked) => {
      if (!asked.has('subject') || !asked.has('status')) return;
      for (const name of [...asked.keys()]) if (name.startsWith('startDate[')) asked.delete(name);
    }),
  }),
  fault('list-sessions.sort', {
    on: whole,
    story: 'The sort was renamed by a breaking change that the server missed.',
    with: async (request, service) =>
      has(new URL(request.url).searchParams, 'sort[') ? refusal(400) : service(request),
  }),
  fault('list-sessions.sort-default!newest-first', {
    on: whole,
    story: 'Lists come newest first, as everywhere else.',
    with: query((asked) => {
      if (!has(asked, 'sort[')) asked.set('sort[direction]', 'desc');
    }),
  }),
  fault('list-sessions.sort-default!unsorted-inside', {
    on: whole,
    deep: true,
    story: 'Without a sort pages after the first come as the database has them.',
    with: query((asked) => {
      if (!has(asked, 'sort[') && Number(asked.get('offset')) > 0) asked.set('sort[field]', 'endDate');
    }),
  }),
  fault('list-sessions.sort-order!direction-ignored', {
    on: whole,
    story: 'The direction is read from the wrong level of the object.',
    with: query((asked) => asked.delete('sort[direction]')),
  }),
  fault('list-sessions.sort-order!field-ignored-descending', {
    on: whole,
    deep: true,
    story: 'The descending order of ends has no index and falls back to starts.',
    with: query((asked) => {
      if (asked.get('sort[direction]') === 'desc') asked.set('sort[field]', 'startDate');
    }),
  }),
  fault('states.two-session-states!lost', {
    on: whole,
    touches: ['listCompletedSessions'],
    story: 'Sessions whose level is not yet published are in neither list.',
    with: page(({ pagination }) => {
      pagination.total -= 1;
    }),
  }),
  fault('states.two-session-states!in-both', {
    on: whole,
    touches: ['listInProgressSessions'],
    deep: true,
    story: 'A session that ended while it was cached is in both lists.',
    with: page(({ pagination }) => {
      pagination.total += 1;
    }),
  }),
  fault('list-sessions.both-kinds', {
    on: whole,
    story: 'The whole list shows what has a result.',
    with: keepWhen(
      () => true,
      (session) => session['result'] !== null,
    ),
  }),
  ...(['completed', 'in-progress'] as const).flatMap((kind) => {
    const on = [kind === 'completed' ? 'listCompletedSessions' : 'listInProgressSessions'] as const;
    const other = kind === 'completed' ? 'InProgress' : 'Completed';
    return [
      gone(`list-${kind}-sessions.exists`, on),
      fault(`list-${kind}-sessions.kind!one`, {
        on,
        story: 'The list reads a replica that lags behind, and shows one session as it was.',
        with: page(({ data }) =>
          data.slice(-1).forEach((session) => void Object.assign(session, { status: other })),
        ),
      }),
      fault(`list-${kind}-sessions.all-of-kind`, {
        on,
        story: 'The newest session of the page is cut off by a clock that is late.',
        with: page(({ data }) => void data.pop()),
      }),
    ];
  }),
];

/** Faults of the session search and of study sessions. */
const ofOthers: readonly Fault[] = [
  gone('search-sessions.exists', ['searchSessions']),
  fault('search-sessions.search!ignored', {
    on: ['searchSessions'],
    story: 'The filters are read from the top of the body.',
    with: requestBody(({ search: _, ...rest }) => rest),
  }),
  fault('search-sessions.search!first-value', {
    on: ['searchSessions'],
    deep: true,
    story: 'Of several users the first one is searched for.',
    with: requestBody((body) => {
      const search = body['search'] as Json;
      return { ...body, search: { ...search, ...firstOf(search['userIds']) } };
    }),
  }),
  fault('search-sessions.sort!ignored', {
    on: ['searchSessions'],
    story: 'The order is read from the query.',
    with: requestBody(({ sort: _, ...rest }) => rest),
  }),
  fault('search-sessions.sort!ends-ignored', {
    on: ['searchSessions'],
    deep: true,
    story: 'Ends have no index in descending order.',
    with: requestBody((body) => {
      const sort = body['sort'] as Json | undefined;
      const slips = sort?.['field'] === 'endDate' && sort['direction'] === 'desc';
      return slips ? { ...body, sort: { ...sort, field: 'startDate' } } : body;
    }),
  }),
  fault('search-sessions.many-values!thirty', {
    on: ['searchSessions'],
    story: 'The validator of the list is used for the search.',
    with: refuseUsers(30),
  }),
  fault('search-sessions.many-values!fifty', {
    on: ['searchSessions'],
    deep: true,
    story: 'The database driver takes fifty values.',
    with: refuseUsers(50),
  }),
  gone('list-study-sessions.exists', ['listStudySessions']),
  fault('list-study-sessions.filtering!user-ignored', {
    on: ['listStudySessions'],
    story: 'The list knows dates only.',
    with: query((asked) => asked.delete('userId')),
  }),
  fault('list-study-sessions.filtering!end-ignored', {
    on: ['listStudySessions'],
    deep: true,
    story: 'The end is documented and never read.',
    with: query((asked) => {
      for (const name of [...asked.keys()]) if (name.startsWith('endDate[')) asked.delete(name);
    }),
  }),
  fault('list-study-sessions.completed', {
    on: ['listStudySessions'],
    story: 'A study session that goes on is listed too.',
    with: page(({ data }) => void (data[1] && without(data[1], 'endDate'))),
  }),
];

/** Faults of chapter Initial-assessment sessions, of result levels, and of the states of sessions. */
export const sessions: readonly Fault[] = [...ofItems, ...ofFilters, ...ofLists, ...ofOthers];

const provisional = { calculatedDate: '2025-01-01T00:00:00.000Z', level: 'E1 - Lower', duration: 'PT5M' };

function without(session: Json, name: string): void {
  delete session[name];
}

function inside(session: Json, name: string, change: (inner: Json) => Json): void {
  const inner = session[name];
  if (typeof inner === 'object' && inner !== null) session[name] = change(inner as Json);
}

function inResult(session: Json, name: string): unknown {
  return (session['result'] as Json | null)?.[name];
}

function levelOf(session: Json): unknown {
  return inResult(session, 'level');
}

function relevel(session: Json, change: (level: string) => string): void {
  inside(session, 'result', (result) => ({ ...result, level: change(String(result['level'])) }));
}

function has(asked: URLSearchParams, start: string): boolean {
  return [...asked.keys()].some((name) => name.startsWith(start));
}

/** Keeps some sessions of a page, and says the smaller total. */
function keepWhen(when: (asked: URLSearchParams) => boolean, keep: (session: Json) => boolean): Break {
  return answerBody((body, request) => {
    const { data, pagination } = body as unknown as PageBody;
    if (!when(new URL(request.url).searchParams)) return body;
    const kept = data.filter(keep);
    return { data: kept, pagination: { ...pagination, total: pagination.total - data.length + kept.length } };
  });
}

type Answering = (
  url: URL,
  request: Request,
  service: (request: Request) => Promise<Response>,
) => Promise<Response>;

/** Answers otherwise when a filter finds nothing. */
function whenNothing(name: string, otherwise: Answering): Break {
  return async (request, service) => {
    const response = await service(request.clone());
    const url = new URL(request.url);
    if (!response.ok || !url.searchParams.has(name)) return response;
    const { pagination } = (await response.clone().json()) as PageBody;
    return pagination.total === 0 ? otherwise(url, request, service) : response;
  };
}

/** Answers with nothing when one of the values by itself finds nothing. */
function allOrNothing(name: string): Break {
  return async (request, service) => {
    const url = new URL(request.url);
    for (const value of new Set(url.searchParams.getAll(name))) {
      const alone = new URL(url);
      alone.search = '';
      alone.searchParams.set(name, value);
      const response = await service(new Request(alone, request));
      const found = response.ok ? ((await response.clone().json()) as PageBody).pagination.total : 1;
      if (found === 0) return response;
    }
    return service(request);
  };
}

async function emptyPage(
  request: Request,
  service: (request: Request) => Promise<Response>,
): Promise<Response> {
  const url = new URL(request.url);
  url.search = '?userId=00000000-0000-4000-8000-000000000000';
  return service(new Request(url, request));
}

function firstOf(ids: unknown): Json {
  return Array.isArray(ids) ? { userIds: ids.slice(0, 1) } : {};
}

function refuseUsers(most: number): Break {
  return async (request, service) => {
    const { search } = JSON.parse(await request.clone().text()) as { search?: { userIds?: unknown[] } };
    return (search?.userIds?.length ?? 0) > most ? refusal(400) : service(request);
  };
}

function gone(id: string, on: readonly OperationId[]): Fault {
  return fault(id, { on, story: 'The route was never deployed.', with: async () => refusal(404) });
}

function refusal(status: number): Response {
  return new Response(JSON.stringify({ status, message: 'The request was refused.' }), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}
