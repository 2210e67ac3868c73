// Bugs of paging: totals, limits, offsets, cursors, and what happens at the edges of pages – part two.
import { CL, CO, CP, IP, pag, SE, SU, US } from './bugs-paging-kit.ts';
import { type Bug, D, fail, has, M, P, param, relax, restatus } from './hooks.ts';

export const offsets: Bug[] = [
  P(
    'pg-offset-one-based-cohorts',
    'r',
    CO,
    'offset is zero-based',
    'starts one too early for offsets above 0',
    { slice: (v, c) => (has(c, 'offset') && v.start > 0 ? { ...v, start: v.start - 1, end: v.end - 1 } : v) },
  ),
  M('pg-offset-as-page-inprogress', 'r', IP, 'offset is the start index', 'offset counts pages', {
    page: (v) => (v.cursor === null ? { ...v, offset: v.offset * v.limit } : v),
    pagination: (p, c) => ({ ...p, offset: Number(param(c, 'offset') ?? 0) }),
  }),
  M(
    'pg-offset-with-cursor-users',
    'r',
    US,
    'offset is 0 when a cursor is used',
    'shows where the cursor leads',
    pag((p, c) => {
      if (has(c, 'cursor')) p.offset = c.bag.start;
    }),
  ),
  M(
    'pg-offset-with-cursor-classes',
    'r',
    CL,
    'offset is 0 when a cursor is used',
    'shows where the cursor leads',
    pag((p, c) => {
      if (has(c, 'cursor')) p.offset = c.bag.start;
    }),
  ),
  P(
    'pg-offset-zero-shown-classes',
    'r',
    CL,
    'offset is the one used for the request',
    'always shows 0',
    pag((p) => {
      p.offset = 0;
    }),
  ),
  P(
    'pg-offset-null-sessions',
    'r',
    SE,
    'offset is an integer',
    'null if none was given',
    pag((p, c) => {
      if (!has(c, 'offset')) p.offset = null;
    }),
  ),
  P(
    'pg-offset-beyond-404-classes',
    'r',
    CL,
    '404 is for a year, class or cohort that is not found',
    'an offset past the end gets 404',
    { slice: (v) => (v.start > 0 && v.start >= v.rows.length ? fail(404, 'no such page') : v) },
  ),
  M(
    'pg-offset-beyond-wraps-sessions',
    'r',
    SE,
    'offset is the start index',
    'offsets past the end start over',
    {
      slice: (v) =>
        v.start >= v.rows.length && v.rows.length
          ? { ...v, start: v.start % v.rows.length, end: (v.start % v.rows.length) + v.ask.limit }
          : v,
    },
  ),
  M(
    'pg-offset-beyond-last-users',
    'r',
    US,
    'offset is the start index',
    'an offset past the end shows the last page',
    {
      slice: (v) =>
        v.start >= v.rows.length && v.rows.length
          ? { ...v, start: Math.max(0, v.rows.length - v.ask.limit), end: v.rows.length }
          : v,
    },
  ),
  M('pg-search-offset-ignored', 'r', SU, 'offset is the start index', 'offset of the body is not read', {
    page: (v) => ({ ...v, offset: 0 }),
  }),
  P('pg-offset-cursor-classes', 'r', CL, 'offset cannot be combined with cursor', 'both are taken', {
    rule: relax('cursor.offset'),
  }),
  P('pg-offset-cursor-sessions', 'r', SE, 'offset cannot be combined with cursor', 'both are taken', {
    rule: relax('cursor.offset'),
  }),
  M('pg-offset-cursor-search', 'r', SU, 'offset cannot be combined with cursor', 'both are taken', {
    rule: relax('cursor.offset'),
  }),
  P('pg-offset-cursor-500-cohorts', 'r', CO, 'an invalid request gets 400', 'an assertion fails', {
    rule: restatus(500, 'cursor.offset'),
  }),
  M(
    'pg-offset-zero-cursor-users',
    'r',
    US,
    'offset cannot be combined with cursor, and the owner says that 0 is refused as well',
    'a test for truth takes 0 for none',
    { rule: (v) => (v.code === 'cursor.offset' && v.value === 0 ? { ...v, fails: false } : v) },
  ),
  D(
    'pg-last-page-filled-completed',
    'r',
    CP,
    'offset is the start index',
    'the last page is filled up from before',
    {
      slice: (v) =>
        v.end >= v.rows.length && v.start > 0 && v.start < v.rows.length
          ? { ...v, start: Math.max(0, v.rows.length - v.ask.limit) }
          : v,
    },
  ),
];
