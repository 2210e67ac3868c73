import { type Break, type Fault, faults, faultsFrom, type Json } from '../kit/fault.ts';
import { asking, keep, onPage, page, sortIn } from '../kit/pages.ts';
import { filters, filtersOf } from '../kit/user-filters.ts';

const inOrder = {
  'list-users.sort-default/filtered!as-asked-for': 'listUsers',
  'search-users.sort-default/filtered!as-asked-for': 'searchUsers',
} as const;

/** Faults of users with several roles or addresses, and of the order under a filter (chapter Users). */
export const amongSeveral: readonly Fault[] = [
  ...faults(
    {
      'list-users.role/among-several!only-role': 'listUsers',
      'search-users.search-role/among-several!only-role': 'searchUsers',
    },
    {
      story: 'The roles of a user are compared as one text, which is the role where there is one.',
      with: withRole((roles) => roles.length === 1),
    },
  ),
  ...faults(
    {
      'list-users.role/among-several!last-only': 'listUsers',
      'search-users.search-role/among-several!last-only': 'searchUsers',
    },
    {
      deep: true,
      story: 'Roles are joined to the users, and the last one of each user is kept.',
      with: withRole((roles, role) => roles.at(-1) === role),
    },
  ),
  ...faults(
    {
      'list-users.email/each-address!first-only': 'listUsers',
      'search-users.search-email/each-address!first-only': 'searchUsers',
    },
    {
      story: 'The filter compares the first address of a user.',
      with: withEmail((emails, email) => emails[0]?.toLowerCase() === email.toLowerCase()),
    },
  ),
  ...faults(
    {
      'list-users.email/each-address!plus': 'listUsers',
      'search-users.search-email/each-address!plus': 'searchUsers',
    },
    {
      deep: true,
      story: 'An address is decoded twice, and a plus sign becomes a space that is trimmed away.',
      with: filters((sent) => {
        const [email] = sent.get('email') ?? [];
        if (email?.includes('+')) sent.set('email', [email.replaceAll('+', '')]);
      }),
    },
  ),
  ...faults(inOrder, {
    story: 'Users come in the order of the ids that were asked for.',
    with: async (request, service) => {
      const ids = (await filtersOf(request)).get('userId') ?? [];
      return onPage(request, service, ({ data }) => {
        if (ids.length > 1) data.sort((a, b) => String(a['userId']).localeCompare(String(b['userId'])));
      });
    },
  }),
  ...faultsFrom(
    {
      'list-users.sort-default/filtered!external-ids': ['listUsers', 'externalId'],
      'list-users.sort-default/filtered!upns': ['listUsers', 'upn'],
      'list-users.sort-default/filtered!usernames': ['listUsers', 'username'],
      'search-users.sort-default/filtered!external-ids': ['searchUsers', 'externalId'],
      'search-users.sort-default/filtered!upns': ['searchUsers', 'upn'],
      'search-users.sort-default/filtered!usernames': ['searchUsers', 'username'],
    },
    ([op, name]) => ({
      on: [op],
      deep: true,
      story: 'Values are looked up ten at a time, and what each ten give is put behind the others.',
      with: async (request, service) => {
        const values = (await filtersOf(request)).get(name) ?? [];
        const tenOf = (user: Json) => Math.floor(values.indexOf(String(user[name])) / 10);
        return onPage(request, service, ({ data }) => {
          if (values.length > 10) data.sort((one, other) => tenOf(one) - tenOf(other));
        });
      },
    }),
  ),
  ...faults(
    {
      'list-users.sort-default/filtered!best-match': 'listUsers',
      'search-users.sort-default/filtered!best-match': 'searchUsers',
    },
    {
      deep: true,
      story: 'Whoever fits a name best comes first, also where nobody asked for an order.',
      with: async (request, service) => {
        const isRanked = (await filtersOf(request)).has('name') && (await sortIn(request)) === undefined;
        if (!isRanked) return service(request);
        return page(({ data }) => {
          data.sort((one, other) => String(one['fullName']).length - String(other['fullName']).length);
        })(request, service);
      },
    },
  ),
  ...faults(
    {
      'list-users.sort-default/filtered!by-role': 'listUsers',
      'search-users.sort-default/filtered!by-role': 'searchUsers',
    },
    {
      deep: true,
      story: 'Users of a role come from an index of roles, in the order in which they were made.',
      with: async (request, service) =>
        service(
          (await filtersOf(request)).has('role')
            ? await asking(request, { sort: { field: 'createdAt', direction: 'asc' } })
            : request,
        ),
    },
  ),
];

function withRole(finds: (roles: readonly string[], role: string) => boolean): Break {
  return async (request, service) => {
    const [role] = (await filtersOf(request)).get('role') ?? [];
    if (role === undefined) return service(request);
    return onPage(request, service, (page) => keep(page, ({ roles }) => finds(texts(roles), role)));
  };
}

function withEmail(finds: (emails: readonly string[], email: string) => boolean): Break {
  return async (request, service) => {
    const [email] = (await filtersOf(request)).get('email') ?? [];
    if (email === undefined) return service(request);
    return onPage(request, service, (page) => keep(page, ({ emails }) => finds(texts(emails), email)));
  };
}

function texts(value: unknown): readonly string[] {
  return [value ?? []].flat().map(String);
}
