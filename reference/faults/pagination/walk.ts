import { type Fault, fault, faults } from '../kit/fault.ts';
import { type CursorBugs, nextOf, type PagePosition, pager, previousOf } from '../kit/pager.ts';
import type { PageBody, Pagination } from '../kit/pages.ts';
import { paginated } from '../kit/routes.ts';

const on = paginated;

/** Faults of cursors: where they lead, and what the pages behind them say (chapter Pagination). */
export const walks: readonly Fault[] = [
  fault('pagination.cursor-accepted!never', {
    on,
    story: 'Cursors are signed with a key that each process makes for itself.',
    with: pager({ refuses: () => true }),
  }),
  fault('pagination.cursor-accepted!third-page', {
    on,
    deep: true,
    story: 'A cursor that came from a page reached by a cursor is parsed twice.',
    with: pager({ refuses: (steps) => steps > 1 }),
  }),
  ...faults(
    { 'pagination.next-leads-on!row-again': on, 'pagination.walk-complete!row-again': on },
    {
      story: 'The next page begins with the row it was cut after.',
      with: pager(shift(-1)),
    },
  ),
  fault('pagination.ways-agree!order-by-id', {
    on,
    story: 'Pages reached by cursor come in another order within themselves.',
    with: pager({ shows: ({ body, steps }) => steps > 0 && body.data.reverse() }),
  }),
  ...faults(
    {
      'pagination.next-leads-on!skips-later': on,
      'pagination.walk-complete!row-lost-later': on,
      'pagination.ways-agree!skips-later': on,
    },
    {
      deep: true,
      story: 'From the third page on the row that was peeked at is skipped.',
      with: pager(shift(1, 1)),
    },
  ),
  fault('pagination.previous-leads-back!two-back', {
    on,
    story: 'The previous cursor is computed from the page before the last request.',
    with: pager({
      previous: (at) => {
        const previous = previousOf(at);
        return previous === null ? null : previous + 1;
      },
    }),
  }),
  fault('pagination.previous-leads-back!first-page-later', {
    on,
    deep: true,
    story: 'From the third page on the previous cursor leads to the first page.',
    with: pager({ previous: (at) => (at.steps > 1 && !at.back ? 0 : previousOf(at)) }),
  }),
  fault('pagination.previous-given-after-first!never', {
    on,
    story: 'Going back was never built.',
    with: pager({ previous: () => null }),
  }),
  fault('pagination.previous-given-after-first!third-page', {
    on,
    deep: true,
    story: 'A cursor remembers one step only.',
    with: pager({ previous: (at) => (at.steps > 1 ? null : previousOf(at)) }),
  }),
  fault('pagination.previous-null-on-first/reached-back!always', {
    on,
    story: 'A previous cursor is made from the first row of every page.',
    with: pager({ previous: (at) => previousOf(at) ?? 0 }),
  }),
  fault('pagination.previous-null-on-first/reached-back!given', {
    on,
    deep: true,
    story: 'Who goes back is always told that there is a page before.',
    with: pager({ previous: (at) => (at.back ? (previousOf(at) ?? 0) : previousOf(at)) }),
  }),
  fault('pagination.offset-zero-with-cursor!position', {
    on,
    story: 'The position that the cursor stands for is reported.',
    with: pager({ shows: ({ body, start }) => say(body, { offset: start }) }),
  }),
  fault('pagination.offset-zero-with-cursor!third-page', {
    on,
    deep: true,
    story: 'From the third page on the position is carried along and reported.',
    with: pager({ shows: ({ body, start, steps }) => steps > 1 && say(body, { offset: start }) }),
  }),
  fault('pagination.limit-echo/with-cursor!default', {
    on,
    story: 'Beside a cursor the default limit is reported.',
    with: pager({ shows: ({ body, steps }) => steps > 0 && say(body, { limit: 100 }) }),
  }),
  fault('pagination.limit-echo/with-cursor!third-page', {
    on,
    deep: true,
    story: 'From the third page on the default limit is reported.',
    with: pager({ shows: ({ body, steps }) => steps > 1 && say(body, { limit: 100 }) }),
  }),
  fault('pagination.total-counts/with-cursor!of-the-rest', {
    on,
    story: 'The count runs over what the cursor has left.',
    with: pager({
      shows: ({ body, start, total }, { cursor }) => cursor && say(body, { total: total - start }),
    }),
  }),
  fault('pagination.total-counts/with-cursor!third-page', {
    on,
    deep: true,
    story: 'From the third page on the count is taken from the page.',
    with: pager({ shows: ({ body, steps }) => steps > 1 && say(body, { total: body.data.length }) }),
  }),
  fault('pagination.next-null-on-last/along-a-walk!always-given', {
    on,
    story: 'A next cursor is made from the last row of every page.',
    with: pager({ next: ({ start, limit }) => start + limit }),
  }),
  fault('pagination.next-null-on-last/along-a-walk!full-page', {
    on,
    deep: true,
    story: 'A full page is taken for proof that another one follows.',
    with: pager({ next: ({ start, limit, total }) => (start + limit <= total ? start + limit : null) }),
  }),
  fault('pagination.next-given-before-last/along-a-walk!second-page', {
    on,
    story: 'A page reached by a cursor has no next cursor.',
    with: pager({ next: (at) => (at.steps > 0 ? null : nextOf(at)) }),
  }),
  fault('pagination.next-given-before-last/along-a-walk!third-page', {
    on,
    deep: true,
    story: 'A cursor can be followed once.',
    with: pager({ next: (at) => (at.steps > 1 ? null : nextOf(at)) }),
  }),
  fault('pagination.cursor-form!dotted', {
    on,
    story: 'Cursors are signed tokens with dots between their parts.',
    with: pager({ encode: (text) => `v1.${Buffer.from(text).toString('base64url')}` }),
  }),
  fault('pagination.cursor-form!previous-bare', {
    on,
    deep: true,
    story: 'The previous cursor is left unencoded.',
    with: pager({ encode: (text, way) => (way === 'next' ? Buffer.from(text).toString('base64') : text) }),
  }),
];

/** Moves the page to which `nextCursor` leads, once the client has followed this many cursors. */
function shift(by: number, from = 0): CursorBugs {
  return {
    next: (at: PagePosition) => {
      const next = nextOf(at);
      return next === null || at.steps < from ? next : Math.max(0, next + by);
    },
  };
}

function say({ pagination }: PageBody, said: Partial<Pagination>): void {
  Object.assign(pagination, said);
}
