import { type Fault, fault } from '../kit/fault.ts';
import { otherPage, page } from '../kit/pages.ts';
import { paginated } from '../kit/routes.ts';

const on = paginated;

/** Faults of single pages: their size, and what they say of themselves (chapter Pagination). */
export const pages: readonly Fault[] = [
  fault('pagination.limit-maximum-items!one-more', {
    on,
    story: 'One row more is fetched to see whether a page follows, and is not taken off again.',
    with: otherPage(
      ({ limit }) => (limit === undefined || limit > 900 ? undefined : { limit: limit + 1 }),
      ({ pagination }, { limit = 0 }) => {
        pagination.limit = limit;
      },
    ),
  }),
  fault('pagination.limit-maximum-items!one-more-inside', {
    on,
    deep: true,
    story: 'The row that is fetched too many is taken off on the first page only.',
    with: otherPage(
      ({ limit, offset }) =>
        limit === undefined || limit > 900 || !offset ? undefined : { limit: limit + 1 },
      ({ pagination }, { limit = 0 }) => {
        pagination.limit = limit;
      },
    ),
  }),
  fault('pagination.short-page-only-at-end!hidden-rows', {
    on,
    story: 'Rows that the key may not see are taken out after the page was cut.',
    with: page(({ data, pagination }) => {
      if (pagination.nextCursor !== null) data.pop();
    }),
  }),
  fault('pagination.short-page-only-at-end!hidden-rows-inside', {
    on,
    deep: true,
    story: 'A join drops a row now and then, but never on the first page.',
    with: page(({ data, pagination }) => {
      if (pagination.offset > 0) data.shift();
    }),
  }),
  fault('pagination.total-counts!of-the-page', {
    on,
    story: 'The total is the length of the page.',
    with: page(({ data, pagination }) => {
      pagination.total = data.length;
    }),
  }),
  fault('pagination.total-counts!of-the-rest', {
    on,
    deep: true,
    story: 'The count runs over what the offset has left.',
    with: page(({ pagination }) => {
      pagination.total -= pagination.offset;
    }),
  }),
  fault('pagination.offset-beyond-end!last-page', {
    on,
    story: 'An offset past the end is moved back to the last page.',
    with: async (request, service) => {
      const response = await service(request.clone());
      const { pagination } = (await response.clone().json()) as {
        pagination?: { total: number; offset: number };
      };
      if (!pagination || pagination.offset < pagination.total) return response;
      return otherPage(() => ({ offset: Math.max(0, pagination.total - 1) }))(request, service);
    },
  }),
  fault('pagination.offset-beyond-end!wraps', {
    on,
    deep: true,
    story: 'Offset plus limit overflows 32 bits and lands at the start.',
    with: otherPage(({ offset = 0, limit = 100 }) =>
      offset + limit > 2_147_483_647 ? { offset: 0 } : undefined,
    ),
  }),
  fault('pagination.limit-echo!default', {
    on,
    story: 'The response always reports the default limit.',
    with: page(({ pagination }) => {
      pagination.limit = 100;
    }),
  }),
  fault('pagination.limit-echo!items', {
    on,
    deep: true,
    story: 'The response reports how many items there are, which differs on the last page only.',
    with: page(({ data, pagination }) => {
      pagination.limit = data.length;
    }),
  }),
  fault('pagination.offset-echo!always-zero', {
    on,
    story: 'The response always reports offset 0.',
    with: page(({ pagination }) => {
      pagination.offset = 0;
    }),
  }),
  fault('pagination.offset-echo!rounded', {
    on,
    deep: true,
    story: 'Offsets become page numbers and back, and lose the remainder.',
    with: page(({ pagination }, { limit = 100, offset = 0 }) => {
      pagination.offset = Math.floor(offset / limit) * limit;
    }),
  }),
  fault('pagination.offset-zero-based!one-based', {
    on,
    story: 'The query counts rows from one.',
    with: otherPage(({ offset }) => (offset ? { offset: offset - 1 } : undefined)),
  }),
  fault('pagination.offset-zero-based!page-number', {
    on,
    deep: true,
    story: 'The query is built from a page number, offset divided by limit.',
    with: otherPage(({ offset, limit = 100 }) =>
      offset ? { offset: Math.floor(offset / limit) * limit } : undefined,
    ),
  }),
];
