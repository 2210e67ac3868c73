// GET /smart-ia/sessions: both kinds of sessions.

import { askOfQuery, seal, unseal } from './cursor.ts';
import { byText, count, fromIso, fromUnix, isUuid } from './notation.ts';
import { answer, refuse } from './replies.ts';
import { joinedId, showSession, statusWords, testOf } from './sessionview.ts';
import type { Ctx, JsonObject, SessionRow } from './types.ts';

type Bound = { operator: string; value: number };

const operators = ['gt', 'gte', 'lt', 'lte'];

const readMoment = (ctx: Ctx, text: string): number => {
  const unix = fromUnix(text);
  if (unix !== null) return ctx.on('sessions-unix-as-ms') ? unix / 1000 : unix;
  const iso = fromIso(text, ctx.on('sessions-zone-dropped'));
  return iso ?? refuse(400, `${text} is neither an ISO 8601 date-time nor a Unix timestamp`);
};

const readBounds = (ctx: Ctx, q: URLSearchParams, name: 'startDate' | 'endDate'): Bound[] => {
  const bounds: Bound[] = [];
  for (const [key, text] of q) {
    if (key === name) return refuse(400, `${name} takes operators, like ${name}[gte]`);
    if (!key.startsWith(`${name}[`) || !key.endsWith(']')) continue;
    const operator = key.slice(name.length + 1, -1);
    if (!operators.includes(operator)) return refuse(400, `${name} has no operator ${operator}`);
    if (bounds.some((b) => b.operator === operator)) return refuse(400, `${key} is given twice`);
    bounds.push({ operator, value: readMoment(ctx, text) });
  }
  const has = (operator: string): boolean => bounds.some((b) => b.operator === operator);
  if (has('gt') && has('gte')) return refuse(400, `${name}: gt and gte cannot be used together`);
  if (has('lt') && has('lte') && !(name === 'endDate' && ctx.on('sessions-end-lt-lte-together'))) {
    return refuse(400, `${name}: lt and lte cannot be used together`);
  }
  if (ctx.on('sessions-range-upper-ignored') && name === 'startDate' && (has('gt') || has('gte'))) {
    return bounds.filter((b) => b.operator.startsWith('g'));
  }
  return bounds;
};

const inside = (ctx: Ctx, name: 'startDate' | 'endDate', exact: number, bounds: Bound[]): boolean => {
  const rough = ctx.on('sessions-filter-whole-seconds') && name === 'startDate';
  const value = rough ? Math.floor(exact / 1000) : exact;
  return bounds.every((bound) => {
    const limit = rough ? Math.floor(bound.value / 1000) : bound.value;
    if (bound.operator === 'gt')
      return ctx.on('sessions-gt-inclusive') && name === 'startDate' ? value >= limit : value > limit;
    if (bound.operator === 'gte') return value >= limit;
    if (bound.operator === 'lt') return value < limit;
    return ctx.on('sessions-end-lte-exclusive') && name === 'endDate' ? value < limit : value <= limit;
  });
};

type SessionsFilter = {
  start: Bound[];
  end: Bound[];
  userIds: string[];
  testIds: string[];
  subjects: string[];
  status: string | null;
  externalIds: string[];
  sortField: 'startDate' | 'endDate';
  descending: boolean;
};

const readSessionsFilter = (ctx: Ctx, q: URLSearchParams): SessionsFilter => {
  const userIds = q.getAll('userId');
  const testIds = q.getAll('testId');
  const subjects = q.getAll('subject');
  if (userIds.length > 30 || testIds.length > 30 || subjects.length > 30)
    return refuse(400, 'a filter may have at most 30 values');
  for (const id of [...userIds, ...testIds])
    if (!isUuid(id)) return refuse(400, 'userId and testId must be UUIDs');
  const status = q.get('status');
  const words = statusWords(ctx);
  if (status !== null && status !== words.open && status !== words.done)
    return refuse(400, `status must be ${words.open} or ${words.done}`);
  const field = q.get('sort[field]') ?? 'startDate';
  if (field !== 'startDate' && field !== 'endDate')
    return refuse(400, 'sort[field] must be startDate or endDate');
  const direction = q.get('sort[direction]') ?? (ctx.on('sessions-default-desc') ? 'desc' : 'asc');
  if (direction !== 'asc' && direction !== 'desc') return refuse(400, 'sort[direction] must be asc or desc');
  if (ctx.on('manner.removed-filter-400') && q.has('externalId'))
    return refuse(400, 'the filter externalId was removed');
  return {
    start: readBounds(ctx, q, 'startDate'),
    end: readBounds(ctx, q, 'endDate'),
    userIds: userIds.map((id) => id.toLowerCase()),
    testIds: testIds.map((id) => id.toLowerCase()),
    subjects,
    status,
    externalIds: ctx.on('sessions-external-filter-alive') ? q.getAll('externalId') : [],
    sortField: field,
    descending: direction === 'desc',
  };
};

const fitsSession = (ctx: Ctx, row: SessionRow, f: SessionsFilter): boolean => {
  if (!inside(ctx, 'startDate', row.start, f.start)) return false;
  if (f.end.length > 0) {
    if (row.done === null)
      return ctx.on('sessions-end-filter-keeps-open') && f.end.every((b) => b.operator.startsWith('l'));
    if (!inside(ctx, 'endDate', row.done.end, f.end)) return false;
  }
  if (f.userIds.length > 0 && !f.userIds.includes(row.userId)) return false;
  if (f.testIds.length > 0 && !f.testIds.includes(row.testId)) return false;
  if (f.subjects.length > 0 && !f.subjects.includes(testOf(ctx, row)?.subject ?? '')) return false;
  if (
    f.externalIds.length > 0 &&
    !f.externalIds.includes(ctx.db.users.find((u) => u.userId === row.userId)?.externalId ?? '')
  )
    return false;
  if (f.status !== null && !(ctx.on('sessions-status-lost-with-test') && f.testIds.length > 0)) {
    const words = statusWords(ctx);
    if (f.status !== (row.done === null ? words.open : words.done)) return false;
  } else if (f.status === null && row.done === null && ctx.on('sessions-only-completed')) {
    return false;
  }
  return true;
};

const sessionOrder =
  (ctx: Ctx, f: SessionsFilter) =>
  (a: SessionRow, b: SessionRow): number => {
    const sign = f.descending ? -1 : 1;
    const tie = (ctx.on('manner.ties-backwards') ? -1 : 1) * byText(a.sessionId, b.sessionId);
    if (f.sortField === 'startDate') {
      if (ctx.on('sessions-order-whole-seconds'))
        return sign * (Math.floor(a.start / 1000) - Math.floor(b.start / 1000)) || tie;
      return sign * (a.start - b.start) || tie;
    }
    // Sessions without an end come last in both directions.
    if (a.done === null || b.done === null)
      return (a.done === null ? 1 : 0) - (b.done === null ? 1 : 0) || tie;
    return sign * (a.done.end - b.done.end) || tie;
  };

const showListed = (ctx: Ctx, row: SessionRow): JsonObject => {
  const shown = showSession(ctx, row);
  if (ctx.on('sessions-level-upper') && row.done !== null && row.done.level === 'L2 - Higher') {
    shown['result'] = { ...(shown['result'] as JsonObject), level: 'L2 - Upper' };
  }
  if (ctx.on('sessions-retake-same-id')) shown['sessionId'] = joinedId(row);
  if (ctx.on('sessions-zero-ms-trimmed')) {
    for (const name of ['startDate', 'endDate']) {
      const text = shown[name];
      if (typeof text === 'string') shown[name] = text.replace('.000Z', 'Z');
    }
  }
  return shown;
};

const sessionsParameters =
  /^(userId|testId|subject|status|limit|offset|cursor|sort\[(field|direction)\]|(start|end)Date(\[.*\])?)$/;

export const listSessions = (ctx: Ctx): Response => {
  const q = ctx.query;
  if (ctx.on('manner.unknown-parameter-400'))
    for (const k of q.keys()) if (!sessionsParameters.test(k)) return refuse(400, `unknown parameter ${k}`);
  for (const name of ['limit', 'offset', 'cursor'])
    if (q.getAll(name).length > 1) return refuse(400, `${name} is given twice`);
  const most = ctx.on('manner.limit-at-most-200') ? 200 : 500;
  let limit = q.has('limit') ? (count(q.get('limit') ?? '') ?? 0) : 100;
  if (limit > most && ctx.on('manner.limit-clamped')) limit = most;
  if (limit < 1 || limit > most) return refuse(400, `limit must be a whole number from 1 to ${most}`);
  const offset = q.has('offset') ? count(q.get('offset') ?? '') : 0;
  if (offset === null) return refuse(400, 'offset must be a whole number');
  const cursor = q.get('cursor') || null;
  if (cursor !== null && q.has('offset') && !ctx.on('sessions-offset-and-cursor'))
    return refuse(400, 'offset and cursor cannot be combined');

  let filter = readSessionsFilter(ctx, q);
  let ask = askOfQuery(q);
  let window: readonly [number, number] = [offset, offset + limit];
  if (cursor !== null) {
    const mark = unseal(cursor, 'sessions');
    window = mark.way === 'after' ? [mark.at, mark.at + limit] : [Math.max(0, mark.at - limit), mark.at];
    if (!ctx.on('manner.cursor-is-position-only')) {
      ask = mark.ask;
      filter = readSessionsFilter(ctx, new URLSearchParams(ask));
    }
  }
  const [from, to] = window;
  const rows = ctx.db.sessions.filter((row) => fitsSession(ctx, row, filter)).sort(sessionOrder(ctx, filter));
  const behind = Math.min(from, rows.length);
  const skipped = ctx.on('sessions-previous-skips-one') && behind > 1 ? behind - 1 : behind;
  const more = ctx.on('sessions-next-null-early') ? to + limit <= rows.length : to < rows.length;
  const total = ctx.on('sessions-total-without-subject')
    ? ctx.db.sessions.filter((row) => fitsSession(ctx, row, { ...filter, subjects: [] })).length
    : rows.length;
  return answer(200, {
    data: rows.slice(from, to).map((row) => showListed(ctx, row)),
    pagination: {
      total,
      limit,
      offset: cursor === null ? offset : 0,
      previousCursor: behind > 0 ? seal({ list: 'sessions', way: 'before', at: skipped, limit, ask }) : null,
      nextCursor: more ? seal({ list: 'sessions', way: 'after', at: to, limit, ask }) : null,
    },
  });
};
