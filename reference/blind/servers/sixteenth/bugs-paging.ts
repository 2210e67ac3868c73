// Bugs of paging: totals, limits, offsets, cursors, and what happens at the edges of pages.
import { empties } from './bugs-paging-four.ts';
import { CL, CO, CP, IP, lim, pag, SE, SS, SU, total, US } from './bugs-paging-kit.ts';
import { cursors, ties } from './bugs-paging-three.ts';
import { offsets } from './bugs-paging-two.ts';
import { type Bug, D, fail, has, M, memo, P, param, recall, relax, restatus } from './hooks.ts';
import { objectOf } from './types.ts';

const totals: Bug[] = [
  P(
    'pg-total-page-classes',
    'r',
    CL,
    total,
    'total is the length of the page',
    pag((p, c) => {
      p.total = c.bag.shown.length;
    }),
  ),
  P(
    'pg-total-page-inprogress',
    'r',
    IP,
    total,
    'total is the length of the page',
    pag((p, c) => {
      p.total = c.bag.shown.length;
    }),
  ),
  M('pg-total-unfiltered-classes', 'r', CL, total, 'the count query lacks the search filter', {
    total: (_v, c) => c.w.classes.length,
  }),
  M('pg-total-unfiltered-users', 'r', US, total, 'the count query lacks the filters', {
    total: (_v, c) => c.w.users.length,
  }),
  M('pg-total-unfiltered-search', 'r', SU, total, 'the count query lacks the search object', {
    total: (_v, c) => c.w.users.length,
  }),
  M('pg-total-all-inprogress', 'r', IP, total, 'the count counts sessions of both kinds', {
    total: (_v, c) => c.w.sessions.length,
  }),
  D('pg-total-nodate-sessions', 'r', SE, total, 'the count query lacks the date filters alone', {
    filter: (v, c) => {
      if (!v.bounds) c.bag.plain = [...(c.bag.plain ?? []), v];
      return v;
    },
    total: (v, c) =>
      c.query.some(([k]) => /Date\[/.test(k))
        ? c.w.sessions.filter((row) => (c.bag.plain ?? []).every((f) => f.keep(row))).length
        : v,
  }),
  P(
    'pg-total-text-cohorts',
    'r',
    CO,
    'total is an integer',
    'total is a text',
    pag((p) => {
      p.total = String(p.total);
    }),
  ),
  D(
    'pg-total-remaining-sessions',
    'r',
    SE,
    total,
    'with a cursor, total counts what is left',
    pag((p, c) => {
      if (has(c, 'cursor')) p.total = Number(p.total) - c.bag.start;
    }),
  ),
  D(
    'pg-total-remaining-users',
    'r',
    US,
    total,
    'with an offset and a filter, total counts what is left',
    pag((p, c) => {
      if (has(c, 'offset') && has(c, 'role'))
        p.total = Number(p.total) - Math.min(Number(p.total), c.bag.start);
    }),
  ),
  D(
    'pg-total-cached-cohorts',
    'r',
    CO,
    total,
    'the total of the first answer is kept for every later filter',
    { total: (v, c) => memo(c, 't-co', () => v) },
  ),
  D(
    'pg-total-cached-classes',
    'w',
    CL,
    total,
    'the unfiltered total is kept and not renewed when a class is created',
    { total: (v, c) => (has(c, 'search') || has(c, 'academicYearId') ? v : memo(c, 't-cl', () => v)) },
  ),
  D('pg-total-capped-users', 'r', US, total, 'the count stops at 100 when there is a sort', {
    total: (v, c) => (has(c, 'sort[field]') ? Math.min(v, 100) : v),
  }),
  M(
    'pg-total-off-by-one-completed',
    'r',
    CP,
    total,
    'total is one too small (index of the last)',
    pag((p) => {
      p.total = Math.max(0, Number(p.total) - 1);
    }),
  ),
];

const limits: Bug[] = [
  P('pg-default-50-cohorts', 'r', CO, 'the default limit is 100', 'the default is 50', {
    page: (v, c) => (has(c, 'limit') ? v : { ...v, limit: 50 }),
  }),
  P('pg-default-20-completed', 'r', CP, 'the default limit is 100', 'the default is 20', {
    page: (v, c) => (has(c, 'limit') ? v : { ...v, limit: 20 }),
  }),
  P('pg-default-30-search', 'r', SU, 'the default limit is 100', 'the default is 30', {
    page: (v, c) => (objectOf(c.body)['limit'] === undefined ? { ...v, limit: 30 } : v),
  }),
  M(
    'pg-default-cursor-users',
    'r',
    US,
    "limit is the endpoint's default if none was given",
    'with a cursor, the default is 10',
    { page: (v, c) => (has(c, 'cursor') && !has(c, 'limit') ? { ...v, limit: 10 } : v) },
  ),
  P(
    'pg-limit-echo-default-sessions',
    'r',
    SE,
    lim,
    'always shows the default',
    pag((p) => {
      p.limit = 100;
    }),
  ),
  D(
    'pg-limit-echo-actual-users',
    'r',
    US,
    lim,
    'shows the number of items on the last page',
    pag((p, c) => {
      if (p.nextCursor === null) p.limit = c.bag.shown.length;
    }),
  ),
  M(
    'pg-limit-text-users',
    'r',
    US,
    'limit is an integer',
    'shows the text of the query',
    pag((p, c) => {
      if (has(c, 'limit')) p.limit = param(c, 'limit');
    }),
  ),
  P(
    'pg-limit-plus-one-classes',
    'r',
    CL,
    lim,
    'one more row is read to see whether there is a next page, and not cut off',
    { slice: (v) => ({ ...v, end: v.end + 1 }) },
  ),
  D('pg-limit-plus-one-cursor-sessions', 'r', SE, lim, 'one row too many, on pages of a cursor alone', {
    slice: (v, c) => (has(c, 'cursor') ? { ...v, end: v.end + 1 } : v),
  }),
  M('pg-limit-ignored-offset-users', 'r', US, lim, 'limit does not hold beside an offset', {
    slice: (v, c) => (has(c, 'offset') ? { ...v, end: v.start + 100 } : v),
  }),
  M('pg-limit-ignored-cursor-cohorts', 'r', CO, lim, 'limit does not hold beside a cursor', {
    slice: (v, c) => (has(c, 'cursor') ? { ...v, end: v.start + 100 } : v),
  }),
  D(
    'pg-limit-cut-users',
    'r',
    US,
    'the pages of a list show every result',
    'more than 100 are cut off silently, and the next page starts where it should',
    { slice: (v) => ({ ...v, end: Math.min(v.end, v.start + 100) }) },
  ),
  P(
    'pg-limit-word-users',
    'r',
    US,
    'limit is an integer, else 400',
    'a limit that is no number is taken for none',
    {
      incoming: (v) => ({ ...v, query: v.query.filter(([k, x]) => k !== 'limit' || /^-?\d+$/.test(x)) }),
    },
  ),
  M('pg-limit-fraction-sessions', 'r', SE, 'limit is an integer', 'parseInt cuts fractions off', {
    incoming: (v) => ({
      ...v,
      query: v.query.map(([k, x]) => [
        k,
        k === 'limit' && /^\d+\.\d+$/.test(x) ? String(parseInt(x, 10)) : x,
      ]),
    }),
  }),
  M('pg-limit-wraps-classes', 'r', CL, 'limit is an int32', 'larger numbers wrap round', {
    incoming: (v) => ({
      ...v,
      query: v.query.map(([k, x]) => [
        k,
        k === 'limit' && Number(x) > 4294967296 ? String(Number(x) % 4294967296) : x,
      ]),
    }),
  }),
  M(
    'pg-limit-word-500-completed',
    'r',
    CP,
    'a refused limit is no server error',
    'NaN reaches the database',
    { rule: restatus(500, 'limit.integer') },
  ),
  P('pg-limit-word-500-classes', 'r', CL, 'an invalid request gets 400', 'NaN reaches the database', {
    rule: restatus(500, 'limit.integer'),
  }),
  M('pg-offset-int32-users', 'r', US, 'offset is an int32', 'larger numbers are taken', {
    rule: relax('offset.int32'),
  }),
  P(
    'pg-offset-word-cohorts',
    'r',
    CO,
    'offset is an integer, else 400',
    'an offset that is no number counts as 0',
    {
      incoming: (v) => ({
        ...v,
        query: v.query.filter(([k, x]) => k !== 'offset' || /^-?\d+$/.test(x)),
      }),
    },
  ),
  P('pg-search-limit-ignored', 'r', SU, lim, 'limit of the body is not read', {
    page: (v) => ({ ...v, limit: 100 }),
  }),
  M('pg-limit-ignored-search-sessions', 'r', SS, lim, 'limit of the body is not read', {
    page: (v) => ({ ...v, limit: 100 }),
  }),
  D(
    'pg-limit-leak-sessions',
    'r',
    SE,
    'the default limit is 100',
    'the limit of the last request is the default of the next',
    {
      page: (v, c) => {
        const last = recall<number>(c, 'lim');
        if (has(c, 'limit')) c.memory.set('lim', v.limit);
        return has(c, 'limit') || !last ? v : { ...v, limit: last };
      },
    },
  ),
  M(
    'pg-max-499-users',
    'r',
    US,
    'what the owner says is the largest limit is accepted',
    'an off by one refuses the largest limit',
    { page: (v) => (v.limit === 500 ? fail(400, 'limit too large') : v) },
  ),
];

export const pagingBugs: Bug[] = [...totals, ...limits, ...offsets, ...cursors, ...ties, ...empties];
