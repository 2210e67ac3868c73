import { type Fault, fault } from '../kit/fault.ts';
import { page } from '../kit/pages.ts';
import { paginated } from '../kit/routes.ts';

const on = paginated;

/** Faults of the cursors on the first and the last page of a list (chapter Pagination). */
export const ends: readonly Fault[] = [
  fault('pagination.previous-null-on-first!given', {
    on,
    story: 'A previous cursor is made from the first row of every page.',
    with: page(({ pagination }) => {
      pagination.previousCursor ??= 'Zmlyc3Q=';
    }),
  }),
  fault('pagination.previous-null-on-first!offset-zero', {
    on,
    deep: true,
    story: 'Whether there is a page before is asked of the presence of an offset, not of its value.',
    with: page(({ pagination }, { offset }) => {
      if (offset !== undefined) pagination.previousCursor ??= 'Zmlyc3Q=';
    }),
  }),
  fault('pagination.next-null-on-last!given', {
    on,
    story: 'A next cursor is made from the last row of every page.',
    with: page(({ data, pagination }) => {
      if (data.length > 0) pagination.nextCursor ??= 'bGFzdA==';
    }),
  }),
  fault('pagination.next-null-on-last!full-page', {
    on,
    deep: true,
    story: 'A full page is taken for proof that another one follows.',
    with: page(({ data, pagination }) => {
      if (data.length === pagination.limit) pagination.nextCursor ??= 'bGFzdA==';
    }),
  }),
  fault('pagination.next-given-before-last!none-with-offset', {
    on,
    story: 'Cursors are given only to those who came by cursor.',
    with: page(({ pagination }, { offset }) => {
      if (offset !== undefined) pagination.nextCursor = null;
    }),
  }),
  fault('pagination.next-given-before-last!one-left', {
    on,
    deep: true,
    story: 'The end is found with a comparison that is off by one.',
    with: page(({ data, pagination }) => {
      if (pagination.offset + data.length + 1 >= pagination.total) pagination.nextCursor = null;
    }),
  }),
];
