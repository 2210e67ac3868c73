import { refusal } from '../kit/breaks.ts';
import { type Fault, faultsFrom } from '../kit/fault.ts';
import { filters, filtersOf } from '../kit/user-filters.ts';

/** The filters that take several values, where they travel. */
const places = {
  list: 'listUsers',
  search: 'searchUsers',
} as const;

/** Faults of long lists of values: some are lost on the way (chapter Users). */
export const everyPlace: readonly Fault[] = [
  ...faultsFrom(
    {
      'list-users.user-id-repeated/every-place!ten': [places.list, 'userId'],
      'list-users.upn-repeated/every-place!ten': [places.list, 'upn'],
      'list-users.external-id-repeated/every-place!ten': [places.list, 'externalId'],
      'list-users.username-repeated/every-place!ten': [places.list, 'username'],
      'search-users.search-user-ids/every-place!ten': [places.search, 'userId'],
      'search-users.search-upns/every-place!ten': [places.search, 'upn'],
      'search-users.search-external-ids/every-place!ten': [places.search, 'externalId'],
      'search-users.search-usernames/every-place!ten': [places.search, 'username'],
    },
    ([op, name]) => ({
      on: [op],
      story: 'The values are looked up ten at a time, and only once.',
      with: filters((sent) => void sent.get(name)?.splice(10)),
    }),
  ),
  ...faultsFrom(
    {
      'list-users.user-id-repeated/every-place!seventeenth': [places.list, 'userId'],
      'list-users.upn-repeated/every-place!seventeenth': [places.list, 'upn'],
      'list-users.external-id-repeated/every-place!seventeenth': [places.list, 'externalId'],
      'list-users.username-repeated/every-place!seventeenth': [places.list, 'username'],
      'search-users.search-user-ids/every-place!seventeenth': [places.search, 'userId'],
      'search-users.search-upns/every-place!seventeenth': [places.search, 'upn'],
      'search-users.search-external-ids/every-place!seventeenth': [places.search, 'externalId'],
      'search-users.search-usernames/every-place!seventeenth': [places.search, 'username'],
    },
    ([op, name]) => ({
      on: [op],
      deep: true,
      story: 'The second batch of sixteen begins one value too late.',
      with: filters((sent) => void sent.get(name)?.splice(16, 1)),
    }),
  ),
  ...faultsFrom(
    {
      'search-users.many-user-ids/hundreds!first-fifty': 'userId',
      'search-users.many-upns/hundreds!first-fifty': 'upn',
      'search-users.many-external-ids/hundreds!first-fifty': 'externalId',
      'search-users.many-usernames/hundreds!first-fifty': 'username',
    },
    (name) => ({
      on: ['searchUsers'],
      story: 'Values beyond fifty are dropped without a word.',
      with: filters((sent) => void sent.get(name)?.splice(50)),
    }),
  ),
  ...faultsFrom(
    {
      'search-users.many-user-ids/hundreds!first-two-hundred': 'userId',
      'search-users.many-upns/hundreds!first-two-hundred': 'upn',
      'search-users.many-external-ids/hundreds!first-two-hundred': 'externalId',
      'search-users.many-usernames/hundreds!first-two-hundred': 'username',
    },
    (name) => ({
      on: ['searchUsers'],
      deep: true,
      story: 'The query builder takes two hundred values and drops the rest.',
      with: filters((sent) => void sent.get(name)?.splice(200)),
    }),
  ),
  ...faultsFrom(
    {
      'search-users.many-user-ids/hundreds!as-a-query': 'userId',
      'search-users.many-upns/hundreds!as-a-query': 'upn',
      'search-users.many-external-ids/hundreds!as-a-query': 'externalId',
      'search-users.many-usernames/hundreds!as-a-query': 'username',
    },
    (name) => ({
      on: ['searchUsers'],
      deep: true,
      story: 'The search keeps the bounds of the query, whose reader of values it shares.',
      with: async (request, service) =>
        ((await filtersOf(request)).get(name)?.length ?? 0) > 30
          ? refusal(400, 'There are too many values.')
          : service(request),
    }),
  ),
];
