// Bugs of paging: totals, limits, offsets, cursors, and what happens at the edges of pages – part three.
import { CL, CO, CP, end, flip, IP, later, next, pag, prev, SE, SU, total, US } from './bugs-paging-kit.ts';
import { type Bug, D, from64, has, M, memo, P, recall, restatus, strict, to64 } from './hooks.ts';
import {
  type CohortRow,
  must,
  objectOf,
  type Place,
  type Row,
  type SessionRow,
  type UserRow,
} from './types.ts';

export const cursors: Bug[] = [
  D(
    'pg-next-exact-classes',
    'r',
    CL,
    next,
    'a full last page still has a next one (>= for >)',
    pag((p, c) => {
      if (p.nextCursor === null && c.bag.shown.length === p.limit) p.nextCursor = to64({ start: end(c) });
    }),
  ),
  D(
    'pg-next-exact-search',
    'r',
    SU,
    next,
    'a full last page still has a next one (>= for >)',
    pag((p, c) => {
      if (p.nextCursor === null && c.bag.shown.length === p.limit) p.nextCursor = to64({ start: end(c) });
    }),
  ),
  D(
    'pg-next-early-users',
    'r',
    US,
    next,
    'null as well when one single row is left',
    pag((p, c) => {
      if (Number(p.total) - end(c) === 1) p.nextCursor = null;
    }),
  ),
  P(
    'pg-prev-first-cohorts',
    'r',
    CO,
    prev,
    'there is one on the first page',
    pag((p) => {
      p.previousCursor ??= to64({ start: 0 });
    }),
  ),
  M(
    'pg-prev-null-second-search',
    'r',
    SU,
    prev,
    'null on the second page',
    pag((p, c) => {
      if (c.bag.start <= Number(p.limit)) p.previousCursor = null;
    }),
  ),
  M(
    'pg-prev-null-cursor-classes',
    'r',
    CL,
    prev,
    'always null on pages of a cursor',
    pag((p, c) => {
      if (has(c, 'cursor')) p.previousCursor = null;
    }),
  ),
  M(
    'pg-prev-same-sessions',
    'r',
    SE,
    prev,
    'leads to the page itself',
    pag((p, c) => {
      if (p.previousCursor) p.previousCursor = to64({ start: c.bag.start });
    }),
  ),
  D(
    'pg-prev-off-by-one-classes',
    'r',
    CL,
    prev,
    'starts one too late',
    pag((p, c) => {
      if (p.previousCursor && c.bag.start >= Number(p.limit) && Number(p.limit) > 1)
        p.previousCursor = to64({ start: c.bag.start - Number(p.limit) + 1 });
    }),
  ),
  D(
    'pg-prev-first-always-users',
    'r',
    US,
    prev,
    'leads to the first page from everywhere',
    pag((p) => {
      if (p.previousCursor) p.previousCursor = to64({ start: 0 });
    }),
  ),
  M(
    'pg-next-overlap-completed',
    'r',
    CP,
    next,
    'the last row comes again on the next page',
    pag((p, c) => {
      if (p.nextCursor && Number(p.limit) > 1) p.nextCursor = to64({ start: end(c) - 1 });
    }),
  ),
  D(
    'pg-next-skips-cohorts',
    'r',
    CO,
    next,
    'from the second page on, one row is skipped',
    pag((p, c) => {
      if (p.nextCursor && c.bag.start > 0) p.nextCursor = to64({ start: end(c) + 1 });
    }),
  ),
  P(
    'pg-prev-absent-sessions',
    'r',
    SE,
    'previousCursor is null on the first page',
    'left out like other empty fields',
    pag((p) => {
      if (p.previousCursor === null) delete p.previousCursor;
    }),
  ),
  M(
    'pg-next-absent-search',
    'r',
    SU,
    'nextCursor is null on the last page',
    'left out like other empty fields',
    pag((p) => {
      if (p.nextCursor === null) delete p.nextCursor;
    }),
  ),
  M(
    'pg-next-empty-users',
    'r',
    US,
    'nextCursor is null on the last page',
    'an empty text',
    pag((p) => {
      if (p.nextCursor === null) p.nextCursor = '';
    }),
  ),
  M('pg-cursor-plain-cohorts', 'r', CO, 'a cursor is a string of bytes (base64)', 'the offset in clear', {
    pagination: (p, c) => ({ ...p, nextCursor: p.nextCursor && `next:${end(c)}` }),
    incoming: (v) => ({
      ...v,
      query: v.query.map(([k, x]) => [
        k,
        k === 'cursor' && x.startsWith('next:') ? to64({ start: Number(x.slice(5)) }) : x,
      ]),
    }),
  }),
  M('pg-cursor-number-users', 'r', US, 'a cursor is a string', 'a number', {
    pagination: (p, c) => ({ ...p, nextCursor: p.nextCursor && end(c) }),
    incoming: (v) => ({
      ...v,
      query: v.query.map(([k, x]) => [k, k === 'cursor' && /^\d+$/.test(x) ? to64({ start: Number(x) }) : x]),
    }),
  }),
  P('pg-cursor-500-users', 'r', US, 'an invalid request gets 400', 'decoding a cursor that is none throws', {
    rule: restatus(500, 'cursor.known'),
  }),
  P('pg-cursor-ignored-classes', 'r', CL, next, 'cursors are not read: always the first page', {
    cursor: () => ({ start: 0 }),
  }),
  M('pg-cursor-ignored-search', 'r', SU, next, 'cursors of the body are not read', {
    cursor: () => ({ start: 0 }),
  }),
  M('pg-cursor-null-search', 'r', SU, 'cursor may be null', 'null is refused', {
    rule: strict('cursor.text', (v) => v === null),
  }),
  D('pg-cursor-drops-filter-users', 'r', US, next, 'with a cursor, the filter role is forgotten', {
    filter: (v, c) => (has(c, 'cursor') && v.name === 'role' ? { ...v, keep: () => true } : v),
  }),
  D('pg-cursor-drops-sort-users', 'r', US, next, 'with a cursor, the order is the default one', {
    sort: (v, c) =>
      has(c, 'cursor') ? { ...v, compare: (a: UserRow, b: UserRow) => b.createdAt - a.createdAt } : v,
  }),
  D('pg-cursor-drops-search-classes', 'r', CL, next, 'with a cursor, search is forgotten', {
    filter: (v, c) => (has(c, 'cursor') && v.name === 'search' ? { ...v, keep: () => true } : v),
  }),
  D('pg-cursor-drops-year-cohorts', 'r', CO, next, 'with a cursor, the year is forgotten', {
    filter: (v, c) => (has(c, 'cursor') && v.name === 'academicYearId' ? { ...v, keep: () => true } : v),
  }),
  D('pg-cursor-drops-status-sessions', 'r', SE, next, 'with a cursor, the status is forgotten', {
    filter: (v, c) => (has(c, 'cursor') && v.name === 'status' ? { ...v, keep: () => true } : v),
  }),
  D('pg-prev-reversed-users', 'r', US, prev, 'the page of previousCursor comes in reverse order', {
    pagination: (p) => ({
      ...p,
      previousCursor: p.previousCursor && to64({ ...from64(p.previousCursor), back: true }),
    }),
    slice: (v) =>
      v.ask.place?.back
        ? {
            ...v,
            rows: [
              ...v.rows.slice(0, v.start),
              ...v.rows.slice(v.start, v.end).reverse(),
              ...v.rows.slice(v.end),
            ],
          }
        : v,
  }),
  D('pg-prev-then-next-classes', 'r', CL, next, 'after going back, there is no way forward', {
    pagination: (p, c) => ({
      ...p,
      previousCursor: p.previousCursor && to64({ ...from64(p.previousCursor), back: true }),
      nextCursor: c.bag.ask?.place?.back ? null : p.nextCursor,
    }),
  }),
  D('pg-cursor-shared-users', 'r', US, next, 'the last cursor given out to anybody is used', {
    cursor: (v, c) => (v.end === undefined ? (recall<Place>(c, 'last') ?? v) : v),
    pagination: (p, c) => {
      if (p.nextCursor) c.memory.set('last', { start: end(c) });
      return p;
    },
  }),
  D(
    'pg-list-cache-inprogress',
    'r',
    IP,
    'offset is the start index',
    'the cache of answers does not know the offset',
    {
      slice: (v, c) => {
        const kept = memo(
          c,
          `ip-${v.ask.limit}-${c.query.filter(([k]) => !['offset', 'limit', 'cursor'].includes(k)).join()}`,
          () => ({ start: v.start, end: v.end }),
        );
        return { ...v, ...kept };
      },
    },
  ),
];

const created = (row: Row | undefined): number => (must(row) as UserRow).createdAt;
const started = (row: Row | undefined): number => (must(row) as SessionRow).startDate;
export const ties: Bug[] = [
  D('pg-ties-users', 'r', US, next, 'rows of one createdAt come in another order on later pages', {
    sorted: (v, c) => (later(c) ? flip(v, c.bag.order) : v),
  }),
  D('pg-ties-sessions', 'r', SE, next, 'rows of one startDate come in another order on later pages', {
    sorted: (v, c) => (later(c) ? flip(v, c.bag.order) : v),
  }),
  D('pg-ties-search', 'r', SU, next, 'rows of one createdAt come in another order on later pages', {
    sorted: (v, c) => (objectOf(c.body)['offset'] || objectOf(c.body)['cursor'] ? flip(v, c.bag.order) : v),
  }),
  D(
    'pg-ties-lost-users',
    'r',
    US,
    next,
    'the next page starts after the last createdAt: the rest of a tie is lost',
    {
      slice: (v, c) => {
        let { start } = v;
        if (!has(c, 'cursor')) return v;
        while (start > 0 && start < v.rows.length && created(v.rows[start]) === created(v.rows[v.start - 1]))
          start++;
        return { ...v, start, end: start + v.ask.limit };
      },
    },
  ),
  D('pg-ties-again-sessions', 'r', SE, next, 'the next page starts at the last startDate: ties come again', {
    slice: (v, c) => {
      let { start } = v;
      if (!has(c, 'cursor') || !start || start >= v.rows.length) return v;
      const at = started(v.rows[start - 1]);
      while (start > 0 && started(v.rows[start - 1]) === at) start--;
      return { ...v, start, end: start + v.ask.limit };
    },
  }),
  M('pg-join-twice-users', 'r', US, total, 'a join over roles shows who has two of them twice', {
    rows: (v: UserRow[]) => v.flatMap((row) => row.roles.map(() => row)),
  }),
  D(
    'pg-join-twice-role-search',
    'r',
    SU,
    total,
    'a join over addresses shows who has two of them twice when name is asked',
    {
      rows: (v: UserRow[], c) =>
        c.bag.asked?.name ? v.flatMap((row) => (row.emails.length > 1 ? [row, row] : [row])) : v,
    },
  ),
  D(
    'pg-join-twice-cohorts',
    'r',
    CO,
    total,
    'a join over tests shows cohorts once per test when search is given',
    {
      rows: (v: CohortRow[], c) =>
        has(c, 'search') ? v.flatMap((row) => (row.tests.length > 1 ? row.tests.map(() => row) : [row])) : v,
    },
  ),
];
