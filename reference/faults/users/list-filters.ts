import { answer, type Fault, fault, type Json } from '../kit/fault.ts';
import type { OperationId } from '../kit/routes.ts';
import { type FilterName, filters, filtersOf } from './asked.ts';
import { keep, onPage } from './page.ts';

/** How the clauses call each filter in the list and in the search. */
const families = [
  ['userId', 'user-id', 'user-ids'],
  ['upn', 'upn', 'upns'],
  ['externalId', 'external-id', 'external-ids'],
  ['username', 'username', 'usernames'],
] as const;

/** Faults of the filters that take several values (chapter Users). */
export const listFilters: readonly Fault[] = families.flatMap(([name, inList, inSearch]) => {
  const list = ['listUsers'] as const;
  const search = ['searchUsers'] as const;
  return [
    ignored(`list-users.${inList}`, list, name),
    completeOnly(`list-users.${inList}`, list, name),
    beyondFirst(`list-users.${inList}-repeated`, list, name),
    tens(`list-users.${inList}-repeated`, list, name),
    again(`list-users.${inList}-repeated`, list, name),
    notFound(`list-users.${inList}-no-match`, list, name),
    countsAll(`list-users.${inList}-no-match`, list, name),
    ignored(`search-users.search-${inSearch}`, search, name),
    tens(`search-users.search-${inSearch}`, search, name),
    notFound(`search-users.search-${inSearch}/no-match`, search, name),
    countsAll(`search-users.search-${inSearch}/no-match`, search, name),
    fault(`search-users.many-${inSearch}!bound-of-the-list`, {
      on: search,
      story: 'The list and the search share one validation, with the bound of the list.',
      with: async (request, service) => {
        const values = (await filtersOf(request)).get(name) ?? [];
        return values.length > 30
          ? answer(await service(request), { status: 400, message: 'Too many.' }, { status: 400 })
          : service(request);
      },
    }),
    fault(`search-users.many-${inSearch}!rest-dropped`, {
      on: search,
      story: 'The values are looked up in one batch of 30, and a second batch never follows.',
      deep: true,
      with: filters((asked) => keepValues(asked.get(name), 30)),
    }),
  ];
});

function ignored(check: string, on: readonly OperationId[], name: FilterName): Fault {
  return fault(`${check}!ignored`, {
    on,
    story: 'The parameter is read under another name than it is sent, so that it filters nothing.',
    with: filters((asked) => void asked.delete(name)),
  });
}

function beyondFirst(check: string, on: readonly OperationId[], name: FilterName): Fault {
  return fault(`${check}!first-value-only`, {
    on,
    story: 'The framework hands over the first of several values unless it is asked for all.',
    with: filters((asked) => keepValues(asked.get(name), 1)),
  });
}

function tens(check: string, on: readonly OperationId[], name: FilterName): Fault {
  return fault(`${check}!last-batch-lost`, {
    on,
    story: 'Values are looked up in batches of ten, and a batch that is not full is never sent off.',
    deep: true,
    with: filters((asked) => {
      const values = asked.get(name) ?? [];
      if (values.length > 10) keepValues(values, values.length - (values.length % 10));
    }),
  });
}

function again(check: string, on: readonly OperationId[], name: FilterName): Fault {
  return fault(`${check}!found-twice`, {
    on,
    story:
      'The values are joined to the users as a table, so that a value that comes again finds its user again.',
    deep: true,
    with: async (request, service) => {
      const values = (await filtersOf(request)).get(name) ?? [];
      const repeated = values.filter((value, index) => values.indexOf(value) !== index);
      return onPage(request, service, (page) => {
        const twice = page.data.filter((user) => repeated.includes(String(user[name])));
        page.data = [...page.data, ...twice];
        page.pagination.total += twice.length;
      });
    },
  });
}

function completeOnly(check: string, on: readonly OperationId[], name: FilterName): Fault {
  return fault(`${check}!complete-only`, {
    on,
    story: 'Identifiers stand in tables of their own, whose inner join leaves out whoever lacks one.',
    deep: true,
    with: async (request, service) =>
      (await filtersOf(request)).has(name)
        ? onPage(request, service, (page) =>
            keep(page, ({ upn, externalId, emails }) => Boolean(upn && externalId && emails)),
          )
        : service(request),
  });
}

/** A page of nobody shows the total of everybody. */
export function countsAll(check: string, on: readonly OperationId[], name: FilterName): Fault {
  return fault(`${check}!counts-all`, {
    on,
    story: 'A page without items has no count of its own, and shows that of the table.',
    deep: true,
    with: async (request, service) => {
      const filtered = (await filtersOf(request)).has(name);
      return onPage(request, service, async (page) => {
        if (!filtered || page.data.length > 0) return;
        const all = await filters((asked) => asked.clear())(request, service);
        page.pagination.total = ((await all.json()) as typeof page).pagination.total;
      });
    },
  });
}

/** Nobody found is an error. */
export function notFound(check: string, on: readonly OperationId[], name: FilterName): Fault {
  return fault(`${check}!not-found`, {
    on,
    story: 'Nothing found is answered like a resource that is not there.',
    with: async (request, service) => {
      const response = await service(request.clone());
      if (response.status !== 200 || !(await filtersOf(request)).has(name)) return response;
      const { data } = (await response.clone().json()) as { data: Json[] };
      return data.length > 0
        ? response
        : answer(response, { status: 404, message: 'Nobody.' }, { status: 404 });
    },
  });
}

function keepValues(values: string[] | undefined, count: number): void {
  values?.splice(count);
}
