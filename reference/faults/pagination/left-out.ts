import { type Fault, fault } from '../kit/fault.ts';
import { page } from '../kit/pages.ts';
import { paginated } from '../kit/routes.ts';

const on = paginated;

/** Faults of pages where a client leaves a parameter out, and of what such a page says of itself (chapter Pagination). */
export const leftOut: readonly Fault[] = [
  fault('pagination.default-limit!short-page', {
    on,
    story:
      'The page says the default that was agreed, and holds as many rows as the query builder has by default.',
    with: page((body, { limit }) => {
      if (limit === undefined) body.data = body.data.slice(0, 2);
    }),
  }),
  fault('pagination.limit-optional/with-offset!other-limit', {
    on,
    deep: true,
    story: 'Beside an offset, the default limit is that of the user interface.',
    with: page(({ pagination }, { limit, offset }) => {
      if (limit === undefined && offset !== undefined) pagination.limit = 20;
    }),
  }),
  fault('pagination.limit-optional/with-offset!untold', {
    on,
    deep: true,
    story: 'The offset is told where a limit came along.',
    with: page(({ pagination }, { limit }) => {
      if (limit === undefined) pagination.offset = 0;
    }),
  }),
  fault('pagination.limit-optional/with-offset!up-to-limit', {
    on,
    deep: true,
    story: 'Without a limit, the page goes to the hundredth row and not on from the offset.',
    with: page((body, { limit, offset }) => {
      if (limit === undefined && offset !== undefined) body.data = body.data.slice(0, -offset);
    }),
  }),
  fault('pagination.limit-optional/with-cursor!one-more-each', {
    on,
    deep: true,
    story: 'The limit that a cursor carries counts the row that tells whether a page follows.',
    with: page(({ pagination }, { limit, cursor }) => {
      if (limit === undefined && cursor !== undefined) pagination.limit += 1;
    }),
  }),
  fault('pagination.limit-optional/with-cursor!what-is-left', {
    on,
    deep: true,
    story: 'Behind a cursor, the rows that are left are counted.',
    with: page(({ pagination }, { limit, cursor }) => {
      if (limit === undefined && cursor !== undefined) pagination.total -= 1;
    }),
  }),
  fault('pagination.limit-optional/with-cursor!last-lost', {
    on,
    deep: true,
    story: 'The row that tells whether a page follows is taken off twice.',
    with: page((body, { limit, cursor }) => {
      if (limit === undefined && cursor !== undefined) body.data = body.data.slice(0, -1);
    }),
  }),
  fault('pagination.total-counts!capped', {
    on,
    deep: true,
    story: 'Counting stops early, to spare the database.',
    with: page(({ pagination }) => {
      pagination.total = Math.min(pagination.total, 2);
    }),
  }),
  fault('pagination.total-counts!a-row-hidden', {
    on,
    deep: true,
    story: 'Rows that may not be seen are taken out of a page after it was counted.',
    with: page((body, { offset }) => {
      if (offset) body.data = body.data.slice(1);
    }),
  }),
  fault('pagination.previous-null-on-first!without-offset', {
    on,
    deep: true,
    story: 'An offset that was left out is not 0, and so there is something before it.',
    with: page(({ pagination }, { offset, cursor }) => {
      if (offset === undefined && cursor === undefined) pagination.previousCursor ??= pagination.nextCursor;
    }),
  }),
];
