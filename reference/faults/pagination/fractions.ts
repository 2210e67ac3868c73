import { type Break, type Fault, fault } from '../kit/fault.ts';
import { nextOf, pager } from '../kit/pager.ts';
import { sortIn } from '../kit/pages.ts';

/** Faults of cursors that hold the moment of an item, and lose a part of it. */
export const fractions: readonly Fault[] = [
  fault('pagination.next-leads-on/fraction-of-a-second', {
    on: ['listSessions', 'listCompletedSessions', 'listInProgressSessions', 'searchSessions'],
    story:
      'The cursor holds the last start in Unix seconds, and what began later in that second is past it again.',
    with: wholeSeconds(() => true),
  }),
  fault('pagination.next-leads-on/fraction-of-a-second!short-pages', {
    on: ['listSessions', 'searchSessions'],
    deep: true,
    story: 'Moments lose their milliseconds in the cursor, unless the page ends among items of one moment.',
    with: wholeSeconds((repeated, limit) => repeated < limit && limit > 3),
  }),
];

/** Has the next page begin with the last items of a page again, where these are of the second of the last one. */
function wholeSeconds(slips: (repeated: number, limit: number) => boolean): Break {
  const broken = pager({
    next: (at) => {
      const next = nextOf(at);
      const found = at.body.data.map((item) => String(item['startDate']));
      const last = found.at(-1) ?? '';
      if (next === null || !/\.\d*[1-9]/.test(last)) return next;
      const others = found.findLastIndex(
        (one) => one.slice(0, 19) !== last.slice(0, 19) || one.endsWith('.000Z'),
      );
      const repeated = found.length - 1 - others;
      return slips(repeated, at.limit) ? next - repeated : next;
    },
  });
  return async (request, service) =>
    (await sortIn(request)) === undefined ? broken(request, service) : service(request);
}
