import { within } from '../dates.ts';
import { HttpError } from '../errors.ts';
import {
  openCursor,
  pageFromBody,
  pageFromQuery,
  refuseOffsetWithCursor,
  sameOrFromCursor,
  sealCursor,
} from '../paging.ts';
import { foldCase, isObject } from '../params.ts';
import { sessionJson, statusOf } from '../render.ts';
import type { Answer, Context, Route } from '../router.ts';
import { route } from '../router.ts';
import type { Flags, JsonObject, SessionRow } from '../types.ts';
import type { SessionFilter, SessionSort } from './sessions-query.ts';
import {
  hasSessionFilter,
  mainFilterFromQuery,
  selectSessions,
  sessionFilterFromBody,
  sessionFilterFromQuery,
  sessionFilterText,
  sessionSortFromQuery,
  sessionSortOf,
} from './sessions-query.ts';

const NEVER = Number.MAX_SAFE_INTEGER;

function sortKey(row: SessionRow, sort: SessionSort): number {
  return sort.field === 'startDate' ? row.startedAt : (row.endedAt ?? NEVER);
}

function compare(
  a: readonly [number, string],
  b: readonly [number, string],
  sort: SessionSort,
  flags: Flags,
): number {
  let order = a[0] - b[0];
  if (order === 0) {
    order = a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0;
    if (flags.on('manner.ties-other-way')) order = -order;
  }
  return sort.descending ? -order : order;
}

const keyOf = (row: SessionRow, sort: SessionSort): [number, string] => [sortKey(row, sort), row.id];

function inOrder(rows: readonly SessionRow[], sort: SessionSort, flags: Flags): SessionRow[] {
  return [...rows].sort((a, b) => compare(keyOf(a, sort), keyOf(b, sort), sort, flags));
}

// ---------------------------------------------------------------- GET /smart-ia/sessions

function runMain(context: Context, given: SessionFilter): SessionRow[] {
  const { store, flags, query } = context;
  const filter: SessionFilter = { ...given };
  if (flags.on('sessions-status-ignored-with-user') && filter.userIds !== undefined) delete filter.status;
  if (
    flags.on('sessions-test-ignored-with-dates') &&
    (filter.start !== undefined || filter.end !== undefined)
  )
    delete filter.testIds;
  const { end, start } = filter;
  if (flags.on('sessions-end-filter-reads-start') && end !== undefined) {
    delete filter.end;
    return selectSessions(context, filter).filter((s) => s.endedAt !== undefined && within(s.startedAt, end));
  }
  if (flags.on('sessions-end-filter-keeps-open') && end !== undefined) {
    delete filter.end;
    return selectSessions(context, filter).filter((s) => s.endedAt === undefined || within(s.endedAt, end));
  }
  if (flags.on('sessions-dates-cut-to-seconds') && start !== undefined) {
    delete filter.start;
    return selectSessions(context, filter).filter((s) =>
      within(Math.floor(s.startedAt / 1000) * 1000, start),
    );
  }
  let rows = selectSessions(context, filter);
  if (flags.on('sessions-externalid-still-filters') && query.has('externalId')) {
    const wanted = query.getAll('externalId');
    rows = rows.filter((s) => wanted.includes(store.users.get(s.userId)?.externalId ?? ''));
  }
  return rows;
}

function listSessions(context: Context): Answer {
  const { query, flags, store } = context;
  const page = pageFromQuery(query, flags);
  refuseOffsetWithCursor(query);
  let filter = mainFilterFromQuery(context);
  const ownSort = sessionSortFromQuery(context);
  let sort: SessionSort = ownSort ?? {
    field: 'startDate',
    descending: flags.on('sessions-default-order-descending'),
  };
  let mark: [number, string] | 'end' | undefined;
  let back = false;
  let filterText = sessionFilterText(filter);
  if (page.cursor !== undefined) {
    const sealed = openCursor('ia', page.cursor);
    filterText = sameOrFromCursor(hasSessionFilter(filter) ? filterText : undefined, sealed['f']);
    sort = JSON.parse(
      sameOrFromCursor(ownSort === undefined ? undefined : JSON.stringify(ownSort), sealed['s']),
    ) as SessionSort;
    filter = JSON.parse(filterText) as SessionFilter;
    if (flags.on('sessions-cursor-loses-dates')) {
      delete filter.start;
      delete filter.end;
    }
    back = sealed['b'] === true;
    const m = sealed['m'];
    if (m === 'end') mark = 'end';
    else if (Array.isArray(m) && typeof m[0] === 'number' && typeof m[1] === 'string') mark = [m[0], m[1]];
    else throw new HttpError(400, 'cursor is not one of this list');
  }
  const rows = inOrder(runMain(context, filter), sort, flags);
  let from = page.offset;
  let to: number;
  if (mark === undefined) to = from + page.limit;
  else {
    const point = mark;
    const firstFrom = (test: (order: number) => boolean): number => {
      if (point === 'end') return rows.length;
      const at = rows.findIndex((row) => test(compare(keyOf(row, sort), point, sort, flags)));
      return at < 0 ? rows.length : at;
    };
    if (back) {
      to = firstFrom((order) => order >= 0);
      from = Math.max(0, to - page.limit);
    } else {
      from = firstFrom((order) => order > 0);
      if (flags.on('sessions-cursor-skips-ties') && point !== 'end') {
        const at = rows.findIndex((row) =>
          sort.descending ? sortKey(row, sort) < point[0] : sortKey(row, sort) > point[0],
        );
        from = at < 0 ? rows.length : at;
      }
      to = from + page.limit;
    }
  }
  const slice = rows.slice(from, to);
  const seal = (point: [number, string] | 'end', backwards: boolean): string =>
    sealCursor('ia', { f: filterText, s: JSON.stringify(sort), m: point, b: backwards }, flags);
  const last = rows[to - 1];
  const first = rows[from];
  let total = rows.length;
  if (flags.on('sessions-total-completed-only')) total = rows.filter((s) => s.endedAt !== undefined).length;
  const data = slice.map((row) => {
    const json = sessionJson(row, store, flags);
    if (row.endedAt === undefined) {
      if (flags.on('sessions-open-result-missing')) delete json['result'];
      if (flags.on('sessions-open-end-date-shown')) json['endDate'] = json['startDate'];
    }
    return json;
  });
  return {
    status: 200,
    body: {
      data,
      pagination: {
        total,
        limit: page.limit,
        offset: page.cursor === undefined ? page.offset : 0,
        previousCursor:
          from > 0 && rows.length > 0 ? seal(first === undefined ? 'end' : keyOf(first, sort), true) : null,
        nextCursor: to < rows.length && last !== undefined ? seal(keyOf(last, sort), false) : null,
      },
    },
  };
}

// ---------------------------------------------------------------- GET /smart-ia/sessions/completed

/** This list was the first of all; its cursors count rows. */
function listCompleted(context: Context): Answer {
  const { query, flags, store } = context;
  const page = pageFromQuery(query, flags);
  refuseOffsetWithCursor(query);
  let filter = sessionFilterFromQuery(context);
  const ownSort = sessionSortFromQuery(context);
  let sort = ownSort ?? sessionSortOf(undefined, undefined);
  let text = sessionFilterText(filter);
  let skip = page.offset;
  let take = page.limit;
  if (page.cursor !== undefined) {
    const sealed = openCursor('completed', page.cursor);
    text = sameOrFromCursor(hasSessionFilter(filter) ? text : undefined, sealed['f']);
    filter = JSON.parse(text) as SessionFilter;
    sort = JSON.parse(
      sameOrFromCursor(ownSort === undefined ? undefined : JSON.stringify(ownSort), sealed['s']),
    ) as SessionSort;
    if (typeof sealed['skip'] !== 'number') throw new HttpError(400, 'cursor is not one of this list');
    skip = sealed['skip'];
    if (sealed['back'] === true) {
      take = Math.min(skip, page.limit);
      skip -= take;
    }
  }
  const wanted: SessionFilter = { ...filter, status: 'completed' };
  if (flags.on('completed-shows-open-with-user') && filter.userIds !== undefined) delete wanted.status;
  if (flags.on('completed-cursor-shows-open') && page.cursor !== undefined) delete wanted.status;
  const rows = inOrder(selectSessions(context, wanted), sort, flags);
  const shown = rows.slice(skip, skip + take);
  const seal = (content: JsonObject): string =>
    sealCursor('completed', { f: text, s: JSON.stringify(sort), ...content }, flags);
  return {
    status: 200,
    body: {
      data: shown.map((row) => {
        const json = sessionJson(row, store, flags);
        if (flags.on('completed-old-results-null') && row.startedAt < Date.UTC(2024, 7, 1))
          json['result'] = null;
        return json;
      }),
      pagination: {
        total: rows.length,
        limit: page.limit,
        offset: page.cursor === undefined ? page.offset : 0,
        previousCursor:
          skip > 0 && rows.length > 0 ? seal({ skip: Math.min(skip, rows.length), back: true }) : null,
        nextCursor: skip + take < rows.length ? seal({ skip: skip + take }) : null,
      },
    },
  };
}

// ---------------------------------------------------------------- GET /smart-ia/sessions/in-progress

/** Open sessions, with cursors that name the neighbouring session. */
function listInProgress(context: Context): Answer {
  const { query, flags, store } = context;
  const page = pageFromQuery(query, flags);
  refuseOffsetWithCursor(query);
  let filter = sessionFilterFromQuery(context);
  const ownSort = sessionSortFromQuery(context);
  let sort = ownSort ?? sessionSortOf(undefined, undefined);
  let text = sessionFilterText(filter);
  let neighbour: { id: string; back: boolean } | undefined;
  if (page.cursor !== undefined) {
    const sealed = openCursor('open', page.cursor);
    text = sameOrFromCursor(hasSessionFilter(filter) ? text : undefined, sealed['f']);
    filter = JSON.parse(text) as SessionFilter;
    sort = JSON.parse(
      sameOrFromCursor(ownSort === undefined ? undefined : JSON.stringify(ownSort), sealed['s']),
    ) as SessionSort;
    if (typeof sealed['id'] !== 'string') throw new HttpError(400, 'cursor is not one of this list');
    neighbour = { id: sealed['id'], back: sealed['back'] === true };
  }
  let rows = selectSessions(context, filter);
  if (!(flags.on('in-progress-shows-completed-with-start-date') && filter.start !== undefined)) {
    rows = rows.filter((row) => statusOf(row) === 'in-progress');
  }
  rows = inOrder(rows, sort, flags);
  let begin = page.offset;
  let finish = begin + page.limit;
  if (neighbour !== undefined) {
    const { id } = neighbour;
    const found = rows.findIndex((row) => row.id === id);
    const at = found < 0 ? rows.length : found;
    if (neighbour.back) {
      finish = at;
      begin = Math.max(0, at - page.limit);
    } else {
      begin = Math.min(at + 1, rows.length);
      finish = begin + page.limit;
    }
  }
  const items = rows.slice(begin, finish);
  const seal = (id: string, back: boolean): string =>
    sealCursor('open', { f: text, s: JSON.stringify(sort), id, back }, flags);
  const last = items[items.length - 1];
  const more = finish < rows.length;
  return {
    status: 200,
    body: {
      data: items.map((row) => {
        const json = sessionJson(row, store, flags);
        return json;
      }),
      pagination: {
        total: flags.on('in-progress-total-all-sessions') ? store.sessions.length : rows.length,
        limit: page.limit,
        offset: page.cursor === undefined ? page.offset : 0,
        previousCursor: begin > 0 && rows.length > 0 ? seal(rows[begin]?.id ?? 'end', true) : null,
        nextCursor: more && last !== undefined ? seal(last.id, false) : null,
      },
    },
  };
}

// ---------------------------------------------------------------- POST /smart-ia/sessions/search

function searchSessions(context: Context): Answer {
  const { flags, store, body } = context;
  if (!isObject(body)) throw new HttpError(400, 'The body must be a JSON object');
  const page = pageFromBody(body, flags);
  if (page.cursor !== undefined && body['offset'] !== undefined && body['offset'] !== null) {
    throw new HttpError(400, 'offset cannot be combined with cursor');
  }
  let filter = sessionFilterFromBody(body['search']);
  let sort = sessionSortOf(undefined, undefined);
  let text = sessionFilterText(filter);
  const given = body['sort'];
  if (given !== undefined && given !== null) {
    if (!isObject(given)) throw new HttpError(400, 'sort must be an object');
    const { field, direction } = given;
    if (
      (field !== undefined && typeof field !== 'string') ||
      (direction !== undefined && typeof direction !== 'string')
    ) {
      throw new HttpError(400, 'sort.field and sort.direction must be strings');
    }
    sort = sessionSortOf(field, direction);
  }
  let from = page.offset;
  let count = page.limit;
  if (page.cursor !== undefined) {
    const sealed = openCursor('ia-search', page.cursor);
    text = sameOrFromCursor(hasSessionFilter(filter) ? text : undefined, sealed['f']);
    filter = JSON.parse(text) as SessionFilter;
    const own = given === undefined || given === null ? undefined : JSON.stringify(sort);
    sort = JSON.parse(sameOrFromCursor(own, sealed['s'])) as SessionSort;
    if (typeof sealed['from'] !== 'number') throw new HttpError(400, 'cursor is not one of this list');
    from = sealed['from'];
    if (sealed['back'] === true) {
      count = Math.min(from, page.limit);
      from -= count;
    }
  }
  let rows = inOrder(selectSessions(context, filter), sort, flags);
  const search = body['search'];
  if (
    flags.on('sessions-search-externalids-still-filter') &&
    isObject(search) &&
    Array.isArray(search['externalIds'])
  ) {
    const wanted = search['externalIds'].map((e) => foldCase(String(e)));
    rows = rows.filter((s) => wanted.includes(foldCase(store.users.get(s.userId)?.externalId ?? '')));
  }
  const seal = (content: JsonObject): string =>
    sealCursor('ia-search', { f: text, s: JSON.stringify(sort), ...content }, flags);
  const data = rows.slice(from, from + count).map((row) => {
    const json = sessionJson(row, store, flags);
    return json;
  });
  const pagination = {
    total: rows.length,
    limit: page.limit,
    offset: page.cursor === undefined ? page.offset : 0,
    previousCursor:
      from > 0 && rows.length > 0 ? seal({ from: Math.min(from, rows.length), back: true }) : null,
    nextCursor: from + count < rows.length ? seal({ from: from + count }) : null,
  };
  return { status: 200, body: { data, pagination } };
}

export const sessionRoutes: Route[] = [
  route('GET', '/smart-ia/sessions', 'read', 'problem', listSessions),
  route('GET', '/smart-ia/sessions/completed', 'read', 'problem', listCompleted),
  route('GET', '/smart-ia/sessions/in-progress', 'read', 'problem', listInProgress),
  route('POST', '/smart-ia/sessions/search', 'read', 'problem', searchSessions),
];
