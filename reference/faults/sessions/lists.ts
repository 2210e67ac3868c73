import { answer, type Fault, fault, type Json, query } from '../kit/fault.ts';
import { page } from '../kit/pages.ts';
import { gone, keepWhen, refusal } from './answers.ts';

const whole = ['listSessions'] as const;

/** Faults of the lists: their other filters, their order, their kinds. */
export const ofLists: readonly Fault[] = [
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
  fault('list-sessions.end-date!exact-moments', {
    on: whole,
    deep: true,
    story: 'A range that includes both its ends is looked up by the start.',
    with: query((asked) => {
      if (!asked.has('endDate[gte]') || !asked.has('endDate[lte]')) return;
      for (const operator of ['gte', 'lte']) {
        asked.set(`startDate[${operator}]`, asked.get(`endDate[${operator}]`) ?? '');
        asked.delete(`endDate[${operator}]`);
      }
    }),
  }),
  ...(['user-id', 'test-id'] as const).flatMap((clause) => [
    fault(`list-sessions.${clause}-form!unchecked`, {
      on: whole,
      story: 'An id is compared as text and never checked.',
      with: async (request, service) => {
        const response = await service(request.clone());
        return response.status === 400 ? emptyPage(request, service) : response;
      },
    }),
    fault(`list-sessions.${clause}-form!first-only`, {
      on: whole,
      deep: true,
      story: 'Of several ids the first one is checked.',
      with: query((asked) => {
        const name = clause === 'user-id' ? 'userId' : 'testId';
        const [first, ...others] = asked.getAll(name);
        if (first === undefined || others.length === 0) return;
        asked.set(name, first);
        for (const other of others.filter((each) => /^[0-9a-f-]{36}$/i.test(each))) asked.append(name, other);
      }),
    }),
  ]),
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
  fault('list-sessions.both-kinds!with-results', {
    on: whole,
    story: 'The whole list shows what has a result.',
    with: keepWhen(
      () => true,
      (session) => session['result'] !== null,
    ),
  }),
  fault('list-sessions.both-kinds!a-month-without-open-ones', {
    on: whole,
    deep: true,
    story: 'The open sessions of one month are in a partition that the whole list does not read.',
    with: keepWhen(
      () => true,
      (session) => session['result'] !== null || !inFebruary(session),
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
      fault(`list-${kind}-sessions.kind!on-later-pages`, {
        on,
        deep: true,
        story: 'Pages after the first come from the whole list.',
        with: page(({ data }, { offset = 0 }) => {
          if (offset >= 100)
            data.slice(0, 1).forEach((session) => void Object.assign(session, { status: other }));
        }),
      }),
      fault(`list-${kind}-sessions.all-of-kind!newest-missing`, {
        on,
        story: 'The newest session of the page is cut off by a clock that is late.',
        with: page(({ data }) => void data.pop()),
      }),
      fault(`list-${kind}-sessions.all-of-kind!a-month-missing`, {
        on,
        deep: true,
        story: 'The sessions of one month are in a partition that the list does not read.',
        with: keepWhen(
          () => true,
          (session) => !inFebruary(session),
        ),
      }),
    ];
  }),
];

function inFebruary(session: Json): boolean {
  return String(session['startDate']).startsWith('2024-02');
}

function has(asked: URLSearchParams, start: string): boolean {
  return [...asked.keys()].some((name) => name.startsWith(start));
}

async function emptyPage(
  request: Request,
  service: (request: Request) => Promise<Response>,
): Promise<Response> {
  const url = new URL(request.url);
  url.search = '?userId=00000000-0000-4000-8000-000000000000';
  return service(new Request(url, request));
}
