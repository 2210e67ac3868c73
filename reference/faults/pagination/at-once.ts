import { remembering } from '../kit/breaks.ts';
import { type Break, type Fault, fault } from '../kit/fault.ts';
import { askedOf, onPage } from '../kit/pages.ts';

const paged = ['listClasses', 'listUsers', 'searchUsers', 'listSessions'] as const;

/** Faults of pages that are asked for at the same time. */
export const atOnce: readonly Fault[] = [
  fault('pagination.limit-echo/at-once', {
    on: paged,
    story:
      'The page settings lie in a variable of the module, and a request that comes meanwhile sets it anew.',
    with: sharedLimit((limits) => limits.at(-1)),
  }),
  fault('pagination.limit-echo/at-once!first', {
    on: paged,
    deep: true,
    story:
      'The page settings are made for the first of the requests that are under way, and kept until all are answered.',
    with: sharedLimit(([first]) => first),
  }),
];

/** Answers with the limit of one of the requests that were under way together. */
function sharedLimit(whose: (limits: readonly number[]) => number | undefined): Break {
  return remembering(() => {
    let limits: number[] = [];
    let underWay = 0;
    return async (request, service) => {
      const { limit: own = 100 } = await askedOf(request);
      limits.push(own);
      underWay += 1;
      await Promise.resolve();
      const response = await onPage(request, service, ({ pagination }) => {
        pagination.limit = whose(limits) ?? own;
      });
      underWay -= 1;
      if (underWay === 0) limits = [];
      return response;
    };
  });
}
