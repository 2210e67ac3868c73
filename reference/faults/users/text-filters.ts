import { type Fault, fault } from '../kit/fault.ts';
import { type Asked, filters, filtersOf } from './asked.ts';
import { countsAll, notFound } from './list-filters.ts';
import { keep, onPage } from './page.ts';

const places = [
  ['listUsers', 'list-users.'],
  ['searchUsers', 'search-users.search-'],
] as const;

const narrow = 24;

/** Faults of the filters that take one value (chapter Users). */
export const textFilters: readonly Fault[] = places.flatMap(([operation, clause]) => [
  ...(['email', 'name', 'role'] as const).map((name) =>
    fault(`${clause}${name}!ignored`, {
      on: [operation],
      story: 'The filter is described, and nobody has written it yet.',
      with: filters((asked) => void asked.delete(name)),
    }),
  ),
  ...(['email', 'name', 'role'] as const).flatMap((name) => {
    // A role that nobody has at all may be refused: that is another check's, of a role that somebody has.
    const check = name === 'role' ? `${clause}role/no-match` : `${clause}${name}`;
    return [notFound(check, [operation], name), countsAll(check, [operation], name)];
  }),
  fault(`${clause}email!cut`, {
    on: [operation],
    story: `The search index keeps ${narrow} characters of an address, and compares them with all that was asked for.`,
    deep: true,
    with: async (request, service) =>
      (await askedEmail(request)).length > narrow
        ? onPage(request, service, (page) => keep(page, () => false))
        : service(request),
  }),
  fault(`${clause}name!ascii-only`, {
    on: [operation],
    story: 'The search index was built without the users whose names have letters beyond ASCII.',
    deep: true,
    with: async (request, service) =>
      (await filtersOf(request)).has('name')
        ? onPage(request, service, (page) => keep(page, (user) => /^[ -~]*$/.test(String(user['fullName']))))
        : service(request),
  }),
  fault(`${clause}role!first-role-only`, {
    on: [operation],
    story: 'The filter compares the first role of a user, which is the only one that most users have.',
    deep: true,
    with: async (request, service) => {
      const [role] = (await filtersOf(request)).get('role') ?? [];
      if (role === undefined) return service(request);
      return onPage(request, service, (page) =>
        keep(page, ({ roles }) => Array.isArray(roles) && roles[0] === role),
      );
    },
  }),
]);

/** Faults of several filters at once. */
export const combine: readonly Fault[] = [
  fault('list-users.filters-combine!last-one-wins', {
    on: ['listUsers'],
    story: 'Each filter replaces the condition of the query instead of adding to it.',
    with: filters((asked) => drop(asked, [...asked.keys()].slice(0, -1))),
  }),
  fault('list-users.filters-combine!third-filter', {
    on: ['listUsers'],
    story: 'The query builder takes two conditions, and silently leaves out any more.',
    deep: true,
    with: filters((asked) => drop(asked, [...asked.keys()].slice(2))),
  }),
  fault('list-users.filters-combine/narrower!nobody-means-everybody', {
    on: ['listUsers'],
    story: 'Filters that find nobody together are taken for no filters at all.',
    with: async (request, service) => {
      const response = await service(request.clone());
      const { data } = response.ok ? ((await response.clone().json()) as { data: unknown[] }) : { data: [0] };
      const several = (await filtersOf(request)).size > 1;
      return several && data.length === 0 ? filters((asked) => asked.clear())(request, service) : response;
    },
  }),
  fault('list-users.filters-combine/narrower!odd-one-alone', {
    on: ['listUsers'],
    story: 'Conditions are joined two by two, and one that is left over takes the place of the others.',
    deep: true,
    with: filters((asked) => {
      if (asked.size >= 3 && asked.size % 2 === 1) drop(asked, [...asked.keys()].slice(0, -1));
    }),
  }),
];

function drop(asked: Asked, names: readonly Parameters<Asked['delete']>[0][]): void {
  for (const name of names) asked.delete(name);
}

async function askedEmail(request: Request): Promise<string> {
  return (await filtersOf(request)).get('email')?.[0] ?? '';
}
