// Bugs of paging: totals, limits, offsets, cursors, and what happens at the edges of pages – part four.
import { CL, CO, CP, IP, next, SU, US } from './bugs-paging-kit.ts';
import { answer, type Bug, D, fail, has, M, match, P } from './hooks.ts';
import { listOf, objectOf } from './types.ts';

const empty = (body: unknown): boolean => {
  const { data } = objectOf(body);
  return Array.isArray(data) && data.length === 0;
};
export const empties: Bug[] = [
  P('pg-data-null-classes', 'r', CL, 'data is an array', 'null when nothing is found', {
    reply: answer((b) => (empty(b) ? { ...b, data: null } : b)),
  }),
  P('pg-data-absent-cohorts', 'r', CO, 'data is an array', 'left out when nothing is found', {
    reply: answer((b) => {
      if (empty(b)) delete b['data'];
      return b;
    }),
  }),
  M('pg-pagination-absent-users', 'r', US, 'a list has pagination', 'left out when nothing is found', {
    reply: answer((b) => {
      if (empty(b)) delete b['pagination'];
      return b;
    }),
  }),
  P('pg-empty-404-cohorts', 'r', CO, '404 is not listed for this list', 'nothing found gets 404', {
    rows: (v) => (v.length ? v : fail(404, 'nothing found')),
  }),
  P('pg-empty-204-users', 'r', US, 'a list answers 200 with data', 'nothing found gets 204', {
    reply: (r) =>
      r.status === 200 && empty(r.body)
        ? { status: 204, headers: { 'access-control-allow-origin': '*' } }
        : r,
  }),
  P('pg-pagination-absent-completed', 'r', CP, 'the list is paginated', 'no pagination object', {
    body: (b) => ({ data: b['data'] }),
  }),
  M(
    'pg-pagination-flat-inprogress',
    'r',
    IP,
    'pagination is an object of its own',
    'its fields stand beside data',
    { body: (b) => ({ data: b['data'], ...objectOf(b['pagination']) }) },
  ),
  M('pg-single-object-classes', 'r', CL, 'data is an array', 'one single hit comes as an object', {
    body: (b) => (listOf(b['data']).length === 1 ? { ...b, data: listOf(b['data'])[0] } : b),
  }),
  M('pg-year-page-lost-classes', 'r', CL, next, 'with academicYearId, pages other than the first are empty', {
    slice: (v, c) => (has(c, 'academicYearId') && v.start > 0 ? { ...v, end: v.start } : v),
  }),
  D('pg-search-name-page', 'r', SU, next, 'the filter name holds for the first page alone', {
    filter: (v, c) =>
      Number(objectOf(c.body)['offset']) > 0 || objectOf(c.body)['cursor']
        ? match('name', () => true)(v, c)
        : v,
  }),
];
