import { type Break, type Fault, faults } from '../kit/fault.ts';
import { lostRedirect } from '../kit/no-refusal.ts';
import { askedOf, asking, onPage, type Sort, sortIn } from '../kit/pages.ts';

/** Faults of what a sort changes besides the order. */
export const underSorts: readonly Fault[] = [
  ...faults(
    { 'list-users.sort-order/to-the-end': 'listUsers', 'search-users.sort/to-the-end': 'searchUsers' },
    {
      story: 'The column that is sorted by is selected under the name of the default one.',
      with: whereSorted(
        () => true,
        (page, { field = '' }) => {
          for (const user of page.data) if (field in user) user['createdAt'] = user[field];
        },
      ),
    },
  ),
  ...faults(
    {
      'list-users.sort-order/to-the-end!redirected': 'listUsers',
      'search-users.sort/to-the-end!redirected': 'searchUsers',
    },
    {
      story: 'A page of more than fifty that is sorted is an export, whose address the gateway takes out.',
      with: lostRedirect(async (request) => {
        const { limit = 0 } = await askedOf(request);
        return limit > 50 && (await sortIn(request)) !== undefined;
      }),
    },
  ),
  ...faults(
    {
      'list-users.sort-order/to-the-end!nulls': 'listUsers',
      'search-users.sort/to-the-end!nulls': 'searchUsers',
    },
    {
      story:
        'A sorted list goes on behind the value that it showed last, and no comparison finds what is null.',
      deep: true,
      with: whereSorted(
        ({ direction }) => direction === 'asc',
        (page) => {
          const { pagination } = page;
          const isEnd = pagination.offset + page.data.length >= pagination.total - 1;
          if (!isEnd || page.data.length === 0) return;
          page.data = page.data.slice(0, -1);
          pagination.nextCursor = null;
        },
      ),
    },
  ),
  ...faults(
    {
      'list-users.sort-order/to-the-end!before-null': 'listUsers',
      'search-users.sort/to-the-end!before-null': 'searchUsers',
    },
    {
      story: 'Behind somebody who has no last name, a cursor of the descending order finds nobody.',
      deep: true,
      with: whereSorted(
        ({ field, direction }) => field === 'lastName' && direction === 'desc',
        (page) => {
          const { pagination, data } = page;
          if (pagination.previousCursor === null || data[0]?.['lastName'] !== undefined) return;
          page.data = [];
          pagination.nextCursor = null;
        },
      ),
    },
  ),
  ...faults(
    { 'list-users.sort-order/opposite': 'listUsers', 'search-users.sort/opposite': 'searchUsers' },
    {
      story: 'Names are sorted with a collation, and the query that has it knows one direction.',
      with: sortedAs(({ field = '' }) => (/name$/i.test(field) ? { field, direction: 'asc' } : undefined)),
    },
  ),
  ...faults(
    {
      'list-users.sort-order/opposite!username': 'listUsers',
      'search-users.sort/opposite!username': 'searchUsers',
    },
    {
      story: 'The index by username is read from its end only, as the console does.',
      deep: true,
      with: sortedAs(({ field }) => (field === 'username' ? { field, direction: 'desc' } : undefined)),
    },
  ),
];

/** Changes pages that were asked for in an order of their own. */
function whereSorted(
  isMeant: (sort: Sort) => boolean,
  change: (page: Parameters<Parameters<typeof onPage>[2]>[0], sort: Sort) => void,
): Break {
  return async (request, service) => {
    const sort = await sortIn(request);
    if (sort === undefined || sort.field === 'createdAt' || !isMeant(sort)) return service(request);
    return onPage(request, service, (page) => change(page, sort));
  };
}

/** Asks for another sort than the one that came. */
function sortedAs(other: (sort: Sort) => Sort | undefined): Break {
  return async (request, service) => {
    const sort = await sortIn(request);
    const changed = sort && other(sort);
    return service(changed ? await asking(request, { sort: changed }) : request);
  };
}
