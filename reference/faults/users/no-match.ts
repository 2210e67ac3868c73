import { refusal } from '../kit/breaks.ts';
import { type Fault, faultsFrom } from '../kit/fault.ts';
import { onPage, type PageBody } from '../kit/pages.ts';
import { filters, filtersOf } from '../kit/user-filters.ts';

/**
 * Faults of a filter that finds nobody (chapter Users). A role that nobody has at all may be refused: for roles there
 * is a check of its own, with a role that somebody has.
 */
export const noMatch: readonly Fault[] = [
  ...faultsFrom(
    {
      'list-users.user-id-no-match!not-found': ['listUsers', 'userId'],
      'list-users.upn-no-match!not-found': ['listUsers', 'upn'],
      'list-users.external-id-no-match!not-found': ['listUsers', 'externalId'],
      'list-users.username-no-match!not-found': ['listUsers', 'username'],
      'list-users.email!not-found': ['listUsers', 'email'],
      'list-users.name!not-found': ['listUsers', 'name'],
      'list-users.role/no-match!not-found': ['listUsers', 'role'],
      'search-users.search-user-ids/no-match!not-found': ['searchUsers', 'userId'],
      'search-users.search-upns/no-match!not-found': ['searchUsers', 'upn'],
      'search-users.search-external-ids/no-match!not-found': ['searchUsers', 'externalId'],
      'search-users.search-usernames/no-match!not-found': ['searchUsers', 'username'],
      'search-users.search-email!not-found': ['searchUsers', 'email'],
      'search-users.search-name!not-found': ['searchUsers', 'name'],
      'search-users.search-role/no-match!not-found': ['searchUsers', 'role'],
    },
    ([operation, name]) => ({
      on: [operation],
      story: 'Nothing found is answered like a resource that is not there.',
      with: async (request, service) => {
        const response = await service(request.clone());
        if (response.status !== 200 || !(await filtersOf(request)).has(name)) return response;
        const { data } = (await response.clone().json()) as PageBody;
        return data.length > 0 ? response : refusal(404, 'Nobody.');
      },
    }),
  ),
  ...faultsFrom(
    {
      'list-users.user-id-no-match!counts-all': ['listUsers', 'userId'],
      'list-users.upn-no-match!counts-all': ['listUsers', 'upn'],
      'list-users.external-id-no-match!counts-all': ['listUsers', 'externalId'],
      'list-users.username-no-match!counts-all': ['listUsers', 'username'],
      'list-users.email!counts-all': ['listUsers', 'email'],
      'list-users.name!counts-all': ['listUsers', 'name'],
      'list-users.role/no-match!counts-all': ['listUsers', 'role'],
      'search-users.search-user-ids/no-match!counts-all': ['searchUsers', 'userId'],
      'search-users.search-upns/no-match!counts-all': ['searchUsers', 'upn'],
      'search-users.search-external-ids/no-match!counts-all': ['searchUsers', 'externalId'],
      'search-users.search-usernames/no-match!counts-all': ['searchUsers', 'username'],
      'search-users.search-email!counts-all': ['searchUsers', 'email'],
      'search-users.search-name!counts-all': ['searchUsers', 'name'],
      'search-users.search-role/no-match!counts-all': ['searchUsers', 'role'],
    },
    ([operation, name]) => ({
      on: [operation],
      story: 'A page without items has no count of its own, and shows that of the table.',
      deep: true,
      with: async (request, service) => {
        const isFiltered = (await filtersOf(request)).has(name);
        return onPage(request, service, async (page) => {
          if (!isFiltered || page.data.length > 0) return;
          const everybody = await filters((sent) => sent.clear())(request, service);
          page.pagination.total = ((await everybody.json()) as PageBody).pagination.total;
        });
      },
    }),
  ),
];
