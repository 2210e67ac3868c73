import { objects, read, refusal } from '../kit/breaks.ts';
import { type Break, type Fault, fault, faults } from '../kit/fault.ts';
import { anotherId } from '../kit/ids.ts';
import { lostRedirect } from '../kit/no-refusal.ts';
import { onPage, type PageBody, sortIn } from '../kit/pages.ts';
import { filters, filtersOf, type UserFilters } from '../kit/user-filters.ts';

/** Faults of users whose totals and whose items tell different things, and of requests that only one way takes. */
export const inVain: readonly Fault[] = [
  fault('list-users.upn/as-text!redirected', {
    on: ['listUsers'],
    story: 'The firewall takes signs for an attack, and sends to a page without telling its address.',
    with: lostRedirect(async (request) => /[%_*(]/.test((await filtersOf(request)).get('upn')?.join() ?? '')),
  }),
  fault('search-users.many-upns/hundreds!handed-on', {
    on: ['searchUsers'],
    story: 'A long list is handed on to the export by a redirect, whose address the gateway takes out.',
    deep: true,
    with: lostRedirect(async (request) => ((await filtersOf(request)).get('upn') ?? []).length > 100),
  }),
  fault('list-users.filters-combine/narrower!stranger', {
    on: ['listUsers'],
    story: 'With two filters, the last row is that of the join before.',
    deep: true,
    with: stranger,
  }),
  fault('list-users.email-form!everybody', {
    on: ['listUsers'],
    story: 'A text that is no address is left out of the query, and the list is whole.',
    with: filters((sent) => {
      if (!(sent.get('email')?.[0] ?? '@').includes('@')) sent.delete('email');
    }),
  }),
  fault('list-users.email-form!unprocessable', {
    on: ['listUsers'],
    story: 'A text that is no address is told by the library for forms, with 422.',
    with: refusing((sent) => !(sent.get('email')?.[0] ?? '@').includes('@'), 422),
  }),
  fault('search-users.search-name-minimum!three', {
    on: ['searchUsers'],
    story: 'Names are looked for from three letters on, as in the form.',
    with: refusing((sent) => [1, 2].includes(sent.get('name')?.[0]?.length ?? 0)),
  }),
  fault('list-users.name-minimum!three', {
    on: ['listUsers'],
    story: 'Names are looked for from three letters on, as in the form.',
    with: refusing((sent) => [1, 2].includes(sent.get('name')?.[0]?.length ?? 0)),
  }),
  fault('list-users.name-minimum!unprocessable', {
    on: ['listUsers'],
    story: 'A text that is too short is told by the library for forms, with 422.',
    with: refusing((sent) => sent.get('name')?.[0] === '', 422),
  }),
  fault('list-users.name-minimum!counts-nobody', {
    on: ['listUsers'],
    story: 'An empty name is left out of the query for the items, and not out of the one that counts them.',
    deep: true,
    with: async (request, service) => {
      const url = new URL(request.url);
      if (url.searchParams.get('name') !== '') return service(request);
      url.searchParams.delete('name');
      return onPage(new Request(url, request), service, ({ pagination }) => {
        pagination.total = 0;
      });
    },
  }),
  fault('search-users.same-as-list-users!one-order', {
    on: ['searchUsers'],
    story: 'The search takes no order, for it has one.',
    with: async (request, service) =>
      (await sortIn(request)) ? refusal(400, 'There is no such order.') : service(request),
  }),
  fault('search-users.same-as-list-users!one-fewer', {
    on: ['searchUsers'],
    story: 'The last row of a page of the search is read to see whether there is another page, and dropped.',
    deep: true,
    with: changed((body) => {
      if (body.data.length > 1) body.data.pop();
    }),
  }),
  fault('search-users.same-as-list-users!former-id', {
    on: ['searchUsers'],
    story: 'The index of the search has the id that a user had before two accounts were made one.',
    deep: true,
    with: changed(({ data }) => {
      const user = data[Math.floor(data.length / 2)];
      if (user && data.length > 2) user['userId'] = anotherId;
    }),
  }),
  fault('list-users.sort-order!texts-refused', {
    on: ['listUsers'],
    story: 'The list is sorted by moments, and names are left out of what it takes.',
    with: refusingTexts,
  }),
  fault('search-users.sort/as-in-list!texts-refused', {
    on: ['searchUsers'],
    story: 'The search is sorted by moments, and names are left out of what it takes.',
    with: refusingTexts,
  }),
  ...faults(
    { 'list-users.role!nobody-counted': 'listUsers' },
    {
      story: 'With a role, the rows are counted in a table that is filled at night, and not yet at all.',
      deep: true,
      with: async (request, service) => {
        const asked = (await filtersOf(request)).has('role');
        return onPage(request, service, ({ pagination }) => {
          if (asked) pagination.total = 0;
        });
      },
    },
  ),
  fault('list-users.user-id!nobody-counted', {
    on: ['listUsers'],
    story: 'The query that counts is made before the ids are put into it.',
    deep: true,
    with: async (request, service) => {
      const asked = (await filtersOf(request)).has('userId');
      return onPage(request, service, ({ pagination }) => {
        if (asked) pagination.total = 0;
      });
    },
  }),
];

function refusing(when: (sent: UserFilters) => boolean, status = 400): Break {
  return async (request, service) =>
    when(await filtersOf(request)) ? refusal(status, 'Invalid request.') : service(request);
}

function changed(change: (body: PageBody) => void): Break {
  return (request, service) => onPage(request, service, change);
}

async function refusingTexts(...[request, service]: Parameters<Break>): Promise<Response> {
  const field = (await sortIn(request))?.field ?? 'createdAt';
  return /At$/.test(field) ? service(request) : refusal(400, 'There is no such order.');
}

async function stranger(...[request, service]: Parameters<Break>): Promise<Response> {
  const sent = await filtersOf(request);
  if (sent.size < 2) return service(request);
  const all = objects((await read(request, service, '/users?limit=100'))['data']);
  return onPage(request, service, ({ data }) => {
    const other = all.find(({ userId }) => !data.some((user) => user['userId'] === userId));
    if (other && data.length > 0) data[data.length - 1] = other;
  });
}
