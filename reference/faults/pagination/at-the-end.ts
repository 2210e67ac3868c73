import { afterWrites } from '../kit/after-writes.ts';
import { remembering } from '../kit/breaks.ts';
import { type Fault, fault } from '../kit/fault.ts';
import { givenIn, onPage } from '../kit/pages.ts';

const creations = ['createClass', 'createCohort', 'createStudent', 'createTeacher'] as const;
const lists = ['listClasses', 'listCohorts', 'listUsers', 'searchUsers'] as const;

/** Faults of totals that only show once something has been written. */
export const atTheEnd: readonly Fault[] = [
  fault('pagination.total-counts/at-the-end', {
    on: lists,
    touches: [...lists, ...creations],
    story: 'A counter is moved by the handler of a creation, and by a trigger once more.',
    with: afterWrites(creations, (page, written) => {
      page.pagination.total += written.length;
    }),
  }),
  fault('pagination.total-counts/at-the-end!remembered', {
    on: lists,
    touches: lists,
    story: 'The count of a plain list is kept, and the page that asks for less counts anew.',
    deep: true,
    with: remembering(() => {
      const kept = new Map<string, number>();
      return async (request, service) => {
        const { limit, offset } = await givenIn(request);
        if (limit !== undefined || offset !== undefined) return service(request);
        const { pathname } = new URL(request.url);
        return onPage(request, service, ({ pagination }) => {
          pagination.total = kept.get(pathname) ?? pagination.total;
          kept.set(pathname, pagination.total);
        });
      };
    }),
  }),
  fault('pagination.total-counts/at-the-end!disabled', {
    on: ['listUsers', 'searchUsers'],
    touches: ['listUsers', 'searchUsers', 'disableUser', 'enableUser'],
    story:
      'A counter that the handlers of disable and enable move gives the total of a list that keeps every row.',
    deep: true,
    with: afterWrites(['disableUser', 'enableUser'], (page, written) => {
      if (written.at(-1)?.op === 'disableUser') page.pagination.total -= 1;
    }),
  }),
];
