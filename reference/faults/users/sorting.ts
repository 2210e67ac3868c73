import { remembering } from '../kit/breaks.ts';
import { type Break, type Fault, fault, faults, type Json, type Service } from '../kit/fault.ts';
import { askedOf, asking, givenIn, onPage, type PageBody, type Sort, sortIn } from '../kit/pages.ts';
import { filters, filtersOf } from '../kit/user-filters.ts';

const oldestFirst: Sort = { field: 'createdAt', direction: 'asc' };

/** Faults of the default order of users, and of what becomes of a sort (chapter Users). */
export const sorting: readonly Fault[] = [
  ...faults(
    { 'list-users.sort!direction-lost': 'listUsers', 'search-users.sort!direction-lost': 'searchUsers' },
    {
      story: 'Of the sort only the field is read, and the database sorts upwards.',
      with: async (request, service) =>
        (await sortIn(request)) === undefined
          ? service(request)
          : service(await asking(request, { sort: oldestFirst })),
    },
  ),
  ...faults(
    { 'list-users.sort!shard-by-shard': 'listUsers', 'search-users.sort!shard-by-shard': 'searchUsers' },
    {
      story: 'Two shards are sorted each by itself, and one is shown after the other.',
      deep: true,
      with: async (request, service) =>
        (await sortIn(request)) === undefined
          ? service(request)
          : onPage(request, service, (page) => {
              page.data = [...page.data.filter(isEven), ...page.data.filter((user) => !isEven(user))];
            }),
    },
  ),
  ...faults(
    {
      'list-users.sort-order/whole!joined': 'listUsers',
      'search-users.sort/whole!joined': 'searchUsers',
    },
    {
      story: 'To sort by a name, the query joins the table of learners, which teachers are not in.',
      with: withLearnersAlone(({ field }) => field === 'lastName'),
    },
  ),
  ...faults(
    {
      'list-users.sort-order/whole!one-index': 'listUsers',
      'search-users.sort/whole!one-index': 'searchUsers',
    },
    {
      deep: true,
      story: 'One order has an index of its own, which was built for learners.',
      with: withLearnersAlone(({ field, direction }) => field === 'updatedAt' && direction === 'asc'),
    },
  ),
  ...faults(
    {
      'list-users.sort-default!oldest-first': 'listUsers',
      'search-users.sort-default!oldest-first': 'searchUsers',
    },
    {
      story: 'Without a sort the rows come as they were inserted.',
      with: async (request, service) =>
        (await sortIn(request)) === undefined
          ? service(await asking(request, { sort: oldestFirst }))
          : service(request),
    },
  ),
  ...(
    [
      ['search-users.sort-default/many', 'userId', 1, false],
      ['search-users.sort-default/many!by-fifty', 'userId', 50, true],
      ['search-users.sort-default/many!usernames', 'username', 30, true],
      ['search-users.sort-default/many!external-ids', 'externalId', 30, true],
      ['search-users.sort-default/many!upns', 'upn', 50, true],
    ] as const
  ).map(([id, name, size, deep]) =>
    fault(id, {
      on: ['searchUsers'],
      ...(deep ? { deep } : {}),
      story: 'Many values are looked up in batches, and what each gives is put behind the other.',
      with: async (request, service) => {
        const values = (await filtersOf(request)).get(name) ?? [];
        if (values.length <= 50) return service(request);
        const places = new Map(values.map((one, at) => [one.toLowerCase(), Math.floor(at / size)]));
        const placeOf = (user: Json) => places.get(String(user[name]).toLowerCase()) ?? 0;
        return onPage(request, service, (page) => {
          page.data = page.data.toSorted((one, other) => placeOf(one) - placeOf(other));
        });
      },
    }),
  ),
  ...faults(
    {
      'list-users.sort-default/after-changes': 'listUsers',
      'search-users.sort-default/after-changes': 'searchUsers',
    },
    {
      touches: ['listUsers', 'searchUsers', 'updateUserName'],
      story: 'What was changed in this process comes out of its memory, and before the rows of the database.',
      with: changedFirst(() => true),
    },
  ),
  ...faults(
    {
      'list-users.sort-default/after-changes!with-a-role': 'listUsers',
      'search-users.sort-default/after-changes!with-a-role': 'searchUsers',
    },
    {
      touches: ['listUsers', 'searchUsers', 'updateUserName'],
      story: 'With a role the ids alone are sorted, and those who were changed are returned first.',
      deep: true,
      with: changedFirst((asked) => asked.includes('role')),
    },
  ),
  ...faults(
    {
      'list-users.sort-default!tail-unsorted': 'listUsers',
      'search-users.sort-default!tail-unsorted': 'searchUsers',
    },
    {
      story:
        'The newest half of a page comes from a cache and the rest from the table, where it stands upside down.',
      deep: true,
      with: async (request, service) =>
        (await sortIn(request)) === undefined
          ? onPage(request, service, (page) => {
              const half = Math.ceil(page.data.length / 2);
              page.data = [...page.data.slice(0, half), ...page.data.slice(half).reverse()];
            })
          : service(request),
    },
  ),
  ...faults(
    {
      'list-users.sort-default/across-pages!each-page-by-itself': 'listUsers',
      'search-users.sort-default/across-pages!each-page-by-itself': 'searchUsers',
    },
    {
      story: 'A page is cut out first and sorted then, the other way round.',
      with: (request, service) => onPage(request, service, ({ data }) => void data.reverse()),
    },
  ),
  ...faults(
    {
      'list-users.sort-default/across-pages!ties-move': 'listUsers',
      'search-users.sort-default/across-pages!ties-move': 'searchUsers',
    },
    {
      story: 'The sort has no tie-breaker: of users of one moment, another one ends each page.',
      deep: true,
      with: async (request, service) =>
        onPage(request, service, async ({ data, pagination }) => {
          const before = await lastOnPageBefore(request, service, pagination.previousCursor);
          if (before && before['createdAt'] === data[0]?.['createdAt']) data[0] = before;
        }),
    },
  ),
  fault('list-users.sort-order!field-ignored', {
    on: ['listUsers'],
    story: 'Only the direction is handed to the database, which sorts by creation.',
    with: async (request, service) => {
      const sort = await sortIn(request);
      if (sort === undefined) return service(request);
      const other = { field: 'createdAt', direction: sort.direction === 'asc' ? 'desc' : 'asc' };
      return service(await asking(request, { sort: other }));
    },
  }),
  ...faults(
    {
      'list-users.sort-default!as-they-come': 'listUsers',
      'search-users.sort-default!as-they-come': 'searchUsers',
    },
    {
      story: 'Without a sort the rows of a page are read at the same time, and put down as they come.',
      deep: true,
      with: asTheyCome((sort) => sort === undefined),
    },
  ),
  fault('list-users.sort-order!as-they-come', {
    on: ['listUsers'],
    story: 'The rows of a sorted page are read at the same time, and put down as they come.',
    deep: true,
    with: asTheyCome((sort) => sort !== undefined && sort.field !== 'createdAt'),
  }),
  fault('list-users.sort-order!forgotten-by-offset', {
    on: ['listUsers'],
    story: 'Pages at an offset are read from a cache of the default order.',
    deep: true,
    with: async (request, service) => {
      const { offset } = await askedOf(request);
      return service(offset === undefined ? request : await asking(request, { sort: undefined }));
    },
  }),
  fault('search-users.sort/as-in-list!field-ignored', {
    on: ['searchUsers'],
    story: 'Of the sort in the body only the direction is read.',
    with: async (request, service) => {
      const sort = await sortIn(request);
      if (sort === undefined) return service(request);
      return service(await asking(request, { sort: { ...sort, field: 'createdAt' } }));
    },
  }),
  fault('search-users.sort/as-in-list!names-upwards', {
    on: ['searchUsers'],
    story: 'The search sorts last names from an index that can only be read upwards.',
    deep: true,
    with: async (request, service) => {
      const sort = await sortIn(request);
      if (sort?.field !== 'lastName') return service(request);
      return service(await asking(request, { sort: { ...sort, direction: 'asc' } }));
    },
  }),
];

function isEven(user: Json): boolean {
  return Number.parseInt(String(user['userId']).slice(-1), 16) % 2 === 0;
}

/** Shows the rows of a page in another order in each answer, none of them the right one. */
function asTheyCome(isMeant: (sort: Sort | undefined) => boolean): Break {
  return remembering(() => {
    let turn = 0;
    return async (request, service) => {
      if (!isMeant(await sortIn(request))) return service(request);
      turn += 1;
      return onPage(request, service, (page) => {
        const first = 1 + (turn % Math.max(1, page.data.length - 1));
        page.data = [...page.data.slice(first), ...page.data.slice(0, first)];
      });
    };
  });
}

async function lastOnPageBefore(
  request: Request,
  service: Service,
  cursor: string | null,
): Promise<Json | undefined> {
  if (cursor === null) return undefined;
  const response = await service(await asking(request, { cursor, offset: undefined, limit: 1 }));
  return response.ok ? ((await response.json()) as PageBody).data.at(-1) : undefined;
}

/** Shows users whose name was changed before the others, on some pages without a sort. */
function changedFirst(isMeant: (asked: string) => boolean): Break {
  return remembering(() => {
    const changed = new Set<string>();
    return async (request, service) => {
      const id = /users\/([^/]+)\/name$/.exec(new URL(request.url).pathname)?.[1];
      if (id !== undefined) {
        changed.add(id.toLowerCase());
        return service(request);
      }
      const asked = JSON.stringify(await givenIn(request));
      if ((await sortIn(request)) !== undefined || !isMeant(asked)) return service(request);
      const isChanged = ({ userId }: Json) => changed.has(String(userId).toLowerCase());
      return onPage(request, service, (page) => {
        page.data = [...page.data.filter(isChanged), ...page.data.filter((user) => !isChanged(user))];
      });
    };
  });
}

/** Shows learners alone in some orders. */
function withLearnersAlone(isBroken: (sort: Sort) => boolean): Break {
  return async (request, service) => {
    const sort = await sortIn(request);
    if (sort === undefined || !isBroken(sort)) return service(request);
    return filters((sent) => sent.set('role', ['student']))(request, service);
  };
}
