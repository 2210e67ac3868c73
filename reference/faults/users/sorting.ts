import { type Fault, fault, type Json, type Service } from '../kit/fault.ts';
import { asked, asking, onPage } from './page.ts';

const places = [
  ['listUsers', 'list-users.'],
  ['searchUsers', 'search-users.'],
] as const;

const oldestFirst = { field: 'createdAt', direction: 'asc' };

/** Faults of the order in which users come (chapter Users). */
export const sorting: readonly Fault[] = [
  ...places.flatMap(([operation, clause]) => [
    fault(`${clause}sort!direction-lost`, {
      on: [operation],
      story: 'Of the sort only the field is read, and the database sorts upwards.',
      with: async (request, service) =>
        (await asked(request, 'sort')) === undefined
          ? service(request)
          : service(await asking(request, { sort: oldestFirst })),
    }),
    fault(`${clause}sort!shard-by-shard`, {
      on: [operation],
      story: 'Two shards are sorted each by itself, and one is shown after the other.',
      deep: true,
      with: async (request, service) =>
        (await asked(request, 'sort')) === undefined
          ? service(request)
          : onPage(request, service, (page) => {
              page.data = [...page.data.filter(isEven), ...page.data.filter((user) => !isEven(user))];
            }),
    }),
    fault(`${clause}sort-default!oldest-first`, {
      on: [operation],
      story: 'Without a sort the rows come as they were inserted.',
      with: async (request, service) =>
        (await asked(request, 'sort')) === undefined
          ? service(await asking(request, { sort: oldestFirst }))
          : service(request),
    }),
    fault(`${clause}sort-default!tail-unsorted`, {
      on: [operation],
      story:
        'The newest half of a page comes from a cache and the rest from the table, where it stands upside down.',
      deep: true,
      with: async (request, service) =>
        (await asked(request, 'sort')) === undefined
          ? onPage(request, service, (page) => {
              const half = Math.ceil(page.data.length / 2);
              page.data = [...page.data.slice(0, half), ...page.data.slice(half).reverse()];
            })
          : service(request),
    }),
    fault(`${clause}sort-default/across-pages!each-page-by-itself`, {
      on: [operation],
      story: 'A page is cut out first and sorted then, the other way round.',
      with: (request, service) => onPage(request, service, (page) => void page.data.reverse()),
    }),
    fault(`${clause}sort-default/across-pages!ties-move`, {
      on: [operation],
      story: 'The sort has no tie-breaker: of users of one moment, another one ends each page.',
      deep: true,
      with: async (request, service) =>
        onPage(request, service, async (page) => {
          const before = await lastOnPageBefore(request, service, page.pagination.previousCursor);
          if (before && before['createdAt'] === page.data[0]?.['createdAt']) page.data[0] = before;
        }),
    }),
  ]),
  fault('list-users.sort-order!field-ignored', {
    on: ['listUsers'],
    story: 'Only the direction is handed to the database, which sorts by creation.',
    with: async (request, service) => {
      const sort = await asked(request, 'sort');
      return sort === undefined ? service(request) : service(await asking(request, { sort: swapped(sort) }));
    },
  }),
  fault('list-users.sort-order!forgotten-by-offset', {
    on: ['listUsers'],
    story: 'Pages at an offset are read from a cache of the default order.',
    deep: true,
    with: async (request, service) =>
      (await asked(request, 'offset')) === undefined
        ? service(request)
        : service(await asking(request, { sort: undefined })),
  }),
  fault('search-users.sort/as-in-list!field-ignored', {
    on: ['searchUsers'],
    story: 'Of the sort in the body only the direction is read.',
    with: async (request, service) => {
      const sort = (await asked(request, 'sort')) as Json | undefined;
      if (sort === undefined) return service(request);
      return service(await asking(request, { sort: { ...sort, field: 'createdAt' } }));
    },
  }),
  fault('search-users.sort/as-in-list!names-upwards', {
    on: ['searchUsers'],
    story: 'The search sorts last names from an index that can only be read upwards.',
    deep: true,
    with: async (request, service) => {
      const sort = (await asked(request, 'sort')) as Json | undefined;
      if (sort?.['field'] !== 'lastName') return service(request);
      return service(await asking(request, { sort: { ...sort, direction: 'asc' } }));
    },
  }),
];

/** Any order but the one that was asked for. */
function swapped(sort: unknown): Json {
  const direction = (sort as Json)['direction'];
  return { field: 'createdAt', direction: direction === 'asc' ? 'desc' : 'asc' };
}

function isEven(user: Json): boolean {
  return Number.parseInt(String(user['userId']).slice(-1), 16) % 2 === 0;
}

async function lastOnPageBefore(
  request: Request,
  service: Service,
  cursor: string | null,
): Promise<Json | undefined> {
  if (cursor === null) return undefined;
  const response = await service(await asking(request, { cursor, offset: undefined, limit: 1 }));
  const { data } = response.ok ? ((await response.json()) as { data: Json[] }) : { data: [] };
  return data.at(-1);
}
