import { type Fault, fault } from '../kit/fault.ts';
import { sessionLists } from '../kit/routes.ts';
import {
  everySession,
  hasResult,
  isInProgress,
  isOfYearsEnd,
  isOnLaterPage,
  isThird,
  isUngraded,
  sessionsWhere,
} from './session.ts';

const withResults = ['listSessions', 'listCompletedSessions'] as const;
const withInProgress = ['listSessions', 'listInProgressSessions'] as const;
const provisional = { calculatedDate: '2025-01-01T00:00:00.000Z', level: 'E1 - Lower', duration: 'PT5M' };

/** Faults of what a session in progress and a completed one show (chapters Sessions and States). */
export const states: readonly Fault[] = [
  fault('session.status-values!paused', {
    on: sessionLists,
    story: 'A third status was added for sessions that were paused.',
    with: sessionsWhere(isThird, () => ({ status: 'Paused' })),
  }),
  fault('session.status-values!later-pages', {
    on: sessionLists,
    deep: true,
    story: 'A status of the archive shows on pages after the first.',
    with: sessionsWhere(isOnLaterPage, () => ({ status: 'Archived' })),
  }),
  fault('session.result-when-completed!none', {
    on: withResults,
    story: 'Results are loaded lazily, and the list does not ask for them.',
    with: everySession(() => ({ result: null })),
  }),
  fault('session.result-when-completed!ungraded', {
    on: withResults,
    deep: true,
    story: 'A level that cannot be graded counts as no result.',
    with: sessionsWhere(isUngraded, () => ({ result: null })),
  }),
  fault('session.end-date-when-completed!in-the-result', {
    on: withResults,
    story: 'The end stands in the result only, as its date.',
    with: sessionsWhere(hasResult, () => ({ endDate: undefined })),
  }),
  fault('session.end-date-when-completed!graded-by-hand', {
    on: withResults,
    deep: true,
    story: 'A session that was graded by hand is completed by a job, which sets no end.',
    with: sessionsWhere(isUngraded, () => ({ endDate: undefined })),
  }),
  fault('session.no-end-date-in-progress!start', {
    on: withInProgress,
    story: 'The end is the start until there is one.',
    with: sessionsWhere(isInProgress, ({ startDate }) => ({ endDate: startDate })),
  }),
  fault('session.no-end-date-in-progress!at-a-years-end', {
    on: withInProgress,
    deep: true,
    story: 'A job closes the open sessions of a year and forgets their status.',
    with: sessionsWhere(
      (session) => isInProgress(session) && isOfYearsEnd(session),
      ({ startDate }) => ({ endDate: startDate }),
    ),
  }),
  fault('session.no-result-in-progress!provisional', {
    on: withInProgress,
    story: 'A provisional result is shown while the session goes on.',
    with: sessionsWhere(isInProgress, () => ({ result: provisional })),
  }),
  fault('session.result-null', {
    on: withInProgress,
    story: 'The serialiser leaves out whatever is null, objects too.',
    with: sessionsWhere(isInProgress, () => ({ result: undefined })),
  }),
  fault('session.result-null!first', {
    on: withInProgress,
    deep: true,
    story: 'The session that was begun first is from before there were results.',
    with: sessionsWhere(
      (session, _, sessions) => session === sessions.find(isInProgress),
      () => ({ result: undefined }),
    ),
  }),
  fault('session.no-result-in-progress!last', {
    on: withInProgress,
    deep: true,
    story: 'The session that was answered last keeps its cached result.',
    with: sessionsWhere(
      (session, _, sessions) => session === sessions.findLast(isInProgress),
      () => ({ result: provisional }),
    ),
  }),
];
