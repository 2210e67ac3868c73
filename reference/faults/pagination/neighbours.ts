import { type Fault, fault, faults } from '../kit/fault.ts';
import { pager, previousOf } from '../kit/pager.ts';
import { otherPage, page, refuse } from '../kit/pages.ts';
import { paginated } from '../kit/routes.ts';

const on = paginated;
/** Lists with a filter that nothing may fit. Some have it only through the profile. */
const filtered = [
  'listClasses',
  'listCohorts',
  'listUsers',
  'searchUsers',
  'listSessions',
  'listCompletedSessions',
  'listInProgressSessions',
  'searchSessions',
] as const;
const searches = ['searchUsers', 'searchSessions'] as const;

/** Faults of pages that are asked for in an unusual way, and of what stands beside them (chapter Pagination). */
export const neighbours: readonly Fault[] = [
  fault('pagination.limit-optional/with-offset!refused', {
    on,
    story: 'An offset is a multiple of the limit, so that the validator wants both.',
    with: refuse(({ offset, limit }) => offset !== undefined && limit === undefined),
  }),
  fault('pagination.limit-optional/with-offset!page-number', {
    on,
    deep: true,
    story: 'Without a limit the offset becomes a page number of the default size and back.',
    with: otherPage(
      ({ offset = 0, limit }) =>
        limit === undefined && offset > 0 ? { offset: Math.floor(offset / 100) * 100 } : undefined,
      ({ pagination }, { offset = 0 }) => {
        pagination.offset = offset;
      },
    ),
  }),
  fault('pagination.limit-optional/with-cursor!refused', {
    on,
    story: 'The default limit is filled in for requests without a cursor only.',
    with: refuse(({ cursor, limit }) => cursor !== undefined && limit === undefined),
  }),
  fault('pagination.limit-optional/with-cursor!third-page', {
    on,
    deep: true,
    story: 'Behind the second cursor one row is fetched too many, and the wrong one is taken off.',
    with: pager({
      shows: ({ body, steps }, { limit }) => {
        if (steps > 1 && limit === undefined) body.data.shift();
      },
    }),
  }),
  fault('pagination.previous-leads-back/all-the-way!stays', {
    on,
    story: 'Who has gone back once stays on that page.',
    with: pager({ previous: (at) => (at.back && at.start > 0 ? at.start : previousOf(at)) }),
  }),
  fault('pagination.previous-leads-back/all-the-way!third-step', {
    on,
    deep: true,
    story: 'The third step back begins one row too late.',
    with: pager({
      previous: (at) => {
        const previous = previousOf(at);
        return previous !== null && at.back && at.steps > 4 ? previous + 1 : previous;
      },
    }),
  }),
  fault('pagination.previous-leads-back/with-offset!itself', {
    on,
    story: 'The previous cursor of a page at an offset is made from its own offset.',
    with: pager({ previous: (at) => (at.steps === 0 && at.start > 0 ? at.start : previousOf(at)) }),
  }),
  fault('pagination.previous-leads-back/with-offset!first-page', {
    on,
    deep: true,
    story: 'From any offset the previous cursor leads to the first page.',
    with: pager({ previous: (at) => (at.steps === 0 && at.start > 0 ? 0 : previousOf(at)) }),
  }),
  fault('pagination.previous-given-with-offset!none', {
    on,
    story: 'Only those who came by cursor are given one to go back.',
    with: page(({ pagination }, { offset }) => {
      if (offset !== undefined) pagination.previousCursor = null;
    }),
  }),
  fault('pagination.previous-given-with-offset!last-page', {
    on,
    deep: true,
    story: 'Cursors are made where more rows follow, the one that leads back too.',
    with: page(({ pagination }, { offset }) => {
      if (offset !== undefined && pagination.nextCursor === null) pagination.previousCursor = null;
    }),
  }),
  fault('pagination.limit-echo/used!asked', {
    on,
    story: 'A limit above 100 is lowered, and the answer repeats the one that was asked for.',
    with: otherPage(
      ({ limit = 0 }) => (limit > 100 ? { limit: 100 } : undefined),
      ({ pagination }, { limit = 0 }) => {
        pagination.limit = limit;
      },
    ),
  }),
  fault('pagination.limit-echo/used!negative', {
    on,
    deep: true,
    story: 'A negative limit counts as none, and the answer repeats it.',
    with: otherPage(
      ({ limit = 0 }) => (limit < 0 ? { limit: undefined } : undefined),
      ({ pagination }, { limit = 0 }) => {
        pagination.limit = limit;
      },
    ),
  }),
  fault('pagination.offset-echo/used!asked', {
    on,
    story: 'A negative offset counts as 0, and the answer repeats it.',
    with: otherPage(
      ({ offset = 0 }) => (offset < 0 ? { offset: 0 } : undefined),
      ({ pagination }, { offset = 0 }) => {
        pagination.offset = offset;
      },
    ),
  }),
  fault('pagination.offset-echo/used!overflows', {
    on,
    deep: true,
    story: 'An offset that 32 bits do not hold becomes a negative one, and that counts as 0.',
    with: otherPage(
      ({ offset = 0 }) => (offset > 2_147_483_647 ? { offset: 0 } : undefined),
      ({ pagination }, { offset = 0 }) => {
        pagination.offset = offset;
      },
    ),
  }),
  fault('pagination.total-counts/past-the-end!of-the-rows', {
    on,
    story: 'The total is counted beside the rows, and a page without rows has none.',
    with: page(({ data, pagination }) => {
      if (data.length === 0) pagination.total = 0;
    }),
  }),
  fault('pagination.total-counts/past-the-end!far', {
    on,
    deep: true,
    story: 'Far offsets are answered from a cache that keeps no totals.',
    with: page(({ pagination }, { offset = 0 }) => {
      if (offset > pagination.total) pagination.total = 0;
    }),
  }),
  ...faults(
    { 'pagination.next-null-on-last/of-nothing!given': filtered },
    {
      story: 'A next cursor is made from the last row, and from nothing where there is none.',
      with: page(({ data, pagination }) => {
        if (data.length === 0) pagination.nextCursor = 'bnVsbA==';
      }),
    },
  ),
  ...faults(
    { 'pagination.previous-null-on-first/of-nothing!given': filtered },
    {
      story: 'A previous cursor is left out where the page begins with the first row, and here is no row.',
      with: page(({ data, pagination }) => {
        if (data.length === 0) pagination.previousCursor = 'bnVsbA==';
      }),
    },
  ),
  ...faults(
    {
      'pagination.next-null-on-last/of-nothing!search': searches,
      'pagination.previous-null-on-first/of-nothing!search': searches,
    },
    {
      deep: true,
      story:
        'A search that finds nothing is kept, and its cursors lead to where it may find something later.',
      with: page(({ data, pagination }) => {
        if (data.length === 0)
          Object.assign(pagination, { nextCursor: 'bGF0ZXI=', previousCursor: 'bGF0ZXI=' });
      }),
    },
  ),
];
