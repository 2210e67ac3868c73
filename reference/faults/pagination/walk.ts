import { type Fault, fault } from '../kit/fault.ts';
import { nextOf, pager, previousOf, type Slips, type Standing } from '../kit/pager.ts';
import type { PageBody, Pagination } from '../kit/pages.ts';
import { paginated } from '../kit/routes.ts';

/** A check, how one team breaks it, and how another breaks it where few look. */
type Slip = readonly [id: string, story: string, slips: Slips, depth?: 'deep'];

const shift = (by: number, from = 0) => ({
  next: (at: Standing) => {
    const next = nextOf(at);
    return next === null || at.steps < from ? next : Math.max(0, next + by);
  },
});

function tell({ pagination }: PageBody, said: Partial<Pagination>): void {
  Object.assign(pagination, said);
}

const slips: readonly Slip[] = [
  [
    'pagination.cursor-accepted!never',
    'Cursors are signed with a key that each process makes for itself.',
    { refuses: () => true },
  ],
  [
    'pagination.cursor-accepted!third-page',
    'A cursor that came from a page reached by a cursor is parsed twice.',
    { refuses: (steps) => steps > 1 },
    'deep',
  ],
  ['pagination.next-leads-on!row-again', 'The next page begins with the row it was cut after.', shift(-1)],
  [
    'pagination.next-leads-on!skips-later',
    'From the third page on the row that was peeked at is skipped.',
    shift(1, 1),
    'deep',
  ],
  ['pagination.walk-complete!row-again', 'The next page begins with the row it was cut after.', shift(-1)],
  [
    'pagination.walk-complete!row-lost-later',
    'From the third page on the row that was peeked at is skipped.',
    shift(1, 1),
    'deep',
  ],
  [
    'pagination.ways-agree!order-by-id',
    'Pages reached by cursor come in another order within themselves.',
    { shows: ({ body, steps }) => steps > 0 && body.data.reverse() },
  ],
  [
    'pagination.ways-agree!skips-later',
    'From the third page on the row that was peeked at is skipped.',
    shift(1, 1),
    'deep',
  ],
  [
    'pagination.previous-leads-back!two-back',
    'The previous cursor is computed from the page before the last request.',
    {
      previous: (at) => {
        const previous = previousOf(at);
        return previous === null ? null : previous + 1;
      },
    },
  ],
  [
    'pagination.previous-leads-back!first-page-later',
    'From the third page on the previous cursor leads to the first page.',
    { previous: (at) => (at.steps > 1 && !at.back ? 0 : previousOf(at)) },
    'deep',
  ],
  ['pagination.previous-given-after-first!never', 'Going back was never built.', { previous: () => null }],
  [
    'pagination.previous-given-after-first!third-page',
    'A cursor remembers one step only.',
    { previous: (at) => (at.steps > 1 ? null : previousOf(at)) },
    'deep',
  ],
  [
    'pagination.previous-null-on-first/reached-back!always',
    'A previous cursor is made from the first row of every page.',
    { previous: (at) => previousOf(at) ?? 0 },
  ],
  [
    'pagination.previous-null-on-first/reached-back!given',
    'Who goes back is always told that there is a page before.',
    { previous: (at) => (at.back ? (previousOf(at) ?? 0) : previousOf(at)) },
    'deep',
  ],
  [
    'pagination.offset-zero-with-cursor!position',
    'The position that the cursor stands for is reported.',
    { shows: ({ body, start }) => tell(body, { offset: start }) },
  ],
  [
    'pagination.offset-zero-with-cursor!third-page',
    'From the third page on the position is carried along and reported.',
    { shows: ({ body, start, steps }) => steps > 1 && tell(body, { offset: start }) },
    'deep',
  ],
  [
    'pagination.limit-echo/with-cursor!default',
    'Beside a cursor the default limit is reported.',
    { shows: ({ body, steps }) => steps > 0 && tell(body, { limit: 100 }) },
  ],
  [
    'pagination.limit-echo/with-cursor!third-page',
    'From the third page on the default limit is reported.',
    { shows: ({ body, steps }) => steps > 1 && tell(body, { limit: 100 }) },
    'deep',
  ],
  [
    'pagination.total-counts/with-cursor!of-the-rest',
    'The count runs over what the cursor has left.',
    { shows: ({ body, start, total }, { cursor }) => cursor && tell(body, { total: total - start }) },
  ],
  [
    'pagination.total-counts/with-cursor!third-page',
    'From the third page on the count is taken from the page.',
    { shows: ({ body, steps }) => steps > 1 && tell(body, { total: body.data.length }) },
    'deep',
  ],
  [
    'pagination.next-null-on-last/along-a-walk!always-given',
    'A next cursor is made from the last row of every page.',
    { next: ({ start, limit }) => start + limit },
  ],
  [
    'pagination.next-null-on-last/along-a-walk!full-page',
    'A full page is taken for proof that another one follows.',
    { next: ({ start, limit, total }) => (start + limit <= total ? start + limit : null) },
    'deep',
  ],
  [
    'pagination.next-given-before-last/along-a-walk!second-page',
    'A page reached by a cursor has no next cursor.',
    { next: (at) => (at.steps > 0 ? null : nextOf(at)) },
  ],
  [
    'pagination.next-given-before-last/along-a-walk!third-page',
    'A cursor can be followed once.',
    { next: (at) => (at.steps > 1 ? null : nextOf(at)) },
    'deep',
  ],
  [
    'pagination.cursor-form!dotted',
    'Cursors are signed tokens with dots between their parts.',
    { encode: (text) => `v1.${Buffer.from(text).toString('base64url')}` },
  ],
  [
    'pagination.cursor-form!previous-bare',
    'The previous cursor is left unencoded.',
    { encode: (text, way) => (way === 'next' ? Buffer.from(text).toString('base64') : text) },
    'deep',
  ],
];

/** Faults of cursors: where they lead, and what the pages behind them say. */
export const ofWalks: readonly Fault[] = slips.map(([id, story, wrong, depth]) =>
  fault(id, { on: paginated, story, ...(depth ? { deep: true as const } : {}), with: pager(wrong) }),
);
