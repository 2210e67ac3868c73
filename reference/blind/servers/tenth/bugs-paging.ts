// Bugs of pages: what they hold, what they lead to, and what they say of themselves.

import * as k from './kit.ts';
import { argsIf, CL, deep, HL, isFiltered, on, pageIf, pagination, plain, spanIf, UL } from './kit.ts';
import { makeCursor } from './query.ts';
import type { Def } from './switches.ts';
import { ApiError } from './switches.ts';
import type { ListArgs, Window } from './types.ts';

const NEXT = 'nextCursor leads to the page that follows';
const PREV = 'previousCursor leads to the page before';
const LAST = 'nextCursor is null on the last page, and only there';
const FIRST = 'previousCursor is null on the first page, and only there';
const TOTAL = 'total is the number of all results';
const LIMIT = 'limit is the one used for this request';
const OFFSET0 = 'offset is 0 when a cursor is used';
const INDEX = 'offset is the zero-based start index';
const KEEPS = 'a page of a list holds results of that list alone';

type When = (w: Window, a: ListArgs) => boolean;
const after: When = (w) => w.by === 'a';
const before: When = (w) => w.by === 'b';
const full: When = (w) => w.total > 0 && w.end === w.total && w.end - w.start === w.limit;
const later: When = (w) => w.by === 'a' && w.start >= 2 * w.limit;

const end = (w: Window, op: string): string => makeCursor(op, 'a', w.end - 1, w.rows[w.end - 1]?.id ?? '');
const begin = (w: Window, op: string): string => makeCursor(op, 'b', w.start, w.rows[w.start]?.id ?? '');

/** A cursor that works once, or so many times. */
const worn = (op: string, times: number) =>
  on('page', op, (_w, a, c) => {
    if (a.cursor === null) return;
    const key = `worn|${op}|${a.cursor}`;
    const used = Number(c.world.memo.get(key) ?? 0);
    if (used >= times) throw new ApiError(400, 'cursor.bad', 'This cursor has expired');
    c.world.memo.set(key, used + 1);
  });

export const pagingBugs: readonly Def[] = [
  // Classes
  deep(
    'page.classes.next-skips-when-filtered',
    NEXT,
    'after a cursor one class is skipped where a filter is set',
    spanIf(CL, (w, a) => after(w, a) && isFiltered(a), 1),
  ),
  deep(
    'page.classes.next-repeats-later',
    NEXT,
    'from the third page on the last class of the page before is repeated',
    spanIf(CL, later, -1),
  ),
  deep(
    'page.classes.next-on-full-last',
    LAST,
    'a last page that is full has a nextCursor',
    pageIf(CL, full, (w, c) => {
      w.next = end(w, c.op);
    }),
  ),
  plain(
    'page.classes.previous-never',
    FIRST,
    'previousCursor is always null',
    pageIf(
      CL,
      () => true,
      (w) => {
        w.prev = null;
      },
    ),
  ),
  deep(
    'page.classes.offset-from-one',
    INDEX,
    'an offset above 0 counts from one',
    spanIf(CL, (w) => w.by === '' && w.offset > 0, -1),
  ),
  deep(
    'page.classes.total-remaining',
    TOTAL,
    'total counts from the offset on',
    pageIf(
      CL,
      (w) => w.by === '' && w.offset > 0,
      (w) => {
        w.total = Math.max(0, w.rows.length - w.offset);
      },
    ),
  ),
  deep(
    'page.classes.limit-shown-short',
    LIMIT,
    'on a page that is not full limit is the number of classes on it',
    pageIf(
      CL,
      (w) => w.page.length < w.limit && w.page.length > 0,
      (w) => {
        w.limit = w.page.length;
      },
    ),
  ),
  deep(
    'page.classes.search-lost-on-cursor',
    KEEPS,
    'search is forgotten after a cursor',
    argsIf(
      CL,
      (a) => a.cursor !== null,
      (a) => {
        delete a.f.search;
      },
    ),
  ),
  deep(
    'page.classes.year-lost-on-cursor',
    KEEPS,
    'academicYearId is forgotten after a cursor',
    argsIf(
      CL,
      (a) => a.cursor !== null,
      (a) => {
        delete a.f.academicYearId;
      },
    ),
  ),
  deep(
    'page.classes.limit-lost-on-cursor',
    'limit is the maximum of items on a page',
    'after a cursor pages have up to 100 classes',
    on('span', CL, (w, a) => {
      if (w.by === 'a') w.end = Math.min(w.rows.length, w.start + Math.max(100, a.limit));
    }),
  ),
  deep(
    'page.classes.cursor-once',
    'a cursor is one of an earlier response',
    'a cursor works once and is refused afterwards',
    worn(CL, 1),
  ),
  deep(
    'page.classes.clamped',
    INDEX,
    'an offset beyond the end gives the last class',
    on('span', CL, (w) => {
      if (w.by === '' && w.offset >= w.rows.length && w.rows.length > 0) {
        w.start = w.rows.length - 1;
        w.end = w.rows.length;
      }
    }),
  ),
  // Cohorts
  deep(
    'page.cohorts.last-lost',
    'all results are on some page',
    'the last item of each full page after the first is lost',
    pageIf(
      HL,
      (w) => w.by === 'a' && w.page.length === w.limit && w.limit > 1,
      (w) => {
        w.page = w.page.slice(0, -1);
      },
    ),
  ),
  deep(
    'page.cohorts.next-ends-early',
    LAST,
    'nextCursor is null where one single result is left',
    pageIf(
      HL,
      (w) => w.rows.length - w.end === 1,
      (w) => {
        w.next = null;
      },
    ),
  ),
  deep(
    'page.cohorts.previous-on-return',
    FIRST,
    'a first page that was reached backwards has a previousCursor',
    pageIf(
      HL,
      (w) => w.by === 'b' && w.start === 0 && w.page.length > 0,
      (w, c) => {
        w.prev = begin(w, c.op);
      },
    ),
  ),
  deep(
    'page.cohorts.previous-shifted',
    PREV,
    'a page reached backwards starts one early',
    spanIf(HL, (w, a) => before(w, a) && w.start > 0, -1),
  ),
  deep(
    'page.cohorts.offset-with-cursor-shown',
    OFFSET0,
    'offset is the place of the page where a cursor is used',
    pageIf(
      HL,
      (w) => w.by !== '',
      (w) => {
        w.offset = w.start;
      },
    ),
  ),
  deep(
    'page.cohorts.limit-one',
    LIMIT,
    'a limit of 1 is taken for none',
    argsIf(
      HL,
      (a) => a.limit === 1,
      (a) => {
        a.limit = 100;
      },
    ),
  ),
  deep(
    'page.cohorts.offset-ignored-without-limit',
    INDEX,
    'offset is ignored without limit',
    on('span', HL, (w, a) => {
      if (!a.limitGiven && w.by === '') {
        w.start = 0;
        w.end = Math.min(w.rows.length, a.limit);
      }
    }),
  ),
  plain(
    'page.cohorts.next-left-out',
    LAST,
    'nextCursor is left out on the last page',
    pagination(HL, (p) => {
      if (p['nextCursor'] === null) delete p['nextCursor'];
    }),
  ),
  deep(
    'page.cohorts.empty-without-pagination',
    'a list response has data and pagination',
    'pagination is left out where nothing is found',
    pagination(HL, (p, body) => {
      if (p['total'] === 0) delete body['pagination'];
    }),
  ),
  deep(
    'page.cohorts.cursor-and-offset',
    'offset cannot be combined with cursor',
    'offset beside cursor is ignored',
    k.lax(HL, 'cursor.offset'),
  ),
  // Users
  deep(
    'page.users.next-skips',
    NEXT,
    'after a cursor one user is skipped where the limit is above 20',
    spanIf(UL, (w, a) => after(w, a) && a.limit > 20, 1),
  ),
  deep(
    'page.users.sort-lost-on-cursor',
    'sort holds on every page',
    'after a cursor users stand in the default order',
    argsIf(
      UL,
      (a) => a.cursor !== null && a.sortGiven,
      (a) => {
        a.field = 'createdAt';
        a.direction = 'desc';
      },
    ),
  ),
  deep(
    'page.users.direction-lost-on-cursor',
    'sort[direction] holds on every page',
    'after a cursor the direction is the default',
    argsIf(
      UL,
      (a) => a.cursor !== null && a.sortGiven,
      (a) => {
        a.direction = 'desc';
      },
    ),
  ),
  deep(
    'page.users.role-lost-on-cursor',
    KEEPS,
    'role is forgotten after a cursor',
    argsIf(
      UL,
      (a) => a.cursor !== null,
      (a) => {
        delete a.f.role;
      },
    ),
  ),
  deep(
    'page.users.previous-null-on-offset',
    FIRST,
    'previousCursor is null where offset is used',
    pageIf(
      UL,
      (w) => w.by === '',
      (w) => {
        w.prev = null;
      },
    ),
  ),
  deep(
    'page.users.next-null-on-offset',
    LAST,
    'nextCursor is null where an offset above 0 is used',
    pageIf(
      UL,
      (w) => w.by === '' && w.offset > 0,
      (w) => {
        w.next = null;
      },
    ),
  ),
  deep(
    'page.users.total-of-page',
    TOTAL,
    'total is the number of users on the page where a filter is set',
    pageIf(
      UL,
      (_w, a) => isFiltered(a),
      (w) => {
        w.total = w.page.length;
      },
    ),
  ),
  deep(
    'page.users.total-capped',
    TOTAL,
    'total is never above 200',
    pageIf(
      UL,
      (w) => w.total > 200,
      (w) => {
        w.total = 200;
      },
    ),
  ),
  deep(
    'page.users.limit-of-cursor',
    LIMIT,
    'after a cursor without limit the shown limit is the number of users',
    pageIf(
      UL,
      (w, a) => w.by !== '' && !a.limitGiven,
      (w) => {
        w.limit = w.page.length;
      },
    ),
  ),
  deep(
    'page.users.offset-doubled',
    INDEX,
    'an offset above the limit is counted from the next page',
    spanIf(UL, (w, a) => w.by === '' && w.offset > a.limit, 1),
  ),
  deep(
    'page.users.backwards-turned',
    PREV,
    'a page reached backwards is in reverse order',
    pageIf(UL, before, (w) => {
      w.page = [...w.page].reverse();
    }),
  ),
  deep(
    'page.users.cursor-and-offset',
    'offset cannot be combined with cursor',
    'offset beside cursor is let through where limit is given',
    k.lax(UL, 'cursor.offset', (c) => c.req.query.some(([name]) => name === 'limit')),
  ),
];
