import { type Fault, fault } from '../kit/fault.ts';
import { eachItem, onPage } from '../kit/pages.ts';
import { filtersOf } from '../kit/user-filters.ts';

/** Faults of items that are other ones where a filter found them. */
export const underFilters: readonly Fault[] = [
  fault('conventions.filters-choose-only', {
    on: ['listClasses', 'listCohorts'],
    story: 'The query with a search was written first, and selects fewer columns.',
    with: async (request, service) =>
      new URL(request.url).searchParams.has('search')
        ? eachItem((item) => {
            delete item['description'];
            delete item['academicYearId'];
          })(request, service)
        : service(request),
  }),
  fault('conventions.filters-choose-only!roles', {
    on: ['listUsers', 'searchUsers'],
    deep: true,
    story: 'The filter is put on the join that fetches the roles, so that only the wanted one is loaded.',
    with: async (request, service) => {
      const role = (await filtersOf(request)).get('role')?.[0];
      if (role === undefined) return service(request);
      return onPage(request, service, ({ data }) => {
        for (const user of data) user['roles'] = [role];
      });
    },
  }),
  fault('conventions.filters-choose-only!sessions', {
    on: ['listSessions'],
    deep: true,
    story: 'Sessions of one status come from a table of their own, which has no results.',
    with: async (request, service) =>
      new URL(request.url).searchParams.has('status')
        ? eachItem((item) => {
            item['result'] = null;
          })(request, service)
        : service(request),
  }),
];
