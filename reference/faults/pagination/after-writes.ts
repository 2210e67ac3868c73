import { remembering } from '../kit/breaks.ts';
import { type Break, type Fault, fault } from '../kit/fault.ts';
import { onPage } from '../kit/pages.ts';
import { filtersOf } from '../kit/user-filters.ts';

/** Faults of totals that are kept, and do not follow each kind of write. */
export const afterWrites: readonly Fault[] = [
  fault('pagination.total-counts/after-writes', {
    on: ['listUsers', 'searchUsers'],
    story: 'The number of all rows is kept for the day, for it takes long to count them.',
    with: keptUntil(() => false),
  }),
  fault('pagination.total-counts/after-writes!teachers', {
    on: ['listUsers'],
    touches: ['listUsers', 'createStudent'],
    deep: true,
    story: 'The number of users is kept, and only the creation of a student clears it.',
    with: keptUntil((path) => path.endsWith('/students')),
  }),
  fault('pagination.total-counts/after-writes!students', {
    on: ['searchUsers'],
    touches: ['searchUsers', 'createTeacher'],
    deep: true,
    story: 'The search counts users anew once there is another teacher, for teachers are who looks for them.',
    with: keptUntil((path) => path.endsWith('/teachers')),
  }),
  fault('pagination.total-counts/after-writes!disabled', {
    on: ['listUsers', 'searchUsers'],
    touches: ['listUsers', 'searchUsers', 'disableUser', 'enableUser'],
    deep: true,
    story: 'The number of users is a counter that disabling and enabling move, and the list keeps every row.',
    with: withoutDisabled(),
  }),
];

/** Keeps the total of a list without filters until there is a successful write to some path. */
function keptUntil(clears: (path: string) => boolean): Break {
  return remembering(() => {
    const kept = new Map<string, number>();
    return async (request, service) => {
      const { pathname } = new URL(request.url);
      if (clears(pathname)) {
        const response = await service(request);
        if (response.ok) kept.clear();
        return response;
      }
      if (await isFiltered(request)) return service(request);
      return onPage(request, service, ({ pagination }) => {
        pagination.total = kept.get(pathname) ?? pagination.total;
        kept.set(pathname, pagination.total);
      });
    };
  });
}

/** Leaves who is disabled out of the total of a list without filters. */
function withoutDisabled(): Break {
  return remembering(() => {
    const disabled = new Set<string>();
    return async (request, service) => {
      const [, id, does] = /\/users\/([^/]+)\/(disable|enable)$/.exec(new URL(request.url).pathname) ?? [];
      if (id !== undefined) {
        const response = await service(request);
        if (response.ok && does === 'disable') disabled.add(id.toLowerCase());
        else if (response.ok) disabled.delete(id.toLowerCase());
        return response;
      }
      if (await isFiltered(request)) return service(request);
      return onPage(request, service, ({ pagination }) => {
        pagination.total -= disabled.size;
      });
    };
  });
}

async function isFiltered(request: Request): Promise<boolean> {
  return (await filtersOf(request)).size > 0;
}
