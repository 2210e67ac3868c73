import type { Fault } from '../kit/fault.ts';
import {
  byBothEnds,
  byFirstBlock,
  countedByFirstBlock,
  crashing,
  lookedUpFirst,
  withMoreAround,
} from '../kit/near-ids.ts';

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
  ...crashing({
    'list-users.user-id-no-match/near-id!crashing': 'listUsers',
    'search-users.search-user-ids/near-id!crashing': 'searchUsers',
  }),
  ...lookedUpFirst({
    'list-users.user-id-no-match/near-id!looked-up': 'listUsers',
    'search-users.search-user-ids/near-id!looked-up': 'searchUsers',
  }),
  ...countedByFirstBlock({
    'list-users.user-id-no-match/near-id!counted': ['listUsers', users, 'userId'],
    'search-users.search-user-ids/near-id!counted': ['searchUsers', users, 'userId'],
  }),
];
