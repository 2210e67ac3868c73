// Bugs of classes, as they are read.

import {
  argsIf,
  both,
  CG,
  CL,
  deep,
  filter,
  G,
  item,
  lax,
  nth,
  on,
  plain,
  reply,
  single,
  str,
  success,
} from './kit.ts';
import type { Def } from './switches.ts';
import { ApiError } from './switches.ts';

const EXACT = 'search is an exact match on the name';
const CASE = 'search heeds no letter case';
const YEAR = 'academicYearId filters by year';
const CURRENT = 'academicYearId may be the literal current';
const ALL = 'filters hold together';
const EMPTY = 'empty fields are left out';

const SAME = 'a list and a single read show one resource';
const EVERY = 'the list holds all results';

const lower = (text: string | undefined): string => (text ?? '').toLowerCase();

export const classBugs: readonly Def[] = [
  // Searching classes
  plain(
    'classes.search-contains',
    EXACT,
    'search finds names that contain the text',
    filter(CL, 'search', (ok, row, a) => ok || lower(G(row).name).includes(lower(a.f.search))),
  ),
  deep(
    'classes.search-trims',
    EXACT,
    'spaces at the end of a name do not count',
    filter(CL, 'search', (ok, row, a) => ok || lower(G(row).name).trim() === lower(a.f.search).trim()),
  ),
  deep(
    'classes.search-case',
    CASE,
    'search heeds the letter case beside a year',
    filter(CL, 'search', (ok, row, a) => ok && !(a.f.academicYearId && G(row).name !== a.f.search)),
  ),
  deep(
    'classes.search-case-ascii',
    CASE,
    'letters with diacritics must have the same case',
    filter(
      CL,
      'search',
      (ok, row, a) =>
        ok &&
        (/^[ -~]*$/.test(a.f.search ?? '') ||
          G(row).name.replace(/[A-Za-z]/g, '') === (a.f.search ?? '').replace(/[A-Za-z]/g, '')),
    ),
  ),
  deep(
    'classes.search-wildcard',
    EXACT,
    'an underscore stands for any character',
    filter(
      CL,
      'search',
      (ok, row, a) =>
        ok ||
        (a.f.search?.includes('_') === true && lower(G(row).name).replaceAll(' ', '_') === lower(a.f.search)),
    ),
  ),
  deep(
    'classes.search-plus',
    EXACT,
    'a plus in search becomes a space',
    argsIf(
      CL,
      (a) => a.f.search !== undefined,
      (a) => {
        a.f.search = (a.f.search ?? '').replaceAll('+', ' ');
      },
    ),
  ),
  deep(
    'classes.search-quote',
    EXACT,
    'a name with an apostrophe is not found',
    filter(CL, 'search', (ok, row) => ok && !G(row).name.includes("'")),
  ),
  deep(
    'classes.search-first-only',
    EVERY,
    'of classes of one name only the first is found',
    on('rows', CL, (rows, a) => (a.f.search !== undefined && !a.f.academicYearId ? rows.slice(0, 1) : rows)),
  ),
  deep(
    'classes.search-descriptions',
    EXACT,
    'search is compared with descriptions as well',
    filter(CL, 'search', (ok, row, a) => ok || lower(G(row).description) === lower(a.f.search)),
  ),
  deep(
    'classes.search-or-year',
    ALL,
    'search and year together find what fits either',
    on('all', CL, (ok, row, a, c) => {
      const { search, academicYearId: y } = a.f;
      if (search === undefined || y === undefined) return ok;
      return (
        lower(G(row).name) === lower(search) ||
        G(row).yearId === (y === 'current' ? c.world.currentYear()?.id : y)
      );
    }),
  ),
  deep(
    'classes.year-ignored-with-search',
    ALL,
    'academicYearId is ignored beside search',
    argsIf(
      CL,
      (a) => a.f.search !== undefined,
      (a) => {
        delete a.f.academicYearId;
      },
    ),
  ),
  deep(
    'classes.current-is-latest',
    CURRENT,
    'current stands for the latest year',
    on('args', CL, (a, c) => {
      if (a.f.academicYearId === 'current') a.f.academicYearId = c.world.years.rows.at(-1)?.id ?? '';
    }),
  ),
  deep(
    'classes.current-and-next',
    CURRENT,
    'current finds classes of the next year as well',
    filter(
      CL,
      'academicYearId',
      (ok, row, a, c) =>
        ok ||
        (a.f.academicYearId === 'current' && (c.world.years.get(G(row).yearId)?.start ?? 0) > c.world.now()),
    ),
  ),
  deep(
    'classes.current-refused',
    CURRENT,
    'current is refused beside a limit',
    on('args', CL, (a) => {
      if (a.f.academicYearId === 'current' && a.limitGiven)
        throw new ApiError(400, 'year', 'academicYearId must be a UUID');
    }),
  ),
  deep(
    'classes.unknown-year-finds-all',
    YEAR,
    'an unknown year is ignored',
    on('args', CL, (a, c) => {
      const y = a.f.academicYearId;
      if (y && y !== 'current' && !c.world.years.get(y)) delete a.f.academicYearId;
    }),
  ),
  plain(
    'classes.year-any-text',
    'academicYearId is a UUID or current',
    'any text is let through as academicYearId',
    lax(CL, 'year'),
  ),
  deep(
    'classes.repeated-by-teacher',
    'a result is listed once',
    'a class is listed once for each of its teachers where a year is given',
    on('rows', CL, (rows, a, c) =>
      a.f.academicYearId
        ? rows.flatMap((r) =>
            Array.from({ length: Math.max(1, c.world.classTeachers.rightsOf(r.id).length) }, () => r),
          )
        : rows,
    ),
  ),
  deep(
    'classes.same-name-merged',
    EVERY,
    'of classes of one name only one is listed',
    on('rows', CL, (rows) => [...new Map(rows.map((r) => [lower(G(r).name), r])).values()]),
  ),
  // Showing classes
  plain(
    'classes.description-null',
    EMPTY,
    'an empty description is null',
    ...both([CL, CG], (j) => {
      j['description'] ??= null;
    }),
  ),
  deep(
    'classes.description-empty',
    EMPTY,
    'an empty description is an empty text in a single read',
    single(CG, (j) => {
      j['description'] ??= '';
    }),
  ),
  deep(
    'classes.description-escaped',
    SAME,
    'in the list < > and & of a description are entities',
    item(CL, (j) => {
      if (j['description'])
        j['description'] = str(j, 'description')
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll('>', '&gt;');
    }),
  ),
  deep(
    'classes.name-trimmed',
    SAME,
    'a single read cuts spaces at the end of the name',
    single(CG, (j) => {
      j['name'] = str(j, 'name').trim();
    }),
  ),
  deep(
    'classes.year-of-current',
    SAME,
    'a single read always shows the current year',
    single(CG, (j, _r, c) => {
      j['academicYearId'] = c.world.currentYear()?.id ?? '';
    }),
  ),
  deep(
    'classes.long-description-cut',
    SAME,
    'in the list a description ends after 20 characters',
    item(CL, (j) => {
      if (j['description']) j['description'] = str(j, 'description').slice(0, 20);
    }),
  ),
  deep(
    'classes.id-of-year',
    SAME,
    'in the list every fifth class has the id of its year',
    item(CL, (j, row) => {
      if (nth(row, 5)) j['classId'] = G(row).yearId;
    }),
  ),
  deep(
    'classes.past-missing',
    '404 is for a class that does not exist',
    'a class of the oldest year gives 404',
    on('ids', CG, (ids, c) => {
      const row = c.world.classes.get(ids.get('classId') ?? '');
      if (row?.yearId === c.world.years.rows[0]?.id) ids.set('classId', '');
    }),
  ),
  deep(
    'classes.unknown-ok',
    '404 is for a class that does not exist',
    'an unknown class gives 200 and null',
    reply(CG, (r, c) => {
      if (r.status === 404 && c.code === 'missing') {
        r.status = 200;
        r.body = { class: null };
      }
    }),
  ),
  plain(
    'classes.single-bare',
    'a single response wraps the resource in its name',
    'a single read is bare',
    success(CG, (b, r) => {
      r.body = b['class'] ?? null;
    }),
  ),
];
