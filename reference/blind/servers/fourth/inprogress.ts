// GET /smart-ia/sessions/in-progress.

import { askOfQuery, seal, unseal } from './cursor.ts';
import { byText, count, fromIso, fromUnix, isUuid } from './notation.ts';
import { answer, refuse } from './replies.ts';
import { showSession, testOf } from './sessionview.ts';
import type { Ctx, JsonObject, SessionRow } from './types.ts';

type Want = {
  after: [string, number][];
  userIds: Set<string>;
  testIds: Set<string>;
  subjects: Set<string>;
  down: boolean;
};

const readWant = (ctx: Ctx, q: URLSearchParams): Want => {
  const after: [string, number][] = [];
  const seen = new Set<string>();
  for (const [key, text] of q) {
    const match = /^startDate(?:\[(.*)\])?$/.exec(key);
    if (match === null) continue;
    const operator = match[1] ?? '';
    if (!['gt', 'gte', 'lt', 'lte'].includes(operator) || seen.has(operator))
      return refuse(400, 'startDate: use gt, gte, lt and lte, each once');
    seen.add(operator);
    after.push([
      operator,
      fromUnix(text) ?? fromIso(text) ?? refuse(400, 'startDate: ISO 8601 date-time or Unix timestamp'),
    ]);
  }
  if ((seen.has('gt') && seen.has('gte')) || (seen.has('lt') && seen.has('lte')))
    return refuse(400, 'startDate: contradicting operators');
  const set = (name: string, uuid: boolean): Set<string> => {
    const values = q.getAll(name);
    if (values.length > 30) return refuse(400, `${name}: more than 30 values`);
    if (uuid && !values.every(isUuid)) return refuse(400, `${name}: UUIDs only`);
    return new Set(uuid ? values.map((v) => v.toLowerCase()) : values);
  };
  if ((q.get('sort[field]') ?? 'startDate') !== 'startDate')
    return refuse(400, 'sort[field]: startDate only');
  const direction = q.get('sort[direction]') ?? 'asc';
  if (direction !== 'asc' && direction !== 'desc') return refuse(400, 'sort[direction]: asc or desc');
  if (ctx.on('manner.removed-filter-400') && q.has('externalId')) return refuse(400, 'externalId: removed');
  return {
    after,
    userIds: set('userId', true),
    testIds: set('testId', true),
    subjects: set('subject', false),
    down: direction === 'desc',
  };
};

const wanted = (ctx: Ctx, row: SessionRow, want: Want): boolean => {
  if (row.done !== null) return false;
  for (const [operator, value] of want.after) {
    if (operator === 'gt' && !(row.start > value)) return false;
    if (operator === 'gte' && !(row.start >= value)) return false;
    if (operator === 'lt' && !(row.start < value)) return false;
    if (operator === 'lte' && !(row.start <= value)) return false;
  }
  if (want.userIds.size > 0 && !want.userIds.has(row.userId)) return false;
  if (want.testIds.size > 0 && !want.testIds.has(row.testId)) return false;
  return want.subjects.size === 0 || want.subjects.has(testOf(ctx, row)?.subject ?? '');
};

const showOpen = (ctx: Ctx, row: SessionRow): JsonObject => {
  const shown = showSession(ctx, row);
  if (ctx.on('inprogress-result-left-out')) delete shown['result'];
  if (ctx.on('inprogress-end-null')) shown['endDate'] = null;
  if (ctx.on('inprogress-without-test-version'))
    shown['test'] = { ...(shown['test'] as JsonObject), testVersionId: undefined };
  return shown;
};

export const listInProgress = (ctx: Ctx): Response => {
  const q = ctx.query;
  const cursor = q.get('cursor') ?? '';
  const limit = q.has('limit') ? (count(q.get('limit') ?? '') ?? 0) : 100;
  const most = ctx.on('manner.limit-at-most-200') ? 200 : 500;
  const used = ctx.on('manner.limit-clamped') ? Math.min(limit, most) : limit;
  if (used < 1 || used > most) return refuse(400, `limit: 1 to ${most}`);
  const start = q.has('offset') ? count(q.get('offset') ?? '') : 0;
  if (start === null) return refuse(400, 'offset: a whole number');
  if (cursor !== '' && q.has('offset')) return refuse(400, 'offset and cursor: one of the two');

  let want = readWant(ctx, q);
  let ask = askOfQuery(q);
  let [low, high] = [start, start + used];
  if (cursor !== '') {
    const mark = unseal(cursor, 'in progress');
    if (ctx.on('inprogress-cursor-fixes-limit') && mark.limit !== used)
      return refuse(400, 'limit: differs from that of the cursor');
    if (!ctx.on('manner.cursor-is-position-only')) {
      ask = mark.ask;
      want = readWant(ctx, new URLSearchParams(ask));
    }
    low = mark.way === 'after' ? mark.at : Math.max(mark.at - used, 0);
    high = mark.way === 'after' ? mark.at + used : mark.at;
  }
  const tie = ctx.on('manner.ties-backwards') ? -1 : 1;
  const rows = ctx.db.sessions
    .filter((row) => wanted(ctx, row, want))
    .sort(
      (a, b) => (want.down ? b.start - a.start : a.start - b.start) || tie * byText(a.sessionId, b.sessionId),
    );
  const data = rows.slice(low, high).map((row) => showOpen(ctx, row));
  const reached = Math.min(low, rows.length);
  return answer(200, {
    data,
    pagination: {
      total: rows.length,
      limit: ctx.on('inprogress-limit-is-count') ? data.length : used,
      offset: cursor === '' ? start : 0,
      previousCursor:
        reached === 0 ? null : seal({ list: 'in progress', way: 'before', at: reached, limit: used, ask }),
      nextCursor:
        high >= rows.length ? null : seal({ list: 'in progress', way: 'after', at: high, limit: used, ask }),
    },
  });
};
