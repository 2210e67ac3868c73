import { insteadOf, refusal } from '../kit/breaks.ts';
import { dropDate, parametersOf } from '../kit/date-filters.ts';
import { type Fault, fault, query } from '../kit/fault.ts';
import { noContent, whereNothing } from '../kit/no-match.ts';
import { hasResult, isStatus, onlySessions } from './session.ts';

const on = ['listSessions'] as const;

/** Faults of the list of sessions, and of its filters by date and by status (chapter Initial-assessment sessions). */
export const list: readonly Fault[] = [
  fault('list-sessions.success', {
    on,
    story: 'A search is answered with 202, for results may follow.',
    with: insteadOf(200, 202),
  }),
  fault('list-sessions.all-optional', {
    on,
    story: 'The validator wants at least one filter.',
    with: async (request, service) =>
      new URL(request.url).search === '' ? refusal(400, 'Give a filter.') : service(request),
  }),
  fault('list-sessions.start-date!completed-only', {
    on,
    story: 'With a date filter the query joins the results, which open sessions lack.',
    with: onlySessions(hasResult, (asked) => parametersOf(asked, 'startDate').length > 0),
  }),
  fault('list-sessions.start-date!exact-moments', {
    on,
    deep: true,
    story: 'A range that includes both its ends is looked up among the results, which open sessions lack.',
    with: onlySessions(hasResult, (asked) => asked.has('startDate[gte]') && asked.has('startDate[lte]')),
  }),
  fault('list-sessions.end-date!by-start', {
    on,
    story: 'Both filters were wired to the start.',
    with: query((asked) => {
      for (const name of parametersOf(asked, 'endDate')) toStart(asked, name);
    }),
  }),
  fault('list-sessions.end-date!exact-moments', {
    on,
    deep: true,
    story: 'A range that includes both its ends is looked up by the start.',
    with: query((asked) => {
      if (!asked.has('endDate[gte]') || !asked.has('endDate[lte]')) return;
      toStart(asked, 'endDate[gte]');
      toStart(asked, 'endDate[lte]');
    }),
  }),
  fault('list-sessions.status!ignored', {
    on,
    story: '`status` is documented and never read.',
    with: query((asked) => asked.delete('status')),
  }),
  fault('list-sessions.status!in-progress-ignored', {
    on,
    deep: true,
    story: 'Sessions in progress are found by what they lack, and the condition is never added.',
    with: query((asked) => {
      if (asked.get('status') === 'InProgress') asked.delete('status');
    }),
  }),
  fault('list-sessions.status/no-match!not-found', {
    on,
    story: 'A learner without sessions of that status is answered as if there were no such learner.',
    with: whereNothing(hasStatus, async () => refusal(404, 'There is no such learner.')),
  }),
  fault('list-sessions.status/no-match!no-content', {
    on,
    story: 'A learner without sessions of that status is answered without a body.',
    with: whereNothing(hasStatus, noContent),
  }),
  fault('list-sessions.status/no-match!of-anybody', {
    on,
    deep: true,
    story: 'Where the index by learner and status has nothing, the one by status alone is asked.',
    with: whereNothing(
      hasStatus,
      query((asked) => asked.delete('userId')),
    ),
  }),
  fault('list-sessions.status/unknown!ignored', {
    on,
    story: 'A status that the map of statuses lacks becomes undefined, which is no filter.',
    with: query((asked) => {
      if (!isStatus(asked.get('status'))) asked.delete('status');
    }),
  }),
  fault('list-sessions.status/unknown!completed', {
    on,
    deep: true,
    story: 'What is not the word for sessions in progress asks for those that are not.',
    with: query((asked) => {
      if (asked.has('status') && !isStatus(asked.get('status'))) asked.set('status', 'Completed');
    }),
  }),
  fault('list-sessions.filters-combine!status-beside-test', {
    on,
    story: 'With a test the query runs over another index and drops the status.',
    with: query((asked) => {
      if (asked.has('testId')) asked.delete('status');
    }),
  }),
  fault('list-sessions.filters-combine!third-filter', {
    on,
    deep: true,
    story: 'Beside subject and status there is no index left for the start, and it is dropped.',
    with: query((asked) => {
      if (asked.has('subject') && asked.has('status')) dropDate(asked, 'startDate');
    }),
  }),
];

function hasStatus(request: Request): boolean {
  return new URL(request.url).searchParams.has('status');
}

/** Filters by the start what was to be filtered by the end. */
function toStart(asked: URLSearchParams, name: string): void {
  asked.set(name.replace('endDate', 'startDate'), asked.get(name) ?? '');
  asked.delete(name);
}
