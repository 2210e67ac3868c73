import { type Break, type Fault, fault } from '../kit/fault.ts';
import { nextOf, pager } from '../kit/pager.ts';
import { sortIn } from '../kit/pages.ts';

/** Faults of cursors that hold the moment of an item and nothing else of it. */
export const sameMoment: readonly Fault[] = [
  fault('pagination.next-leads-on/same-moment', {
    on: ['listCompletedSessions', 'listInProgressSessions'],
    story: 'The next page begins with what began no earlier than the last session of the page.',
    with: fromTheMomentOn(() => true),
  }),
  fault('pagination.next-leads-on/same-moment!short-pages', {
    on: ['listCompletedSessions', 'listInProgressSessions'],
    deep: true,
    story: 'Short pages are cut by the moment alone, where a page ends among sessions of one moment.',
    with: fromTheMomentOn((limit) => limit < 3),
  }),
];

/** Has the next page begin again with those at the end of a page that began at the same moment. */
function fromTheMomentOn(slips: (limit: number) => boolean): Break {
  const broken = pager({
    next: (at) => {
      const next = nextOf(at);
      const moments = at.body.data.map((item) => item['startDate']);
      const repeated = moments.length - 1 - moments.findLastIndex((one) => one !== moments.at(-1));
      return next !== null && slips(at.limit) ? next - repeated : next;
    },
  });
  return async (request, service) =>
    (await sortIn(request)) === undefined ? broken(request, service) : service(request);
}
