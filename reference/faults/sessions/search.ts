import { refusal } from '../kit/breaks.ts';
import { type Fault, fault, requestBody } from '../kit/fault.ts';
import { noContent, whereNothing } from '../kit/no-match.ts';
import { askedOf, asking } from '../kit/pages.ts';
import { refuseMoreThan, searched, searchIn, valuesIn } from './search-body.ts';
import { hasResult, isStatus, onlySessions } from './session.ts';

const on = ['searchSessions'] as const;

/** Faults of the session search: its filters, but for those of `search-array-filters.ts`, and what it shares with the list. */
export const search: readonly Fault[] = [
  fault('search-sessions.search!ignored', {
    on,
    story: 'The filters are read from the top of the body.',
    with: requestBody(({ search: _, ...rest }) => rest),
  }),
  fault('search-sessions.search!first-value', {
    on,
    deep: true,
    story: 'Of several users the first one is searched for.',
    with: searched((search) => ({ ...search, userIds: valuesIn(search, 'userIds')?.slice(0, 1) })),
  }),
  fault('search-sessions.many-values!thirty', {
    on,
    story: 'The validator of the list is used for the search.',
    with: refuseMoreThan(30, 'userIds'),
  }),
  fault('search-sessions.search/status!ignored', {
    on,
    story: '`status` is a parameter of the list, and the search never reads it.',
    with: searched(({ status: _, ...search }) => search),
  }),
  fault('search-sessions.search/status!in-progress-ignored', {
    on,
    deep: true,
    story: 'Sessions in progress are found by what they lack, and the condition is never added.',
    with: searched(({ status, ...search }) => (status === 'InProgress' ? search : { ...search, status })),
  }),
  fault('search-sessions.search/status-no-match!not-found', {
    on,
    story: 'A learner without sessions of that status is answered as if there were no such learner.',
    with: whereNothing(hasStatus, async () => refusal(404, 'There is no such learner.')),
  }),
  fault('search-sessions.search/status-no-match!no-content', {
    on,
    story: 'A learner without sessions of that status is answered without a body.',
    with: whereNothing(hasStatus, noContent),
  }),
  fault('search-sessions.search/status-no-match!of-anybody', {
    on,
    deep: true,
    story: 'Where the index by learner and status has nothing, the one by status alone is asked.',
    with: whereNothing(
      hasStatus,
      searched(({ userIds: _, ...search }) => search),
    ),
  }),
  fault('search-sessions.search/status-unknown!ignored', {
    on,
    story: 'A status that the map of statuses lacks becomes undefined, which is no filter.',
    with: searched(({ status, ...search }) => (isStatus(status) ? { ...search, status } : search)),
  }),
  fault('search-sessions.search/status-unknown!completed', {
    on,
    deep: true,
    story: 'What is not the word for sessions in progress asks for those that are not.',
    with: searched((search) => {
      const { status } = search;
      return status === undefined || isStatus(status) ? search : { ...search, status: 'Completed' };
    }),
  }),
  fault('search-sessions.search/filters-combine!status-beside-test', {
    on,
    story: 'With tests the query runs over another index and drops the status.',
    with: searched(({ status, ...search }) => (search['testIds'] ? search : { ...search, status })),
  }),
  fault('search-sessions.search/filters-combine!third-filter', {
    on,
    deep: true,
    story: 'Beside subjects and status there is no index left for the start, and it is dropped.',
    with: searched(({ startDate, ...search }) =>
      search['subjects'] && search['status'] ? search : { ...search, startDate },
    ),
  }),
  fault('search-sessions.search/same-as-list!completed-only', {
    on,
    story: 'The search was written for results, and joins them.',
    with: onlySessions(hasResult),
  }),
  fault('search-sessions.search/same-as-list!offset-beside-filters', {
    on,
    deep: true,
    story: 'The search hands the offset on only when it has no filters.',
    with: async (request, service) => {
      const { offset } = await askedOf(request);
      const isFiltered = Object.keys(await searchIn(request)).length > 0;
      return service(offset !== undefined && isFiltered ? await asking(request, { offset: 0 }) : request);
    },
  }),
];

async function hasStatus(request: Request): Promise<boolean> {
  return (await searchIn(request))['status'] !== undefined;
}
