import type { Fault } from '../kit/fault.ts';
import { byBothEnds, byFirstBlock, crashing, lookedUpFirst, withMoreAround } from '../kit/near-ids.ts';

const users = '/users?limit=1000';
const tests = '/smart-ia/tests';

/** Faults of sessions that are found by a part of the id of a user or of a test. */
export const nearIds: readonly Fault[] = [
  ...byFirstBlock({
    'list-sessions.user-id-no-match/near-id!first-block': ['listSessions', users, 'userId'],
    'list-sessions.test-id-no-match/near-id!first-block': ['listSessions', tests, 'testId'],
    'search-sessions.search/user-ids-near-id!first-block': ['searchSessions', users, 'userId'],
    'search-sessions.search/test-ids-near-id!first-block': ['searchSessions', tests, 'testId'],
  }),
  ...byBothEnds({
    'list-sessions.user-id-no-match/near-id!both-ends': ['listSessions', users, 'userId'],
    'list-sessions.test-id-no-match/near-id!both-ends': ['listSessions', tests, 'testId'],
    'search-sessions.search/user-ids-near-id!both-ends': ['searchSessions', users, 'userId'],
    'search-sessions.search/test-ids-near-id!both-ends': ['searchSessions', tests, 'testId'],
  }),
  ...withMoreAround({
    'list-sessions.user-id-no-match/near-id!cut': ['listSessions', 'cut'],
    'list-sessions.user-id-no-match/near-id!found': ['listSessions', 'found'],
    'list-sessions.test-id-no-match/near-id!cut': ['listSessions', 'cut'],
    'list-sessions.test-id-no-match/near-id!found': ['listSessions', 'found'],
    'search-sessions.search/user-ids-near-id!cut': ['searchSessions', 'cut'],
    'search-sessions.search/user-ids-near-id!found': ['searchSessions', 'found'],
    'search-sessions.search/test-ids-near-id!cut': ['searchSessions', 'cut'],
    'search-sessions.search/test-ids-near-id!found': ['searchSessions', 'found'],
  }),
  ...crashing({
    'list-sessions.user-id-no-match/near-id!crashing': 'listSessions',
    'search-sessions.search/user-ids-near-id!crashing': 'searchSessions',
  }),
  ...lookedUpFirst({
    'list-sessions.user-id-no-match/near-id!looked-up': 'listSessions',
    'search-sessions.search/user-ids-near-id!looked-up': 'searchSessions',
  }),
];
