import { type Fault, faults, faultsFrom, type Json } from '../kit/fault.ts';
import { keep, onPage } from '../kit/pages.ts';
import { filters, filtersOf } from '../kit/user-filters.ts';

/** How many characters of an address an index holds that is too narrow. */
const narrow = 24;

/** Faults of the filters that take one value (chapter Users). */
export const textFilters: readonly Fault[] = [
  ...faultsFrom(
    {
      'list-users.email!ignored': ['listUsers', 'email'],
      'list-users.name!ignored': ['listUsers', 'name'],
      'list-users.role!ignored': ['listUsers', 'role'],
      'search-users.search-email!ignored': ['searchUsers', 'email'],
      'search-users.search-name!ignored': ['searchUsers', 'name'],
      'search-users.search-role!ignored': ['searchUsers', 'role'],
    },
    ([operation, name]) => ({
      on: [operation],
      story: 'The filter is described, and nobody has written it yet.',
      with: filters((sent) => void sent.delete(name)),
    }),
  ),
  ...faults(
    { 'list-users.email!cut': 'listUsers', 'search-users.search-email!cut': 'searchUsers' },
    {
      story: `The search index keeps ${narrow} characters of an address, and compares them with all that was asked for.`,
      deep: true,
      with: async (request, service) => {
        const email = (await filtersOf(request)).get('email')?.[0] ?? '';
        return email.length > narrow
          ? onPage(request, service, (page) => keep(page, () => false))
          : service(request);
      },
    },
  ),
  ...faults(
    { 'list-users.name!ascii-only': 'listUsers', 'search-users.search-name!ascii-only': 'searchUsers' },
    {
      story: 'The search index was built without the users whose names have letters beyond ASCII.',
      deep: true,
      with: async (request, service) =>
        (await filtersOf(request)).has('name')
          ? onPage(request, service, (page) => keep(page, hasAsciiName))
          : service(request),
    },
  ),
  ...faults(
    {
      'list-users.role!first-role-only': 'listUsers',
      'search-users.search-role!first-role-only': 'searchUsers',
    },
    {
      story: 'The filter compares the first role of a user, which is the only one that most users have.',
      deep: true,
      with: async (request, service) => {
        const [role] = (await filtersOf(request)).get('role') ?? [];
        if (role === undefined) return service(request);
        return onPage(request, service, (page) =>
          keep(page, ({ roles }) => Array.isArray(roles) && roles[0] === role),
        );
      },
    },
  ),
];

function hasAsciiName(user: Json): boolean {
  return /^[ -~]*$/.test(String(user['fullName']));
}
