/** Bugs of reading cohorts. */

import {
  alter,
  at,
  bugsOf,
  crash,
  drop,
  fill,
  good,
  has,
  keep,
  kept,
  op,
  put,
  turn,
  values,
  without,
} from './bugs-kit.ts';
import { isObject } from './reading.ts';
import type { Group, Obj } from './types.ts';

const tests = (view: Obj): Obj[] => {
  const found = view['tests'];
  return Array.isArray(found) ? found.filter((one): one is Obj => isObject(one)) : [];
};
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const asciiLower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const TABLE = `
cohorts-search-start | d | search is an exact match on the cohort name | the search finds names that begin so
cohorts-search-accents | d | search is an exact match on the cohort name | the collation does not tell letters with accents from those without
cohorts-search-ascii | d | search is case-insensitive | letters beyond ASCII are compared in their case
cohorts-search-quote | d | a cohort is found by its name | an apostrophe in the search is 500
cohorts-year-ignored | p | academicYearId filters cohorts | a UUID of a year filters nothing
cohorts-current-refused | p | academicYearId may be the literal current | current is refused as no UUID
cohorts-current-drops-search | d | search filters cohorts | with academicYearId=current the search is not looked at
cohorts-page-repeats | d | nextCursor is for the next page | a page begins with the last item of the one before
cohorts-page-skips | d | nextCursor is for the next page | after a page of odd size one item is skipped
cohorts-cursors-swapped | d | previousCursor is for the previous page, nextCursor for the next | on pages in the middle the two are swapped
cohorts-offset-dropped | d | offset is the start index | with limit the offset is not looked at, but shown
cohorts-beyond-crashes | d | a page is { data, pagination }, whatever the offset | an offset beyond the last item is 500
cohorts-tests-of-now | d | tests are the tests assigned to the cohort | the list joins the tests of cohorts of the current year only
cohorts-tests-null | d | empty fields are omitted | a cohort without tests shows null
cohorts-test-name-of-next | d | a CohortTest has the name of its test | the last test of a cohort has the name of the first
cohorts-limit-one-no-total | d | total is the number of results | with limit 1 the query for the total is skipped
cohorts-bad-cursor-first | d | cursor is a value from an earlier response; an invalid request is 400 | a cursor that cannot be read is the first page
cohort-tests-doubled | d | a testId is unique per test | a join doubles the tests of cohorts with more than four
cohort-bad-id-crashes | d | an invalid request is 400, an unknown cohort 404 | an id that is no UUID is 500
cohort-description-empty | d | empty fields are omitted | a cohort without description shows an empty text
cohort-activation-boolean | p | activationStatus is a string | activationStatus is true or false
cohort-subject-lower | d | a CohortTest has the subject of its test | subjects are written in small letters
cohort-neighbour | d | the cohort of that id is given | for a cohort without tests the join gives another cohort
`;

export const cohortBugs = bugsOf(TABLE, {
  'cohorts-search-start': at(op.cohorts, {
    rows: (_c, rows, asked, all) => {
      const text = asked.filters.get('search');
      return typeof text === 'string'
        ? all.filter((row) => (row as Group).name.toLowerCase().startsWith(text.toLowerCase()))
        : rows;
    },
  }),
  'cohorts-search-accents': at(op.cohorts, {
    rows: (_c, rows, asked, all) => {
      const text = asked.filters.get('search');
      return typeof text === 'string' ? all.filter((row) => fold((row as Group).name) === fold(text)) : rows;
    },
  }),
  'cohorts-search-ascii': at(op.cohorts, {
    rows: (_c, rows, asked) => {
      const text = asked.filters.get('search');
      return typeof text === 'string'
        ? rows.filter((row) => asciiLower((row as Group).name) === asciiLower(text))
        : rows;
    },
  }),
  'cohorts-search-quote': at(op.cohorts, {
    after: (c, a) => {
      if (good(a) && values(c, 'search').some((text) => text.includes("'"))) crash(a);
    },
  }),
  'cohorts-year-ignored': at(op.cohorts, {
    asked: (_c, asked) => {
      if (asked.filters.get('academicYearId') !== 'current') asked.filters.delete('academicYearId');
    },
  }),
  'cohorts-current-refused': at(op.cohorts, {
    after: (c, a) => {
      if (good(a) && values(c, 'academicYearId').includes('current'))
        turn(a, 400, { status: 400, message: 'academicYearId is no UUID.' });
    },
  }),
  'cohorts-current-drops-search': at(op.cohorts, {
    asked: (_c, asked) => {
      if (asked.filters.get('academicYearId') === 'current') asked.filters.delete('search');
    },
  }),
  'cohorts-page-repeats': at(op.cohorts, {
    asked: (_c, asked) => {
      if (asked.cursor?.direction === 'next' && asked.cursor.index > 0) asked.cursor.index -= 1;
    },
  }),
  'cohorts-page-skips': at(op.cohorts, {
    asked: (_c, asked) => {
      if (asked.cursor?.direction === 'next' && asked.limit % 2 === 1 && asked.limit > 1)
        asked.cursor.index += 1;
    },
  }),
  'cohorts-cursors-swapped': at(op.cohorts, {
    page: (_c, page) => {
      const { previousCursor, nextCursor } = page.pagination;
      if (previousCursor === null || nextCursor === null) return;
      put(page.pagination, 'previousCursor', nextCursor ?? null);
      put(page.pagination, 'nextCursor', previousCursor ?? null);
    },
  }),
  'cohorts-offset-dropped': at(op.cohorts, {
    asked: (c, asked) => {
      if (!has(c, 'limit') || asked.offset === 0) return;
      keep(c, 'offset', asked.offset);
      asked.offset = 0;
    },
    page: (c, page) =>
      put(page.pagination, 'offset', kept<number>(c, 'offset') ?? page.pagination['offset'] ?? 0),
  }),
  'cohorts-beyond-crashes': at(op.cohorts, {
    page: (c, page) => {
      if (page.data.length === 0 && page.pagination['total'] !== 0) keep(c, 'beyond', true);
    },
    after: (c, a) => {
      if (kept<boolean>(c, 'beyond') === true) crash(a);
    },
  }),
  'cohorts-tests-of-now': at(op.cohorts, {
    view: (c, v, row) => {
      if (c.world.years.find((year) => year.id === (row as Group).yearId)?.current !== true) drop(v, 'tests');
    },
  }),
  'cohorts-tests-null': at(op.cohorts, {
    view: (_c, v) => fill(v, 'tests', null),
  }),
  'cohorts-test-name-of-next': at(op.cohorts, {
    view: (_c, v) => {
      const [one, ...rest] = tests(v);
      const last = rest.at(-1);
      if (one !== undefined && last !== undefined) put(last, 'name', one['name'] ?? '');
    },
  }),
  'cohorts-limit-one-no-total': at(op.cohorts, {
    page: (_c, page, asked) => {
      if (asked.limit === 1) put(page.pagination, 'total', page.data.length);
    },
  }),
  'cohorts-bad-cursor-first': at(op.cohorts, {
    before: (c) => {
      if (values(c, 'cursor').some((text) => text.length < 24)) without(c, 'cursor');
    },
  }),
  'cohort-tests-doubled': at(op.cohort, {
    view: (_c, v) => {
      const found = tests(v);
      if (found.length > 4) put(v, 'tests', [...found, ...found]);
    },
  }),
  'cohort-bad-id-crashes': at(op.cohort, {
    after: (c, a) => {
      if (a.status === 404 && !/^[0-9a-f-]{36}$/i.test(c.params['cohortId'] ?? '')) crash(a);
    },
  }),
  'cohort-description-empty': at(op.cohort, {
    view: (_c, v) => fill(v, 'description', ''),
  }),
  'cohort-activation-boolean': at(op.cohort, {
    view: (_c, v) => {
      for (const test of tests(v)) put(test, 'activationStatus', test['activationStatus'] === 'open');
    },
  }),
  'cohort-subject-lower': at(op.cohort, {
    view: (_c, v) => {
      for (const test of tests(v)) alter(test, 'subject', (text) => text.toLowerCase());
    },
  }),
  'cohort-neighbour': at(op.cohort, {
    view: (c, v, row) => {
      if ((row as Group).tests.size === 0)
        put(v, 'cohortId', [...c.world.cohorts.keys()].find((id) => id !== row.id) ?? '');
    },
  }),
});
