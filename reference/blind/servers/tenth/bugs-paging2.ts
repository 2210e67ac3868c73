// Bugs of the pages of sessions.

import * as k from './kit.ts';
import {
  argsIf,
  deep,
  isFiltered,
  on,
  pageIf,
  pagination,
  plain,
  SC,
  SL,
  SP,
  SS,
  ST,
  spanIf,
} from './kit.ts';
import { makeCursor } from './query.ts';
import type { Def } from './switches.ts';
import { ApiError } from './switches.ts';
import type { Row, Session, Window } from './types.ts';

const NEXT = 'nextCursor leads to the page that follows';
const PREV = 'previousCursor leads to the page before';
const LAST = 'nextCursor is null on the last page, and only there';
const FIRST = 'previousCursor is null on the first page, and only there';
const TOTAL = 'total is the number of all results';
const LIMIT = 'limit is the one used for this request';

const INDEX = 'offset is the zero-based start index';
const KEEPS = 'a page of a list holds results of that list alone';

const begin = (w: Window, op: string): string => makeCursor(op, 'b', w.start, w.rows[w.start]?.id ?? '');
const startOf = (row: Row | undefined): number => (row as Session | undefined)?.start ?? 0;

export const sessionPagingBugs: readonly Def[] = [
  // All sessions
  deep(
    'page.sessions.next-skips-ties',
    NEXT,
    'after a cursor all sessions that started at the same moment as the last one are skipped',
    on('span', SL, (w, a) => {
      if (w.by !== 'a' || a.field !== 'startDate') return;
      const last = startOf(w.rows[w.start - 1]);
      while (w.start < w.rows.length && startOf(w.rows[w.start]) === last) w.start++;
      w.end = Math.min(w.rows.length, w.start + a.limit);
    }),
  ),
  deep(
    'page.sessions.next-repeats-descending',
    NEXT,
    'after a cursor one session is repeated where the order is descending',
    spanIf(SL, (w, a) => w.by === 'a' && a.direction === 'desc', -1),
  ),
  deep(
    'page.sessions.status-lost-on-cursor',
    KEEPS,
    'status is forgotten after a cursor',
    argsIf(
      SL,
      (a) => a.cursor !== null,
      (a) => {
        delete a.f.status;
      },
    ),
  ),
  deep(
    'page.sessions.dates-lost-on-cursor',
    KEEPS,
    'startDate is forgotten after a cursor',
    argsIf(
      SL,
      (a) => a.cursor !== null,
      (a) => {
        delete a.f.startDate;
      },
    ),
  ),
  deep(
    'page.sessions.subject-lost-backwards',
    KEEPS,
    'subject is forgotten where a previousCursor is used',
    on('args', SL, (a) => {
      if (a.cursor?.startsWith('Yn')) delete a.f.subject;
    }),
  ),
  deep(
    'page.sessions.offset-from-one',
    INDEX,
    'offset counts from one where sort is given',
    spanIf(SL, (w, a) => w.by === '' && a.offset > 0 && a.sortGiven, -1),
  ),
  deep(
    'page.sessions.offset-capped',
    INDEX,
    'an offset above 200 counts as 200',
    on('span', SL, (w, a) => {
      if (w.by === '' && w.start > 200) {
        w.start = 200;
        w.end = Math.min(w.rows.length, 200 + a.limit);
      }
    }),
  ),
  deep(
    'page.sessions.total-without-status',
    TOTAL,
    'total does not heed status',
    on('page', SL, (w, a, c) => {
      if (a.f.status !== undefined && Object.keys(a.f).length === 1) w.total = c.world.sessions.rows.length;
    }),
  ),
  deep(
    'page.sessions.total-on-later-pages',
    TOTAL,
    'after a cursor total is what is left',
    pageIf(
      SL,
      (w) => w.by === 'a',
      (w) => {
        w.total = w.rows.length - w.start;
      },
    ),
  ),
  deep(
    'page.sessions.cursor-and-offset',
    'offset cannot be combined with cursor',
    'offset beside cursor is let through',
    k.lax(SL, 'cursor.offset'),
  ),
  plain(
    'page.sessions.previous-empty',
    'previousCursor is null on the first page',
    'previousCursor is an empty text on the first page',
    pagination(SL, (p) => {
      if (p['previousCursor'] === null) p['previousCursor'] = '';
    }),
  ),
  // Completed sessions
  deep(
    'page.completed.next-skips-uneven',
    NEXT,
    'after a cursor one is skipped where the limit is odd',
    spanIf(SC, (w, a) => w.by === 'a' && a.limit % 2 === 1, 1),
  ),
  deep(
    'page.completed.first-repeated',
    'a result is on one page alone',
    'each page after a cursor starts with the first session of the list',
    pageIf(
      SC,
      (w) => w.by === 'a' && w.page.length > 1,
      (w) => {
        w.page = [...w.rows.slice(0, 1), ...w.page.slice(1)];
      },
    ),
  ),
  deep(
    'page.completed.previous-to-first',
    PREV,
    'a previousCursor always leads to the first page',
    on('span', SC, (w, a) => {
      if (w.by === 'b') {
        w.start = 0;
        w.end = Math.min(w.rows.length, a.limit);
      }
    }),
  ),
  deep(
    'page.completed.total-of-all',
    TOTAL,
    'total counts sessions in progress as well where no filter is set',
    on('page', SC, (w, a, c) => {
      if (!isFiltered(a)) w.total = c.world.sessions.rows.length;
    }),
  ),
  deep(
    'page.completed.user-lost-on-cursor',
    KEEPS,
    'userId is forgotten after a cursor',
    argsIf(
      SC,
      (a) => a.cursor !== null,
      (a) => {
        delete a.f.userId;
      },
    ),
  ),
  deep(
    'page.completed.limit-text',
    'limit is an integer',
    'a limit that was given is shown as a text',
    pagination(SC, (p, _b, c) => {
      if (c.args?.limitGiven) p['limit'] = String(p['limit']);
    }),
  ),
  deep(
    'page.completed.default-shown',
    LIMIT,
    'limit is always shown as 100',
    pageIf(
      SC,
      () => true,
      (w) => {
        w.limit = 100;
      },
    ),
  ),
  plain(
    'page.completed.default-ten',
    'the default limit is 100',
    'without limit a page has 10 sessions',
    argsIf(
      SC,
      (a) => !a.limitGiven,
      (a) => {
        a.limit = 10;
      },
    ),
  ),
  deep(
    'page.completed.cursor-and-offset',
    'offset cannot be combined with cursor',
    'cursor beside offset is ignored',
    k.lax(SC, 'cursor.offset'),
    argsIf(
      SC,
      (a) => a.offsetGiven,
      (a) => {
        a.cursor = null;
      },
    ),
  ),
  // Sessions in progress
  deep(
    'page.progress.lost-at-hundred',
    'all results are on some page',
    'a page of 100 lacks its last session',
    pageIf(
      SP,
      (w) => w.page.length === 100,
      (w) => {
        w.page = w.page.slice(0, 99);
      },
    ),
  ),
  deep(
    'page.progress.previous-on-first',
    FIRST,
    'the first page has a previousCursor where limit is given',
    pageIf(
      SP,
      (w, a) => w.start === 0 && w.page.length > 0 && a.limitGiven,
      (w, c) => {
        w.prev = begin(w, c.op);
      },
    ),
  ),
  deep(
    'page.progress.offset-by-pages',
    INDEX,
    'offset counts pages, not sessions',
    on('span', SP, (w, a) => {
      if (w.by !== '' || a.offset === 0) return;
      w.start = Math.min(w.rows.length, a.offset * a.limit);
      w.end = Math.min(w.rows.length, w.start + a.limit);
    }),
  ),
  deep(
    'page.progress.offset-shown-zero',
    'offset is the one used for this request',
    'offset is shown as 0 beyond the end',
    pageIf(
      SP,
      (w) => w.offset >= w.rows.length,
      (w) => {
        w.offset = 0;
      },
    ),
  ),
  deep(
    'page.progress.total-null',
    'total is an integer',
    'total is null where nothing is found',
    pagination(SP, (p) => {
      if (p['total'] === 0) p['total'] = null;
    }),
  ),
  plain(
    'page.progress.cursor-raw',
    'a cursor is a base64 text',
    'cursors are raw texts',
    pagination(SP, (p) => {
      for (const name of ['nextCursor', 'previousCursor']) {
        const v = p[name];
        if (typeof v === 'string') p[name] = `raw:${atob(v)}`;
      }
    }),
    on('request', SP, (req) => {
      for (const pair of req.query)
        if (pair[0] === 'cursor' && pair[1].startsWith('raw:')) pair[1] = btoa(pair[1].slice(4));
    }),
  ),
  deep(
    'page.progress.sort-lost-on-cursor',
    'sort holds on every page',
    'after a cursor sessions stand by their start',
    argsIf(
      SP,
      (a) => a.cursor !== null,
      (a) => {
        a.field = 'startDate';
        a.direction = 'asc';
      },
    ),
  ),
  // Session search
  deep(
    'page.session-search.next-skips',
    NEXT,
    'after a cursor a session is skipped where sort is given',
    spanIf(SS, (w, a) => w.by === 'a' && a.sortGiven, 1),
  ),
  deep(
    'page.session-search.cursor-refused',
    'a cursor is one of an earlier response',
    'a cursor is refused where the search has a status',
    on('page', SS, (_w, a) => {
      if (a.cursor !== null && a.f.status !== undefined)
        throw new ApiError(400, 'cursor.bad', 'Unknown cursor');
    }),
  ),
  deep(
    'page.session-search.users-lost-on-cursor',
    KEEPS,
    'userIds are forgotten after a cursor',
    argsIf(
      SS,
      (a) => a.cursor !== null,
      (a) => {
        delete a.f.userId;
      },
    ),
  ),
  deep(
    'page.session-search.next-on-empty',
    LAST,
    'where nothing is found there is a nextCursor',
    pageIf(
      SS,
      (w) => w.rows.length === 0,
      (w, c) => {
        w.next = makeCursor(c.op, 'a', 0, '');
      },
    ),
  ),
  deep(
    'page.session-search.offset-beside-filters',
    INDEX,
    'offset is counted before the filter',
    on('span', SS, (w, a) => {
      if (w.by === '' && a.offset > 0 && isFiltered(a)) {
        w.start = Math.min(w.rows.length, Math.floor(a.offset / 2));
        w.end = Math.min(w.rows.length, w.start + a.limit);
      }
    }),
  ),
  // Study sessions
  deep(
    'page.study.next-skips-later',
    NEXT,
    'from the third page on one study session is skipped',
    spanIf(ST, (w) => w.by === 'a' && w.start >= 2 * w.limit, 1),
  ),
  deep(
    'page.study.previous-repeats',
    PREV,
    'a page reached backwards ends with the first session of the page it came from',
    on('span', ST, (w) => {
      if (w.by === 'b' && w.end < w.rows.length) w.end++;
    }),
  ),
  deep(
    'page.study.next-ends-early',
    LAST,
    'nextCursor is null where less than a page is left',
    pageIf(
      ST,
      (w) => w.rows.length - w.end < w.limit,
      (w) => {
        w.next = null;
      },
    ),
  ),
  deep(
    'page.study.dates-lost-on-cursor',
    KEEPS,
    'startDate is forgotten after a cursor',
    argsIf(
      ST,
      (a) => a.cursor !== null,
      (a) => {
        delete a.f.startDate;
      },
    ),
  ),
];
