import { type Fault, fault, faults, faultsFrom } from '../kit/fault.ts';
import { page } from '../kit/pages.ts';
import { hasResult, isOfFebruary, onlySessions, sessionsWhere } from './session.ts';

const on = ['listSessions'] as const;

/** Faults of the list of both kinds of sessions, and of the lists of one kind. */
export const kinds: readonly Fault[] = [
  fault('states.two-session-states!lost', {
    on,
    touches: ['listCompletedSessions'],
    story: 'Sessions whose level is not yet published are in neither list.',
    with: page(({ pagination }) => {
      pagination.total -= 1;
    }),
  }),
  fault('states.two-session-states!in-both', {
    on,
    touches: ['listInProgressSessions'],
    deep: true,
    story: 'A session that ended while it was cached is in both lists.',
    with: page(({ pagination }) => {
      pagination.total += 1;
    }),
  }),
  fault('list-sessions.both-kinds!with-results', {
    on,
    story: 'The whole list shows what has a result.',
    with: onlySessions(hasResult),
  }),
  fault('list-sessions.both-kinds!a-month-without-open-ones', {
    on,
    deep: true,
    story: 'The open sessions of one month are in a partition that the whole list does not read.',
    with: onlySessions((session) => hasResult(session) || !isOfFebruary(session)),
  }),
  ...faultsFrom(
    {
      'list-completed-sessions.kind!one': ['listCompletedSessions', 'InProgress'],
      'list-in-progress-sessions.kind!one': ['listInProgressSessions', 'Completed'],
    },
    ([operation, otherStatus]) => ({
      on: [operation],
      story: 'The list reads a replica that lags behind, and shows one session as it was.',
      with: sessionsWhere(
        (_, index, sessions) => index === sessions.length - 1,
        () => ({ status: otherStatus }),
      ),
    }),
  ),
  ...faultsFrom(
    {
      'list-completed-sessions.kind!on-later-pages': ['listCompletedSessions', 'InProgress'],
      'list-in-progress-sessions.kind!on-later-pages': ['listInProgressSessions', 'Completed'],
    },
    ([operation, otherStatus]) => ({
      on: [operation],
      deep: true,
      story: 'Pages after the first come from the whole list.',
      with: sessionsWhere(
        (_, index, _all, { offset = 0 }) => offset >= 100 && index === 0,
        () => ({ status: otherStatus }),
      ),
    }),
  ),
  ...faults(
    {
      'list-completed-sessions.all-of-kind!newest-missing': 'listCompletedSessions',
      'list-in-progress-sessions.all-of-kind!newest-missing': 'listInProgressSessions',
    },
    {
      story: 'The newest session of the page is cut off by a clock that is late.',
      with: page(({ data }) => void data.pop()),
    },
  ),
  ...faults(
    {
      'list-completed-sessions.all-of-kind!a-month-missing': 'listCompletedSessions',
      'list-in-progress-sessions.all-of-kind!a-month-missing': 'listInProgressSessions',
    },
    {
      deep: true,
      story: 'The sessions of one month are in a partition that the list does not read.',
      with: onlySessions((session) => !isOfFebruary(session)),
    },
  ),
];
