import { objects, read, remembering } from '../../faults/kit/breaks.ts';
import type { Break, Json } from '../../faults/kit/fault.ts';
import { operationOf } from '../../faults/kit/routes.ts';
import { refuse } from '../kit/rewrite.ts';
import { type Variant, variant } from '../kit/variant.ts';
import { wholeList } from '../kit/whole-list.ts';

/** What others may do about classes while a client works. */
export const putAway: readonly Variant[] = [
  variant('list-classes.put-away!now-and-then', {
    fills: ['list-classes.put-away'],
    story: 'A colleague clears up: now and then the first class that no run has made is put away.',
    on: ['listClasses', 'getClass'],
    with: puttingAway(),
  }),
];

/** How many requests about classes come between two that are put away, and how many are put away at most. */
const betweenTwo = 10;
const mostAway = 40;

/** Puts away the classes of others, one after the other: no list shows them, and nobody finds them by their ids. */
function puttingAway(): Break {
  return remembering(() => {
    const away = new Set<unknown>();
    let requests = 0;
    const shown = wholeList(async (classes) => classes.filter(({ classId }) => !away.has(classId)));
    return async (request, service) => {
      requests += 1;
      if (requests % betweenTwo === 0 && away.size < mostAway) {
        const classes = objects((await read(request, service, '/classes?limit=1000'))['data']);
        const isOld = ({ classId, name }: Json) => !away.has(classId) && !/rollcall/i.test(String(name));
        const next = classes.find(isOld);
        if (next) away.add(next['classId']);
      }
      if (operationOf(request) === 'listClasses') return shown(request, service);
      const response = await service(request.clone());
      const body = response.ok ? ((await response.clone().json()) as Json) : {};
      return away.has((body['class'] as Json | undefined)?.['classId'])
        ? refuse(404, 'There is no such class.')
        : response;
    };
  });
}
