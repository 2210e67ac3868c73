import { type Fault, fault } from '../kit/fault.ts';
import { filters, filtersOf } from './asked.ts';
import { asked, asking } from './page.ts';

const on = ['searchUsers'] as const;
const check = 'search-users.same-as-list-users';

/** Faults by which the search and the list part (chapter Users). */
export const twins: readonly Fault[] = [
  fault(`${check}!other-order`, {
    on,
    story: 'The search was written a year later, and sorts the other way round.',
    with: async (request, service) =>
      service(await asking(request, { sort: { field: 'createdAt', direction: 'asc' } })),
  }),
  fault(`${check}!other-default-limit`, {
    on,
    story: 'The search has a default page size of its own.',
    with: async (request, service) =>
      (await asked(request, 'limit')) === undefined
        ? service(await asking(request, { limit: 50 }))
        : service(request),
  }),
  fault(`${check}!third-filter`, {
    on,
    story: 'The index behind the search takes two conditions, the table behind the list any number.',
    deep: true,
    with: filters((asked) => {
      for (const name of [...asked.keys()].slice(2)) asked.delete(name);
    }),
  }),
  fault(`${check}!offset-beside-filters`, {
    on,
    story: 'The search hands the offset on only when it has no filters.',
    deep: true,
    with: async (request, service) => {
      const offset = await asked(request, 'offset');
      const filtered = (await filtersOf(request)).size > 0;
      return offset !== undefined && filtered
        ? service(await asking(request, { offset: 0 }))
        : service(request);
    },
  }),
];
