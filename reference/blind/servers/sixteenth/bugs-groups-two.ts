// Bugs of reading academic years, classes, cohorts and tests – part two.
import { C1, CL, empty, exact, type Group, latest, low, now, search, year } from './bugs-groups-kit.ts';
import {
  answer,
  type Bug,
  D,
  edit,
  fail,
  firstOf,
  has,
  M,
  match,
  P,
  relax,
  restatus,
  strict,
} from './hooks.ts';
import { at, type ClassRow, must } from './types.ts';

export const classes: Bug[] = [
  P(
    'cl-search-part',
    'r',
    CL,
    exact,
    'contains',
    search((n, w) => low(n).includes(low(w))),
  ),
  P(
    'cl-search-case',
    'r',
    CL,
    exact,
    'the case must be the same',
    search((n, w) => n === w),
  ),
  M(
    'cl-search-start',
    'r',
    CL,
    exact,
    'begins with',
    search((n, w) => low(n).startsWith(low(w))),
  ),
  M(
    'cl-search-like',
    'r',
    CL,
    exact,
    'ILIKE: _ and % are wildcards',
    search((n, w) =>
      new RegExp(
        `^${low(w)
          .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
          .replace(/_/g, '.')
          .replace(/%/g, '.*')}$`,
        's',
      ).test(low(n)),
    ),
  ),
  M(
    'cl-search-accents',
    'r',
    CL,
    exact,
    'accents do not count',
    search(
      (n, w) =>
        low(n).normalize('NFD').replace(/\p{M}/gu, '') === low(w).normalize('NFD').replace(/\p{M}/gu, ''),
    ),
  ),
  D(
    'cl-search-ascii',
    'r',
    CL,
    exact,
    'only A to Z have two cases',
    search((n, w) => {
      const f = (s: string) => s.replace(/[A-Z]/g, (x) => x.toLowerCase());
      return f(n) === f(w);
    }),
  ),
  M(
    'cl-search-description',
    'r',
    CL,
    exact,
    'the description is looked at as well',
    search((n, w, row) => low(n) === low(w) || low(row.description ?? '').includes(low(w))),
  ),
  D('cl-search-first', 'r', CL, exact, 'stops at the first hit', {
    rows: (v, c) => (has(c, 'search') ? v.slice(0, 1) : v),
  }),
  D('cl-search-year', 'r', CL, 'several filters narrow the list', 'with a year, search is forgotten', {
    filter: (v, c) => (v.name === 'search' && has(c, 'academicYearId') ? { ...v, keep: () => true } : v),
  }),
  M('cl-search-bracket-500', 'r', CL, exact, 'a regular expression is built of the name', {
    filter: (v) => {
      if (v.name === 'search') {
        try {
          new RegExp(firstOf(v));
        } catch {
          fail(500);
        }
      }
      return v;
    },
  }),
  M(
    'cl-search-regex',
    'r',
    CL,
    exact,
    'the name is a pattern: a dot matches anything',
    search((n, w) => {
      try {
        return new RegExp(`^${low(w)}$`).test(low(n));
      } catch {
        return low(n) === low(w);
      }
    }),
  ),
  D(
    'cl-search-plus',
    'r',
    CL,
    exact,
    'decoded twice: a plus becomes a blank',
    search((n, w) => low(n) === low(w.replace(/\+/g, ' '))),
  ),
  D(
    'cl-search-amp',
    'r',
    CL,
    exact,
    'escaped like HTML before it is compared',
    search((n, w) => low(n) === low(w.replace(/&/g, '&amp;').replace(/"/g, '&quot;'))),
  ),
  M(
    'cl-search-blanks',
    'r',
    CL,
    exact,
    'double blanks are made one before comparing',
    search((n, w) => low(n) === low(w.replace(/\s+/g, ' '))),
  ),
  P('cl-year-ignored', 'r', CL, year, 'it is not read', { filter: match('academicYearId', () => true) }),
  P('cl-year-current-400', 'r', CL, year, 'current is refused', {
    rule: strict('academicYearId.form', (v) => v === 'current'),
  }),
  M('cl-year-current-last', 'r', CL, year, 'current is the year that begins last', {
    filter: match(
      'academicYearId',
      (row: Group, v, c) =>
        row.academicYearId === (v.values[0] === 'current' ? at(latest(c), 0).academicYearId : v.values[0]),
    ),
  }),
  M('cl-year-current-all', 'r', CL, year, 'current shows every year', {
    filter: match(
      'academicYearId',
      (row: Group, v) => v.values[0] === 'current' || row.academicYearId === v.values[0],
    ),
  }),
  P('cl-year-form-taken', 'r', CL, 'academicYearId is a UUID or current, else 400', 'anything is taken', {
    rule: relax('academicYearId.form'),
  }),
  M('cl-year-form-500', 'r', CL, 'an invalid request gets 400', 'what is no UUID throws', {
    rule: restatus(500, 'academicYearId.form'),
  }),
  M('cl-year-after', 'r', CL, year, 'that year and the later ones', {
    filter: match('academicYearId', (row: Group, v, c) => {
      const of = (id: string | undefined) => c.w.years.find((y) => y.academicYearId === id)?.startDate ?? 0;
      const id = v.values[0] === 'current' ? now(c).academicYearId : v.values[0];
      return of(row.academicYearId) >= of(id);
    }),
  }),
  M(
    'cl-list-year-current',
    'r',
    CL,
    'academicYearId is the year the class belongs to',
    'the current year at all of them',
    {
      item: edit((o, _r, c) => {
        o['academicYearId'] = now(c).academicYearId;
      }),
    },
  ),
  P('cl-description-null', 'r', CL, empty, 'null for no description', {
    item: edit((o) => {
      o['description'] ??= null;
    }),
  }),
  M('cl-description-blank-one', 'r', C1, empty, 'an empty text for none', {
    item: edit((o) => {
      o['description'] ??= '';
    }),
  }),
  P('cl-id-number', 'r', CL, 'classId is a UUID', 'the row number', {
    item: edit((o, row: ClassRow, c) => {
      o['classId'] = c.w.classes.indexOf(row) + 1;
    }),
  }),
  M('cl-name-escaped', 'r', C1, 'name is the name of the class', 'escaped like HTML', {
    item: edit((o) => {
      o['name'] = String(o['name']).replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/'/g, '&#39;');
    }),
  }),
  M('cl-name-latin', 'r', CL, exact, 'names come through the wrong encoding', {
    item: edit((o) => {
      o['name'] = Buffer.from(String(o['name']), 'utf8').toString('latin1');
    }),
  }),
  P('cl-one-bare', 'r', C1, 'a class stands in class', 'no wrapper', { reply: answer((b) => b['class']) }),
  P('cl-one-data', 'r', C1, 'a class stands in class', 'data for class', {
    reply: answer((b) => ({ data: b['class'] })),
  }),
  P(
    'cl-one-unknown-400',
    'r',
    C1,
    'an unknown class gets 404',
    '400',
    { rule: restatus(400, 'class.there') },
    '400 is listed for the route, but 404 is the status of a class that is not found',
  ),
  M('cl-one-unknown-500', 'r', C1, 'an unknown class gets 404', 'null is read', {
    rule: restatus(500, 'class.there'),
  }),
  P('cl-one-form-500', 'r', C1, 'an invalid request gets 400', 'what is no UUID throws', {
    rule: restatus(500, 'classId.uuid'),
  }),
  D(
    'cl-one-other-field',
    'r',
    C1,
    'fields of a class are the same wherever it is read',
    'the description is that of the class before',
    {
      item: edit((o, row: ClassRow, c) => {
        const d = c.w.classes[c.w.classes.indexOf(row) - 1]?.description;
        if (d !== undefined) o['description'] = d;
      }),
    },
  ),
  D(
    'cl-one-year-other',
    'r',
    C1,
    'academicYearId is the year the class belongs to',
    'for a name that several years have, the year of the first',
    {
      item: edit((o, row: ClassRow, c) => {
        o['academicYearId'] = must(c.w.classes.find((x) => low(x.name) === low(row.name))).academicYearId;
      }),
    },
  ),
  D(
    'cl-one-after-100',
    'r',
    C1,
    'an unknown class gets 404, a known one 200',
    'looks at the first 100 only',
    { source: (v) => v.slice(0, 100) },
  ),
];
