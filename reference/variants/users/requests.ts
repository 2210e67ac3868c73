import type { Break } from '../../faults/kit/fault.ts';
import { asking, givenIn, sortIn } from '../../faults/kit/pages.ts';
import { arrayFilterNames, filtersOf } from '../../faults/kit/user-filters.ts';
import { refuse } from '../kit/rewrite.ts';
import { type Variant, variant } from '../kit/variant.ts';

const on = ['listUsers', 'searchUsers'] as const;
const searchBound = 50;
const fields = ['createdAt', 'updatedAt', 'username', 'firstName', 'lastName'];

/** What another team may do about requests to the list and the search of users. */
export const userRequests: readonly Variant[] = [
  variant('search-users.error-statuses!unprocessable', {
    fills: ['search-users.error-statuses', 'list-users.malformed-user-id'],
    story: 'The search answers what it cannot read with 422.',
    on: ['searchUsers'],
    omits: ["$.paths['/users/search'].post.responses"],
    with: async (request, service) => {
      const response = await service(request);
      return response.status === 400 ? refuse(422, 'This search cannot be read.') : response;
    },
  }),
  variant('search-users.zero-values!refused', {
    fills: ['search-users.zero-values'],
    story: 'An empty array in a search is refused.',
    on: ['searchUsers'],
    with: refusing(async (request) => {
      const filters = await filtersOf(request);
      return arrayFilterNames.some((name) => filters.get(name)?.length === 0);
    }),
  }),
  variant('search-users.search-required!required', {
    fills: ['search-users.search-required'],
    story: 'A search without the property `search` is refused.',
    on: ['searchUsers'],
    with: refusing(async (request) => ((await givenIn(request))['search'] ?? undefined) === undefined),
  }),
  variant('search-users.many-bound!fifty', {
    fills: ['search-users.many-bound'],
    story: `The search takes ${searchBound} values of a filter.`,
    on: ['searchUsers'],
    with: refusing(async (request) => {
      const filters = await filtersOf(request);
      return [...filters.values()].some((values) => values.length > searchBound);
    }),
  }),
  variant('search-users.many-bound!one-at-a-time', {
    fills: ['search-users.many-bound'],
    story: 'One filter of a search takes more than thirty values, and the others as many as in the list.',
    on: ['searchUsers'],
    with: refusing(async (request) => {
      const filters = await filtersOf(request);
      return [...filters.values()].filter((values) => values.length > 30).length > 1;
    }),
  }),
  variant('list-users.sort-partial!refused', {
    fills: ['list-users.sort-partial'],
    story: 'A sort names field and direction, or is refused.',
    on,
    with: refusing(async (request) => {
      const sort = await sortIn(request);
      return sort !== undefined && !(sort.field && sort.direction);
    }),
  }),
  variant('list-users.sort-unknown!ignored', {
    fills: ['list-users.sort-unknown'],
    story: 'A field that users cannot be sorted by leaves the default order.',
    on,
    with: async (request, service) => {
      const sort = await sortIn(request);
      const isKnown = sort === undefined || fields.includes(sort.field ?? 'createdAt');
      return service(isKnown ? request : await asking(request, { sort: undefined }));
    },
  }),
];

function refusing(when: (request: Request) => Promise<boolean>): Break {
  return async (request, service) => {
    const isRefused = await when(request.clone()).catch(() => false);
    const response = await service(request);
    return response.ok && isRefused ? refuse(400, 'This request cannot be read.') : response;
  };
}
