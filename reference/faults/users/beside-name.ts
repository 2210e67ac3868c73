import { type Fault, faultsFrom } from '../kit/fault.ts';
import type { PageBody } from '../kit/pages.ts';
import { filters, filtersOf } from '../kit/user-filters.ts';

/** Faults of a filter beside a name, which is looked for in several columns (chapter Users). */
export const besideName: readonly Fault[] = faultsFrom(
  {
    'list-users.role!any-first-name': ['listUsers', 'role', 'firstName'],
    'list-users.role!any-last-name': ['listUsers', 'role', 'lastName'],
    'list-users.email!any-first-name': ['listUsers', 'email', 'firstName'],
    'list-users.email!any-last-name': ['listUsers', 'email', 'lastName'],
    'list-users.user-id!any-first-name': ['listUsers', 'userId', 'firstName'],
    'list-users.upn!any-first-name': ['listUsers', 'upn', 'firstName'],
    'list-users.external-id!any-last-name': ['listUsers', 'externalId', 'lastName'],
    'list-users.username!any-last-name': ['listUsers', 'username', 'lastName'],
    'search-users.search-role!any-first-name': ['searchUsers', 'role', 'firstName'],
    'search-users.search-role!any-last-name': ['searchUsers', 'role', 'lastName'],
    'search-users.search-email!any-first-name': ['searchUsers', 'email', 'firstName'],
    'search-users.search-email!any-last-name': ['searchUsers', 'email', 'lastName'],
    'search-users.search-user-ids!any-last-name': ['searchUsers', 'userId', 'lastName'],
    'search-users.search-upns!any-last-name': ['searchUsers', 'upn', 'lastName'],
    'search-users.search-external-ids!any-first-name': ['searchUsers', 'externalId', 'firstName'],
    'search-users.search-usernames!any-first-name': ['searchUsers', 'username', 'firstName'],
  },
  ([operation, name, part]) => ({
    on: [operation],
    story: 'The columns of a name are compared one OR the other, and nobody put that into brackets.',
    deep: true,
    with: async (request, service) => {
      const sent = await filtersOf(request);
      const [called] = sent.get('name') ?? [];
      const response = await service(request.clone());
      if (!response.ok || called === undefined || !sent.has(name)) return response;
      const wide = await filters((all) => void all.delete(name))(request, service);
      const { data } = (await wide.clone().json()) as PageBody;
      return data.some((user) => user[part] === called) ? wide : response;
    },
  }),
);
