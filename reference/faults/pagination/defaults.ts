import { type Fault, fault } from '../kit/fault.ts';
import { type Asked, otherPage, page, refuse } from '../kit/pages.ts';
import { paginated } from '../kit/routes.ts';

const on = paginated;

/** Faults of requests that leave limit, offset or cursor out (chapter Pagination). */
export const defaults: readonly Fault[] = [
  fault('pagination.default-limit!fifty', {
    on,
    story: 'The default page size of the framework is never overridden.',
    with: otherPage(({ limit }) => (limit === undefined ? { limit: 50 } : undefined)),
  }),
  fault('pagination.default-limit!not-told', {
    on,
    deep: true,
    story: 'The response echoes the limit of the request, which is 0 where the request has none.',
    with: page(({ pagination }, { limit }) => {
      if (limit === undefined) pagination.limit = 0;
    }),
  }),
  fault('pagination.default-offset', {
    on,
    story: 'The missing offset is written into the response as page 1.',
    with: page(({ pagination }, asked) => {
      if (isWithoutPosition(asked)) pagination.offset = 1;
    }),
  }),
  fault('pagination.default-offset!body', {
    on: ['searchUsers'],
    deep: true,
    story: 'The default is filled in from the query, and a body without an offset begins at the second row.',
    with: otherPage(
      (asked) => (isWithoutPosition(asked) ? { offset: 1 } : undefined),
      ({ pagination }) => {
        pagination.offset = 0;
      },
    ),
  }),
  fault('pagination.limit-optional', {
    on,
    story: 'A validator marks the page size as required.',
    with: refuse(({ limit }) => limit === undefined),
  }),
  fault('pagination.limit-optional!body', {
    on: ['searchUsers'],
    deep: true,
    story: 'The default is filled in from the query, and a body has none.',
    with: refuse(({ limit }) => limit === undefined),
  }),
  fault('pagination.offset-optional', {
    on,
    story: 'A validator asks for an offset or a cursor.',
    with: refuse(isWithoutPosition),
  }),
  fault('pagination.offset-optional!body', {
    on: ['searchUsers'],
    deep: true,
    story: 'The default is filled in from the query, and a body has none.',
    with: refuse(isWithoutPosition),
  }),
  fault('pagination.cursor-optional', {
    on,
    story: 'Without a cursor the query is built as if one stood on the first row.',
    with: otherPage((asked) => (isWithoutPosition(asked) ? { offset: 1 } : undefined)),
  }),
  fault('pagination.cursor-optional!within-the-page', {
    on,
    deep: true,
    story: 'The first page comes from a cache that keeps its rows in the order in which they were read.',
    with: page(({ data }, asked) => {
      if (isWithoutPosition(asked)) data.reverse();
    }),
  }),
];

function isWithoutPosition({ offset, cursor }: Asked): boolean {
  return offset === undefined && cursor === undefined;
}
