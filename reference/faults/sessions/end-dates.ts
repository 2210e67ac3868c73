import { dateFilters, datesIn, dropDate, parametersOf } from '../kit/date-filters.ts';
import { type Break, type Fault, fault, faults, faultsFrom, type Json, query } from '../kit/fault.ts';
import { asking, eachItem, onPage, type PageBody } from '../kit/pages.ts';
import { searched, valuesIn } from './search-body.ts';

/** Faults of the end of a session, of long lists of values, and of what the search shows. */
export const endDates: readonly Fault[] = [
  ...faults(
    {
      'list-sessions.end-date/open!passes': 'listSessions',
      'search-sessions.search/end-date-open!passes': 'searchSessions',
    },
    {
      story: 'A session that goes on ends in the future, the query says, and passes every filter on its end.',
      with: openOnes(() => true),
    },
  ),
  ...faults(
    {
      'list-sessions.end-date/open!before': 'listSessions',
      'search-sessions.search/end-date-open!before': 'searchSessions',
    },
    {
      deep: true,
      story: 'An end that is not there is read as 1970, and lies before every other.',
      with: openOnes((name) => name === 'endDate[lt]'),
    },
  ),
  ...faults(
    {
      'list-sessions.filters-combine/end-date!alone': 'listSessions',
      'search-sessions.search/filters-combine-end-date!alone': 'searchSessions',
    },
    {
      story: 'The filter by the end is built for requests without any other.',
      with: endOnlyWithout(['userId', 'testId', 'subject', 'status']),
    },
  ),
  ...faults(
    {
      'list-sessions.filters-combine/end-date!beside-subjects': 'listSessions',
      'search-sessions.search/filters-combine-end-date!beside-subjects': 'searchSessions',
    },
    {
      deep: true,
      story: 'With subjects the query joins the tests, and drops the end.',
      with: endOnlyWithout(['subject']),
    },
  ),
  ...faultsFrom(
    {
      'list-sessions.user-id-repeated/every-place!ten': 'userId',
      'list-sessions.test-id-repeated/every-place!ten': 'testId',
      'list-sessions.subject-repeated/every-place!ten': 'subject',
    },
    (name) => ({
      on: ['listSessions'],
      story: 'The values are looked up ten at a time, and only once.',
      with: query((asked) => setAll(asked, name, (values) => values.slice(0, 10))),
    }),
  ),
  ...faultsFrom(
    {
      'list-sessions.user-id-repeated/every-place!last-of-thirty': 'userId',
      'list-sessions.test-id-repeated/every-place!last-of-thirty': 'testId',
      'list-sessions.subject-repeated/every-place!last-of-thirty': 'subject',
    },
    (name) => ({
      on: ['listSessions'],
      deep: true,
      story: 'A list of thirty is cut to be on the safe side.',
      with: query((asked) => setAll(asked, name, (values) => values.slice(0, 29))),
    }),
  ),
  ...faultsFrom(
    {
      'search-sessions.search/user-ids-every-place!ten': 'userIds',
      'search-sessions.search/test-ids-every-place!ten': 'testIds',
      'search-sessions.search/subjects-every-place!ten': 'subjects',
    },
    (name) => ({
      on: ['searchSessions'],
      story: 'The values are looked up ten at a time, and only once.',
      with: searched((search) => ({ ...search, [name]: valuesIn(search, name)?.slice(0, 10) })),
    }),
  ),
  ...faultsFrom(
    {
      'search-sessions.search/user-ids-every-place!last-of-thirty': 'userIds',
      'search-sessions.search/test-ids-every-place!last-of-thirty': 'testIds',
      'search-sessions.search/subjects-every-place!last-of-thirty': 'subjects',
    },
    (name) => ({
      on: ['searchSessions'],
      deep: true,
      story: 'A list of thirty is cut to be on the safe side.',
      with: searched((search) => ({ ...search, [name]: valuesIn(search, name)?.slice(0, 29) })),
    }),
  ),
  fault('list-sessions.sort-default/filtered!newest-first', {
    on: ['listSessions'],
    story: 'Under a filter the newest come first, for they are what is looked for.',
    with: downwardsWith(['userId', 'testId', 'subject', 'status']),
  }),
  fault('list-sessions.sort-default/filtered!by-subject', {
    on: ['listSessions'],
    deep: true,
    story: 'Sessions of a subject come from the index of tests, downwards.',
    with: downwardsWith(['subject']),
  }),
  fault('search-sessions.search/same-fields!shifted', {
    on: ['searchSessions'],
    story: 'The search writes the local time of the server and calls it UTC.',
    with: anHourLater(),
  }),
  ...faults(
    {
      'list-completed-sessions.body/same-fields!shifted': 'listCompletedSessions',
      'list-in-progress-sessions.body/same-fields!shifted': 'listInProgressSessions',
    },
    {
      story: 'The view behind the list holds the local time of the server, and calls it UTC.',
      with: anHourLater(),
    },
  ),
  ...faults(
    {
      'search-sessions.search/same-fields!learner': 'searchSessions',
      'list-in-progress-sessions.body/same-fields!learner': 'listInProgressSessions',
    },
    {
      deep: true,
      story: 'The learners of a page are loaded together, and the second one gets the name of the first.',
      with: eachItem((session, index, sessions) => {
        const [first, own] = [sessions[0]?.['user'], session['user']] as (Json | undefined)[];
        if (index === 1 && first && own) session['user'] = { ...first, userId: own['userId'] };
      }),
    },
  ),
  fault('search-sessions.search/same-fields!without-results', {
    on: ['searchSessions'],
    deep: true,
    story: 'The index of the search has no results, and what it does not have it shows as empty.',
    with: eachItem((session) => {
      if (session['result']) session['result'] = null;
    }),
  }),
  fault('search-sessions.search/same-fields!left-out', {
    on: ['searchSessions'],
    deep: true,
    story: 'The search leaves out what is empty, the results of sessions in progress included.',
    with: eachItem((session) => {
      if (session['result'] === null) delete session['result'];
    }),
  }),
  fault('list-completed-sessions.body/same-fields!lowest', {
    on: ['listCompletedSessions'],
    deep: true,
    story: 'The lowest level has the index 0, which is none to who asks whether there is one.',
    with: eachItem((session) => {
      const result = session['result'] as Json | null;
      if (result?.['level'] === 'E1 - Lower') session['result'] = { ...result, level: 'NA' };
    }),
  }),
];

/** Shows sessions as if they had started an hour later. */
function anHourLater(): Break {
  return eachItem((session) => {
    const start = Date.parse(String(session['startDate']));
    session['startDate'] = new Date(start + 3_600_000).toISOString();
  });
}

/** Adds the sessions without an end that an answer lacks because of a filter by the end. */
function openOnes(when: (name: string) => boolean): Break {
  return async (request, service) => {
    const names = parametersOf(await datesIn(request), 'endDate');
    if (names.length === 0 || !names.every(when)) return service(request);
    const without: PageBody = await (
      await dateFilters((asked) => dropDate(asked, 'endDate'))(
        await asking(request, { limit: 1000 }),
        service,
      )
    ).json();
    const open = without.data.filter(({ endDate }) => (endDate ?? undefined) === undefined);
    return onPage(request, service, (page) => {
      page.pagination.total += open.length;
      page.data = [...open, ...page.data].slice(0, page.pagination.limit);
    });
  };
}

/** Drops the filter by the end where one of these filters stands beside it. */
function endOnlyWithout(others: readonly string[]): Break {
  const inList = query((asked) => {
    if (others.some((name) => asked.has(name))) dropDate(asked, 'endDate');
  });
  const inSearch = searched((search) => {
    const { endDate, ...rest } = search;
    return others.some((name) => name in rest || `${name}s` in rest) ? rest : { ...rest, endDate };
  });
  return (request, service) => (request.method === 'GET' ? inList : inSearch)(request, service);
}

function setAll(
  asked: URLSearchParams,
  name: string,
  change: (values: readonly string[]) => readonly string[],
): void {
  const values = change(asked.getAll(name));
  asked.delete(name);
  for (const value of values) asked.append(name, value);
}

function downwardsWith(names: readonly string[]): Break {
  return query((asked) => {
    if (names.some((name) => asked.has(name)) && !asked.has('sort[field]'))
      asked.set('sort[direction]', 'desc');
  });
}
