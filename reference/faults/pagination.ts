import { type Fault, fault, query } from './fault.ts';
import { paginated } from './routes.ts';

const inQuery = paginated.filter((id) => id !== 'searchUsers');
const refusing = inQuery.filter((id) => id !== 'listCompletedSessions' && id !== 'listInProgressSessions');

/** Faults of chapter Pagination. */
export const pagination: readonly Fault[] = [
  fault('pagination.offset-with-cursor!cursor-wins', {
    on: refusing,
    story: 'The cursor is looked at first, and an offset beside it is never read.',
    with: query((query) => {
      if (query.has('cursor')) query.delete('offset');
    }),
  }),
];
