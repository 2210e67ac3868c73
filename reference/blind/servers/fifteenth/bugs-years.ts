/** Bugs of academic years and of lists of classes. */

import {
  alter,
  answered,
  at,
  bugsOf,
  drop,
  good,
  has,
  op,
  put,
  reset,
  say,
  turn,
  values,
  without,
} from './bugs-kit.ts';
import { isObject, writeCursor } from './reading.ts';
import type { Group, Year } from './types.ts';

const lower = (text: string): string => text.toLowerCase();

const TABLE = `
years-without-current | p | GET /academic-years lists the academic years | the list joins years with an end in the past or a start in the future, so that the current one is missing
years-without-ended | d | the list has every academic year that classes belong to | years that have ended are left out
years-end-without-millis | p | a date-time has milliseconds | endDate is written without milliseconds
years-under-academic-years | p | list responses use data | the list is called academicYears
years-open-door | p | a request with an invalid key gets 401 | any key that is there at all may list the years
current-year-is-next | d | current means the same year here and in filters | the year whose start comes next is given as the current one
current-year-with-offset | p | a date-time ends in Z | startDate is written with +00:00
current-year-without-end | p | an academic year has its endDate; only empty fields are omitted | endDate is not selected
year-unknown-is-null | p | an unknown academic year is 404 | it answers 200 with academicYear null
year-error-status-text | p | the status of an error is an integer | the status of the 404 is a string
year-ended-is-lost | d | GET /academic-years/{academicYearId} gives the year of that id | a year that has ended is 404
year-dates-swapped | d | startDate and endDate of a year | the dates of years other than the current one are swapped
classes-search-case | d | search on the class name is case-insensitive | the search compares letter by letter
classes-search-part | d | search is an exact match on the class name | the search finds parts of names
classes-search-wildcard | d | search is an exact match on the class name | a percent sign in the search stands for any text
classes-search-plus | d | a class is found by its name | the search is decoded twice: a plus sign becomes a blank
classes-search-drops-year | d | academicYearId filters classes | with search, academicYearId is not looked at
classes-current-is-all | d | academicYearId=current filters by the current year | the literal current filters nothing
classes-year-lost-on-pages | d | academicYearId filters classes on every page | pages reached by cursor are of all years
classes-total-unfiltered | d | total is the number of results | total counts all classes whatever the year
classes-total-of-page | p | total is the number of results | total counts the items of the page
classes-default-limit | p | the default limit is 100 | pages are of 50 unless told otherwise
classes-limit-plus-one | d | limit is the maximum of items per page | a page after the first has one item too many
classes-offset-from-one | d | offset counts from zero | offset counts from one
classes-offset-with-cursor | d | offset cannot be combined with cursor | beside a cursor the offset is ignored
classes-cursor-shows-offset | d | offset is 0 when a cursor is used | offset tells where the page begins
classes-no-way-back | d | previousCursor is null on the first page only | the second page has no previousCursor
classes-next-on-full-last | d | nextCursor is null on the last page | a last page that is full has a nextCursor
classes-last-one-lost | d | nextCursor leads to the next page | nextCursor is null when one item is left
`;

export const yearBugs = bugsOf(TABLE, {
  'years-without-current': at(op.years, {
    rows: (_c, rows) => rows.filter((row) => !(row as Year).current),
  }),
  'years-without-ended': at(op.years, {
    rows: (c, rows) => rows.filter((row) => (row as Year).end > c.now),
  }),
  'years-end-without-millis': at(op.years, {
    view: (_c, v) => alter(v, 'endDate', (text) => text.replace(/\.\d{3}Z$/, 'Z')),
  }),
  'years-under-academic-years': at(op.years, {
    after: (_c, a) => {
      if (good(a) && isObject(a.body)) say(a, { academicYears: a.body['data'] ?? [] });
    },
  }),
  'years-open-door': at(op.years, {
    key: (c) => (c.headers.get('x-api-key') ? 'full' : undefined),
  }),
  'current-year-is-next': at(op.current, {
    after: (c, a) => {
      const next = c.world.years.find((year) => year.start > c.now);
      if (good(a) && next !== undefined)
        say(a, {
          academicYear: {
            academicYearId: next.id,
            name: next.name,
            startDate: new Date(next.start).toISOString(),
            endDate: new Date(next.end).toISOString(),
          },
        });
    },
  }),
  'current-year-with-offset': at(op.current, {
    view: (_c, v) => alter(v, 'startDate', (text) => text.replace('Z', '+00:00')),
  }),
  'current-year-without-end': at(op.current, {
    view: (_c, v) => drop(v, 'endDate'),
  }),
  'year-unknown-is-null': at(op.year, {
    after: (_c, a) => {
      if (a.status === 404) turn(a, 200, { academicYear: null });
    },
  }),
  'year-error-status-text': at(op.year, {
    after: (_c, a) => {
      if (a.status === 404 && isObject(a.body)) put(a.body, 'status', '404');
    },
  }),
  'year-ended-is-lost': at(op.year, {
    after: (c, a) => {
      const end = String(answered(a, 'academicYear')['endDate']);
      if (good(a) && Date.parse(end) < c.now)
        turn(a, 404, { status: 404, message: 'There is no such academic year.' });
    },
  }),
  'year-dates-swapped': at(op.year, {
    view: (_c, v, row) => {
      if ((row as Year).current) return;
      const start = v['startDate'] ?? '';
      put(v, 'startDate', v['endDate'] ?? '');
      put(v, 'endDate', start);
    },
  }),
  'classes-search-case': at(op.classes, {
    rows: (_c, rows, asked) =>
      asked.filters.has('search')
        ? rows.filter((row) => (row as Group).name === asked.filters.get('search'))
        : rows,
  }),
  'classes-search-part': at(op.classes, {
    rows: (c, rows, asked, all) => {
      const text = asked.filters.get('search');
      if (typeof text !== 'string' || has(c, 'academicYearId')) return rows;
      return all.filter((row) => lower((row as Group).name).includes(lower(text)));
    },
  }),
  'classes-search-wildcard': at(op.classes, {
    rows: (_c, rows, asked, all) => {
      const text = asked.filters.get('search');
      if (typeof text !== 'string' || !text.includes('%')) return rows;
      const pattern = text
        .split('%')
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('.*');
      return all.filter((row) => new RegExp(`^${pattern}$`, 'i').test((row as Group).name));
    },
  }),
  'classes-search-plus': at(op.classes, {
    before: (c) => reset(c, 'search', (value) => value.replaceAll('+', ' ')),
  }),
  'classes-search-drops-year': at(op.classes, {
    before: (c) => {
      if (has(c, 'search')) without(c, 'academicYearId');
    },
  }),
  'classes-current-is-all': at(op.classes, {
    before: (c) => {
      if (values(c, 'academicYearId')[0] === 'current') without(c, 'academicYearId');
    },
  }),
  'classes-year-lost-on-pages': at(op.classes, {
    before: (c) => {
      if (has(c, 'cursor')) without(c, 'academicYearId');
    },
  }),
  'classes-total-unfiltered': at(op.classes, {
    page: (c, page, asked) => {
      if (asked.filters.has('academicYearId')) put(page.pagination, 'total', c.world.classes.size);
    },
  }),
  'classes-total-of-page': at(op.classes, {
    page: (_c, page) => put(page.pagination, 'total', page.data.length),
  }),
  'classes-default-limit': at(op.classes, {
    asked: (c, asked) => {
      if (!has(c, 'limit')) asked.limit = 50;
    },
  }),
  'classes-limit-plus-one': at(op.classes, {
    page: (_c, page, asked, rows) => {
      const next = rows[(asked.cursor?.index ?? 0) + page.data.length] as Group | undefined;
      if (asked.cursor?.direction !== 'next' || next === undefined) return;
      page.data.push({ classId: next.id, name: next.name, academicYearId: next.yearId });
    },
  }),
  'classes-offset-from-one': at(op.classes, {
    rows: (_c, rows, asked) =>
      asked.cursor === undefined && asked.offset > 0
        ? [rows[0], ...rows].filter((row) => row !== undefined)
        : rows,
    page: (_c, page, asked, rows) => {
      if (asked.cursor === undefined && asked.offset > 0) put(page.pagination, 'total', rows.length - 1);
    },
  }),
  'classes-offset-with-cursor': at(op.classes, {
    before: (c) => {
      if (has(c, 'cursor')) without(c, 'offset');
    },
  }),
  'classes-cursor-shows-offset': at(op.classes, {
    page: (_c, page, asked) => {
      if (asked.cursor?.direction === 'next') put(page.pagination, 'offset', asked.cursor.index);
    },
  }),
  'classes-no-way-back': at(op.classes, {
    page: (_c, page, asked) => {
      if (asked.cursor?.index === asked.limit) put(page.pagination, 'previousCursor', null);
    },
  }),
  'classes-next-on-full-last': at(op.classes, {
    page: (c, page, asked, rows) => {
      if (page.pagination['nextCursor'] !== null || page.data.length !== asked.limit) return;
      put(
        page.pagination,
        'nextCursor',
        writeCursor(c, { direction: 'next', index: rows.length, key: '', filters: '' }),
      );
    },
  }),
  'classes-last-one-lost': at(op.classes, {
    page: (_c, page, asked, rows) => {
      const start = asked.cursor?.direction === 'previous' ? -1 : (asked.cursor?.index ?? asked.offset);
      if (start >= 0 && rows.length - start - page.data.length === 1)
        put(page.pagination, 'nextCursor', null);
    },
  }),
});
