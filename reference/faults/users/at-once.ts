import { lastRequest, sharedWhere } from '../kit/at-once.ts';
import { type Fault, faults } from '../kit/fault.ts';

/** Faults of requests for users at the same time. */
export const atOnce: readonly Fault[] = [
  ...faults(
    {
      'list-users.user-id/at-once': 'listUsers',
      'search-users.search-user-ids/at-once': 'searchUsers',
    },
    { story: 'The filters stand in a field of the handler, which all requests share.', with: lastRequest },
  ),
  ...faults(
    {
      'list-users.user-id/at-once!crowd': 'listUsers',
      'search-users.search-user-ids/at-once!crowd': 'searchUsers',
    },
    {
      deep: true,
      story: 'Under load, a request joins one for the same route that is under way.',
      with: sharedWhere(12),
    },
  ),
];
