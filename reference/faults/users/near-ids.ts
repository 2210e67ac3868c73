import type { Fault } from '../kit/fault.ts';
import { byBothEnds, byFirstBlock, withMoreAround } from '../kit/near-ids.ts';

const users = '/users?limit=1000';

/** Faults of users who are found by a part of an id. */
export const nearIds: readonly Fault[] = [
  ...byFirstBlock({
    'list-users.user-id-no-match/near-id!first-block': ['listUsers', users, 'userId'],
    'search-users.search-user-ids/near-id!first-block': ['searchUsers', users, 'userId'],
  }),
  ...byBothEnds({
    'list-users.user-id-no-match/near-id!both-ends': ['listUsers', users, 'userId'],
    'search-users.search-user-ids/near-id!both-ends': ['searchUsers', users, 'userId'],
  }),
  ...withMoreAround({
    'list-users.user-id-no-match/near-id!cut': ['listUsers', 'cut'],
    'list-users.user-id-no-match/near-id!found': ['listUsers', 'found'],
    'search-users.search-user-ids/near-id!cut': ['searchUsers', 'cut'],
    'search-users.search-user-ids/near-id!found': ['searchUsers', 'found'],
  }),
];
