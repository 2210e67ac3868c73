import { refusal } from '../kit/breaks.ts';
import { type Fault, faultsFrom } from '../kit/fault.ts';
import { keep, onPage } from '../kit/pages.ts';
import { filters, filtersOf } from '../kit/user-filters.ts';

/** Faults of the filters that take several values (chapter Users). */
export const arrayFilters: readonly Fault[] = [
  ...faultsFrom(
    {
      'list-users.user-id!ignored': ['listUsers', 'userId'],
      'list-users.upn!ignored': ['listUsers', 'upn'],
      'list-users.external-id!ignored': ['listUsers', 'externalId'],
      'list-users.username!ignored': ['listUsers', 'username'],
      'search-users.search-user-ids!ignored': ['searchUsers', 'userId'],
      'search-users.search-upns!ignored': ['searchUsers', 'upn'],
      'search-users.search-external-ids!ignored': ['searchUsers', 'externalId'],
      'search-users.search-usernames!ignored': ['searchUsers', 'username'],
    },
    ([operation, name]) => ({
      on: [operation],
      story: 'The parameter is read under another name than it is sent, so that it filters nothing.',
      with: filters((sent) => void sent.delete(name)),
    }),
  ),
  ...faultsFrom(
    {
      'list-users.user-id!complete-only': 'userId',
      'list-users.upn!complete-only': 'upn',
      'list-users.external-id!complete-only': 'externalId',
      'list-users.username!complete-only': 'username',
    },
    (name) => ({
      on: ['listUsers'],
      story: 'Identifiers stand in tables of their own, whose inner join leaves out whoever lacks one.',
      deep: true,
      with: async (request, service) =>
        (await filtersOf(request)).has(name)
          ? onPage(request, service, (page) =>
              keep(page, ({ upn, externalId, emails }) => Boolean(upn && externalId && emails)),
            )
          : service(request),
    }),
  ),
  ...faultsFrom(
    {
      'list-users.user-id-repeated!first-value-only': 'userId',
      'list-users.upn-repeated!first-value-only': 'upn',
      'list-users.external-id-repeated!first-value-only': 'externalId',
      'list-users.username-repeated!first-value-only': 'username',
    },
    (name) => ({
      on: ['listUsers'],
      story: 'The framework hands over the first of several values unless it is asked for all.',
      with: filters((sent) => keepValues(sent.get(name), 1)),
    }),
  ),
  ...faultsFrom(
    {
      'list-users.user-id-repeated!last-batch-lost': ['listUsers', 'userId'],
      'list-users.upn-repeated!last-batch-lost': ['listUsers', 'upn'],
      'list-users.external-id-repeated!last-batch-lost': ['listUsers', 'externalId'],
      'list-users.username-repeated!last-batch-lost': ['listUsers', 'username'],
      'search-users.search-user-ids!last-batch-lost': ['searchUsers', 'userId'],
      'search-users.search-upns!last-batch-lost': ['searchUsers', 'upn'],
      'search-users.search-external-ids!last-batch-lost': ['searchUsers', 'externalId'],
      'search-users.search-usernames!last-batch-lost': ['searchUsers', 'username'],
    },
    ([operation, name]) => ({
      on: [operation],
      story: 'Values are looked up in batches of ten, and a batch that is not full is never sent off.',
      deep: true,
      with: filters((sent) => {
        const values = sent.get(name) ?? [];
        if (values.length > 10) keepValues(values, values.length - (values.length % 10));
      }),
    }),
  ),
  ...faultsFrom(
    {
      'list-users.user-id-repeated!found-twice': 'userId',
      'list-users.upn-repeated!found-twice': 'upn',
      'list-users.external-id-repeated!found-twice': 'externalId',
      'list-users.username-repeated!found-twice': 'username',
    },
    (name) => ({
      on: ['listUsers'],
      story:
        'The values are joined to the users as a table, so that a value that comes again finds its user again.',
      deep: true,
      with: async (request, service) => {
        const values = (await filtersOf(request)).get(name) ?? [];
        const repeated = values.filter((value, index) => values.indexOf(value) !== index);
        return onPage(request, service, (page) => {
          const twice = page.data.filter((user) => repeated.includes(String(user[name])));
          page.data = [...page.data, ...twice];
          page.pagination.total += twice.length;
        });
      },
    }),
  ),
  ...faultsFrom(
    {
      'search-users.many-user-ids!bound-of-the-list': 'userId',
      'search-users.many-upns!bound-of-the-list': 'upn',
      'search-users.many-external-ids!bound-of-the-list': 'externalId',
      'search-users.many-usernames!bound-of-the-list': 'username',
    },
    (name) => ({
      on: ['searchUsers'],
      story: 'The list and the search share one validation, with the bound of the list.',
      with: async (request, service) => {
        const values = (await filtersOf(request)).get(name) ?? [];
        return values.length > 30 ? refusal(400, 'Too many.') : service(request);
      },
    }),
  ),
  ...faultsFrom(
    {
      'search-users.many-user-ids!rest-dropped': 'userId',
      'search-users.many-upns!rest-dropped': 'upn',
      'search-users.many-external-ids!rest-dropped': 'externalId',
      'search-users.many-usernames!rest-dropped': 'username',
    },
    (name) => ({
      on: ['searchUsers'],
      story: 'The values are looked up in one batch of 30, and a second batch never follows.',
      deep: true,
      with: filters((sent) => keepValues(sent.get(name), 30)),
    }),
  ),
];

function keepValues(values: string[] | undefined, count: number): void {
  values?.splice(count);
}
