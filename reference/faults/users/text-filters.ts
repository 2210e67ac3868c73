import { defaultShapes } from '../../service/choices.ts';
import { type Break, type Fault, faults, faultsFrom, type Json } from '../kit/fault.ts';
import { keep, onPage } from '../kit/pages.ts';
import { filters, filtersOf, type UserFilters } from '../kit/user-filters.ts';

/** How many characters of an address an index holds that is too narrow. */
const narrow = 24;

/** The roles that the service knows. */
const roles: readonly string[] = Object.values(defaultShapes.roles);

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
    {
      'list-users.name/signs!apostrophe': 'listUsers',
      'search-users.search-name/signs!apostrophe': 'searchUsers',
    },
    {
      story: 'An apostrophe is escaped twice, so that nobody has such a name.',
      with: filters((sent) => {
        const [name] = sent.get('name') ?? [];
        if (name?.includes("'")) sent.set('name', [name.replaceAll("'", "''")]);
      }),
    },
  ),
  ...faults(
    {
      'list-users.name/signs!first-word': 'listUsers',
      'search-users.search-name/signs!first-word': 'searchUsers',
    },
    {
      story: 'A last name of several parts is compared with its first part.',
      deep: true,
      with: async (request, service) => {
        const [name] = (await filtersOf(request)).get('name') ?? [];
        return onPage(request, service, (page) => {
          if (name?.includes('-')) keep(page, ({ lastName }) => lastName !== name);
        });
      },
    },
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
  ...faults(
    { 'list-users.role!not-shown': 'listUsers', 'search-users.search-role!not-shown': 'searchUsers' },
    {
      story: 'The role that only staff of the provider have is left out of answers, and the filter knows it.',
      deep: true,
      with: async (request, service) =>
        onPage(request, service, (page) => {
          for (const user of page.data)
            if (Array.isArray(user['roles']))
              user['roles'] = user['roles'].filter((role) => role !== 'support');
        }),
    },
  ),
  ...faults(
    {
      'list-users.role/unknown!ignored': 'listUsers',
      'search-users.search-role/unknown!ignored': 'searchUsers',
    },
    {
      story: 'A role that the map of roles lacks becomes undefined, which is no filter.',
      with: unknownRole((sent) => void sent.delete('role')),
    },
  ),
  ...faults(
    { 'list-users.role/unknown!first': 'listUsers', 'search-users.search-role/unknown!first': 'searchUsers' },
    {
      story: 'A role that does not exist is read as the first of those that do.',
      deep: true,
      with: unknownRole((sent) => void sent.set('role', [roles[0] ?? ''])),
    },
  ),
];

/** Changes the filters of a request that asks for a role that does not exist. */
function unknownRole(change: (sent: UserFilters) => void): Break {
  return filters((sent) => {
    if (sent.get('role')?.some((role) => !roles.includes(role))) change(sent);
  });
}

function hasAsciiName(user: Json): boolean {
  return /^[ -~]*$/.test(String(user['fullName']));
}
