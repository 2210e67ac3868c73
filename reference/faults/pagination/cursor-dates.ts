import { dateFilters, dateParameters, dates, datesIn, parametersOf } from '../kit/date-filters.ts';
import { type Break, type Fault, fault, type Json } from '../kit/fault.ts';
import { type CursorBugs, nextOf, pager, previousOf } from '../kit/pager.ts';
import { askedOf, givenIn } from '../kit/pages.ts';

/** Lists that take both dates, some of them as the profile of the reference says. */
const dated = ['listSessions', 'listCompletedSessions', 'searchSessions'] as const;

/** Faults of cursors that keep a part of the filters: one bound of a range, one date of two (chapter Pagination). */
export const cursorDates: readonly Fault[] = [
  fault('pagination.cursor-keeps-filters!last-operator', {
    on: [...dated, 'listInProgressSessions'],
    deep: true,
    story:
      'A cursor has a column for the value of each filter, and of the operators on a date it keeps the last.',
    with: keepingDates((asked) => {
      for (const date of dates) for (const name of parametersOf(asked, date).slice(0, -1)) asked.delete(name);
    }),
  }),
  fault('pagination.cursor-keeps-filters!one-date', {
    on: ['listSessions'],
    deep: true,
    story:
      'A cursor keeps bounds by their operators, and those of the second date go over those of the first.',
    with: keepingDates((asked) => {
      for (const name of parametersOf(asked, 'endDate')) {
        const same = name.replace('endDate', 'startDate');
        if (asked.has(same)) asked.set(same, asked.get(name) ?? '');
      }
    }),
  }),
  fault('pagination.cursor-keeps-filters!milliseconds', {
    on: ['listSessions'],
    deep: true,
    story: 'A cursor keeps a timestamp as a number, and the clock of whoever reads it counts milliseconds.',
    with: keepingDates((asked) => {
      for (const [name, value] of dateParameters(asked))
        if (/^\d+$/.test(value)) asked.set(name, String(Math.floor(Number(value) / 1000)));
    }),
  }),
  fault('pagination.cursor-keeps-filters!looks-beyond', {
    on: dated,
    deep: true,
    story:
      'Whether a page follows is looked up from the last row on, and to the end of the list instead of the range.',
    with: whereBounded(/\[lte?\]$/, {
      next: (at) => nextOf(at) ?? (at.steps > 0 ? at.start + at.limit : null),
    }),
  }),
  fault('pagination.cursor-keeps-filters!with-a-status', {
    on: ['listSessions', 'searchSessions'],
    deep: true,
    story: 'Sessions of one status come from a view of their own, whose cursor keeps no learners.',
    with: withStatus({
      forgets: (name) => name === 'userId',
      forgetsSearched: (name) => name === 'userIds',
    }),
  }),
  fault('pagination.cursor-keeps-filters/backwards!looks-beyond', {
    on: dated,
    deep: true,
    story: 'Whether a page comes before is looked up from the start of the list instead of the range.',
    with: whereBounded(/\[gte?\]$/, { previous: (at) => previousOf(at) ?? (at.back ? 0 : null) }),
  }),
  fault('pagination.cursor-keeps-filters/backwards!counts-to-here', {
    on: ['listClasses', 'listCohorts', 'listUsers', 'searchUsers', ...dated, 'listInProgressSessions'],
    deep: true,
    story: 'Who goes back asks for what lies before a row, and that is what is counted.',
    with: pager({
      shows: ({ body, back, start }) => {
        if (back) body.pagination.total = start + body.data.length;
      },
    }),
  }),
];

/** Pages behind a cursor come under other date filters than those of the request. */
function keepingDates(change: (asked: URLSearchParams) => void): Break {
  const paged = pager();
  const keeping = dateFilters(change);
  return async (request, service) => {
    const { cursor } = await askedOf(request);
    return paged(request, cursor === undefined ? service : (asked) => keeping(asked, service));
  };
}

/** Bugs of the pages of requests with such a bound on a date. */
function whereBounded(bound: RegExp, bugs: CursorBugs): Break {
  const broken = pager(bugs);
  return async (request, service) => {
    const names = dateParameters(await datesIn(request)).map(([name]) => name);
    return names.some((name) => bound.test(name)) ? broken(request, service) : service(request);
  };
}

/** Bugs of the pages of requests that name a status, in the query or in the body of a search. */
function withStatus(bugs: CursorBugs): Break {
  const broken = pager(bugs);
  return async (request, service) => {
    const given = await givenIn(request);
    const named = { ...given, ...((given['search'] ?? {}) as Json) };
    return named['status'] === undefined ? service(request) : broken(request, service);
  };
}
