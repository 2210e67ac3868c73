import { type Fault, fault, faults } from '../kit/fault.ts';
import type { PageBody } from '../kit/pages.ts';
import { type FilterName, filters, filtersOf, type UserFilters } from '../kit/user-filters.ts';

/** Faults of several filters at once (chapter Users). */
export const filtersCombine: readonly Fault[] = [
  fault('list-users.filters-combine!last-one-wins', {
    on: ['listUsers'],
    story: 'Each filter replaces the condition of the query instead of adding to it.',
    with: filters((sent) => drop(sent, [...sent.keys()].slice(0, -1))),
  }),
  fault('list-users.filters-combine!third-filter', {
    on: ['listUsers'],
    story: 'The query builder takes two conditions, and silently leaves out any more.',
    deep: true,
    with: filters((sent) => drop(sent, [...sent.keys()].slice(2))),
  }),
  fault('list-users.filters-combine!without-brackets', {
    on: ['listUsers'],
    story: 'The second address is compared behind an OR that nobody put into brackets.',
    deep: true,
    with: async (request, service) => {
      const sent = await filtersOf(request);
      const [email] = sent.get('email') ?? [];
      const response = await service(request.clone());
      if (!response.ok || email === undefined || !sent.has('role')) return response;
      const wide = await filters((all) => drop(all, ['role']))(request, service);
      const { data } = (await wide.clone().json()) as PageBody;
      const isSecond = data.some(
        ({ emails }) => Array.isArray(emails) && emails.slice(1).map(small).includes(small(email)),
      );
      return isSecond ? wide : response;
    },
  }),
  fault('list-users.filters-combine/narrower!nobody-means-everybody', {
    on: ['listUsers'],
    story: 'Filters that find nobody together are taken for no filters at all.',
    with: async (request, service) => {
      const response = await service(request.clone());
      const isOne = (await filtersOf(request)).size <= 1;
      if (!response.ok || isOne) return response;
      const { data } = (await response.clone().json()) as PageBody;
      return data.length === 0 ? filters((sent) => sent.clear())(request, service) : response;
    },
  }),
  fault('list-users.filters-combine/narrower!odd-one-alone', {
    on: ['listUsers'],
    story: 'Conditions are joined two by two, and one that is left over takes the place of the others.',
    deep: true,
    with: filters((sent) => {
      if (sent.size >= 3 && sent.size % 2 === 1) drop(sent, [...sent.keys()].slice(0, -1));
    }),
  }),
  ...faults(
    {
      'list-users.filters-combine/each-pair!role-with-number': 'listUsers',
      'search-users.same-as-list-users/each-pair!role-with-number': 'searchUsers',
    },
    {
      story: 'Whoever has a pupil number is taken for a learner, and the role is not looked at beside one.',
      with: filters((sent) => {
        if (sent.has('upn')) drop(sent, ['role']);
      }),
    },
  ),
  ...faults(
    {
      'list-users.filters-combine/each-pair!one-pair': 'listUsers',
      'search-users.same-as-list-users/each-pair!one-pair': 'searchUsers',
    },
    {
      deep: true,
      story: 'One index holds usernames and addresses, and of these two the address alone is looked up.',
      with: filters((sent) => {
        if (sent.size === 2 && sent.has('email')) drop(sent, ['username']);
      }),
    },
  ),
];

function small(value: unknown): string {
  return String(value).toLowerCase();
}

function drop(sent: UserFilters, names: readonly FilterName[]): void {
  for (const name of names) sent.delete(name);
}
