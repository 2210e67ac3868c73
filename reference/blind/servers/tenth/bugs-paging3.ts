// Bugs of the pages of the search for users.

import { argsIf, deep, isFiltered, on, pageIf, pagination, plain, spanIf, US } from './kit.ts';

import type { Def } from './switches.ts';
import type { ListArgs, Window } from './types.ts';

const NEXT = 'nextCursor leads to the page that follows';

const TOTAL = 'total is the number of all results';

const OFFSET0 = 'offset is 0 when a cursor is used';
const INDEX = 'offset is the zero-based start index';

type When = (w: Window, a: ListArgs) => boolean;
const after: When = (w) => w.by === 'a';
const before: When = (w) => w.by === 'b';

const atEnd: When = (w) => w.end === w.total && w.total > 0;

export const searchPagingBugs: readonly Def[] = [
  // User search
  deep(
    'page.search.next-skips-by-email',
    NEXT,
    'after a cursor a user is skipped where the search has a role',
    spanIf(US, (w, a) => after(w, a) && a.f.role !== undefined, 1),
  ),
  deep(
    'page.search.many-lost',
    'all results are on some page',
    'of a search for more than 100 users the last is lost',
    pageIf(
      US,
      (w, a) => (a.f.userId?.length ?? 0) > 100 && atEnd(w, a),
      (w) => {
        w.page = w.page.slice(0, -1);
      },
    ),
  ),
  deep(
    'page.search.body-offset-ignored',
    INDEX,
    'offset is ignored where a search is given',
    on('span', US, (w, a) => {
      if (w.by === '' && isFiltered(a)) {
        w.start = 0;
        w.end = Math.min(w.rows.length, a.limit);
      }
    }),
  ),
  plain(
    'page.search.limit-ignored',
    'limit is the maximum of items on a page',
    'limit in the body is ignored, though shown',
    on('span', US, (w) => {
      if (w.by === '') w.end = Math.min(w.rows.length, w.start + 100);
    }),
  ),
  deep(
    'page.search.offset-shown-with-cursor',
    OFFSET0,
    'offset is 1 where a previousCursor is used',
    pageIf(US, before, (w) => {
      w.offset = 1;
    }),
  ),
  deep(
    'page.search.total-of-values',
    TOTAL,
    'total is the number of ids searched for',
    pageIf(
      US,
      (_w, a) => a.f.userId !== undefined,
      (w, c) => {
        w.total = c.args?.f.userId?.length ?? 0;
      },
    ),
  ),
  deep(
    'page.search.total-text',
    'total is an integer',
    'total is a text where something was searched for',
    pagination(US, (p, _b, c) => {
      if (c.args && isFiltered(c.args)) p['total'] = String(p['total']);
    }),
  ),
  deep(
    'page.search.sort-lost-on-cursor',
    'sort holds on every page',
    'after a cursor the sort field is the default',
    argsIf(
      US,
      (a) => a.cursor !== null,
      (a) => {
        a.field = 'createdAt';
      },
    ),
  ),
];
