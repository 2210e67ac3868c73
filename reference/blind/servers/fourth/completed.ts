// GET /smart-ia/sessions/completed.

import { askOfQuery, seal, unseal } from './cursor.ts';
import { byText, fromIso, fromUnix, isUuid } from './notation.ts';
import { answer, refuse } from './replies.ts';
import { showSession, testOf } from './sessionview.ts';
import type { Ctx, JsonObject, SessionRow } from './types.ts';

type Check = (row: SessionRow) => boolean;

const instantOf = (key: string, text: string): number => {
  const value = /^-?\d+$/.test(text) ? fromUnix(text) : fromIso(text);
  return value ?? refuse(400, `${key}: not a date-time or Unix timestamp`);
};

const dateChecks = (
  q: URLSearchParams,
  name: 'startDate' | 'endDate',
  of: (row: SessionRow) => number,
): Check[] => {
  const one = (operator: string): number | null => {
    const key = `${name}[${operator}]`;
    const all = q.getAll(key);
    if (all.length > 1) return refuse(400, `${key}: once only`);
    return all[0] === undefined ? null : instantOf(key, all[0]);
  };
  const [gt, gte, lt, lte] = [one('gt'), one('gte'), one('lt'), one('lte')];
  if (gt !== null && gte !== null) return refuse(400, `${name}: gt excludes gte`);
  if (lt !== null && lte !== null) return refuse(400, `${name}: lt excludes lte`);
  const known = ['gt', 'gte', 'lt', 'lte'].map((o) => `${name}[${o}]`);
  for (const key of q.keys())
    if (key.startsWith(name) && !known.includes(key)) return refuse(400, `${key}: unknown operator`);
  const checks: Check[] = [];
  if (gt !== null) checks.push((row) => of(row) > gt);
  if (gte !== null) checks.push((row) => of(row) >= gte);
  if (lt !== null) checks.push((row) => of(row) < lt);
  if (lte !== null) checks.push((row) => of(row) <= lte);
  return checks;
};

const checksOf = (ctx: Ctx, q: URLSearchParams): Check[] => {
  const checks: Check[] = [
    ...dateChecks(q, 'startDate', (row) => row.start),
    ...dateChecks(q, 'endDate', (row) => row.done?.end ?? NaN),
  ];
  for (const name of ['userId', 'testId'] as const) {
    const ids = q
      .getAll(name)
      .map((id) => (isUuid(id) ? id.toLowerCase() : refuse(400, `${name}: not a UUID`)));
    if (ids.length > 30) return refuse(400, `${name}: at most 30 values`);
    if (ids.length > 0) checks.push((row) => ids.includes(row[name]));
  }
  const subjects = q.getAll('subject');
  if (subjects.length > 30) return refuse(400, 'subject: at most 30 values');
  if (subjects.length > 0) checks.push((row) => subjects.includes(testOf(ctx, row)?.subject ?? ''));
  if (ctx.on('manner.removed-filter-400') && q.has('externalId'))
    return refuse(400, 'externalId: the filter was removed');
  return checks;
};

const orderOf = (ctx: Ctx, q: URLSearchParams): ((a: SessionRow, b: SessionRow) => number) => {
  const field = q.get('sort[field]') ?? 'startDate';
  const direction = q.get('sort[direction]') ?? 'asc';
  if (!['startDate', 'endDate'].includes(field)) return refuse(400, 'sort[field]: startDate or endDate');
  if (!['asc', 'desc'].includes(direction)) return refuse(400, 'sort[direction]: asc or desc');
  const value = (row: SessionRow): number =>
    field === 'startDate' ? row.start : (row.done?.end ?? Infinity);
  const sign = direction === 'asc' ? 1 : -1;
  const tie = ctx.on('manner.ties-backwards') ? -1 : 1;
  return (a, b) =>
    value(a) === value(b) ? tie * byText(a.sessionId, b.sessionId) : sign * (value(a) - value(b));
};

const clock = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((n) => String(n).padStart(2, '0'))
    .join(':');

const showCompleted = (ctx: Ctx, row: SessionRow): JsonObject => {
  const shown = showSession(ctx, row);
  const result = shown['result'] as JsonObject | null;
  if (result === null || row.done === null) return shown;
  if (ctx.on('completed-digital-without-result') && row.done.level === 'Entry - Below E3')
    shown['result'] = null;
  if (ctx.on('completed-duration-clock-over-hour') && row.done.seconds >= 3600)
    shown['result'] = { ...result, totalDuration: clock(row.done.seconds) };
  if (
    ctx.on('completed-na-for-lowest-maths') &&
    row.done.level === 'E1 - Lower' &&
    testOf(ctx, row)?.subject === 'Mathematics'
  ) {
    shown['result'] = { ...result, level: 'NA' };
  }
  return shown;
};

export const listCompleted = (ctx: Ctx): Response => {
  const single = (name: string): string | undefined => {
    const values = ctx.query.getAll(name);
    return values.length > 1 ? refuse(400, `${name}: once only`) : values[0];
  };
  const limitText = single('limit');
  const offsetText = single('offset');
  const cursor = single('cursor') || undefined;
  if (limitText !== undefined && !/^[1-9]\d{0,9}$/.test(limitText))
    return refuse(400, 'limit: a whole number from 1');
  if (offsetText !== undefined && !/^\d{1,9}$/.test(offsetText))
    return refuse(400, 'offset: a whole number from 0');
  const most = ctx.on('manner.limit-at-most-200') ? 200 : 500;
  let limit = Number(limitText ?? 100);
  if (limit > most) limit = ctx.on('manner.limit-clamped') ? most : refuse(400, `limit: at most ${most}`);
  if (cursor !== undefined && offsetText !== undefined)
    return refuse(400, 'offset: not together with cursor');

  let question = ctx.query;
  let checks = checksOf(ctx, question);
  let order = orderOf(ctx, question);
  let from = Number(offsetText ?? 0);
  let to = from + limit;
  if (cursor !== undefined) {
    const mark = unseal(cursor, 'completed');
    if (!ctx.on('manner.cursor-is-position-only')) {
      question = new URLSearchParams(mark.ask);
      const asked = new URLSearchParams(question);
      if (ctx.on('completed-cursor-forgets-subject')) asked.delete('subject');
      checks = checksOf(ctx, asked);
      order = orderOf(ctx, asked);
    }
    [from, to] = mark.way === 'after' ? [mark.at, mark.at + limit] : [Math.max(0, mark.at - limit), mark.at];
  }
  const openToo = ctx.on('completed-includes-open-for-user') && question.has('userId');
  const rows = ctx.db.sessions
    .filter((row) => (row.done !== null || openToo) && checks.every((fits) => fits(row)))
    .sort(order);
  const ask = askOfQuery(question);
  const previous = Math.min(from, rows.length);
  return answer(200, {
    data: rows.slice(from, to).map((row) => showCompleted(ctx, row)),
    pagination: {
      total: rows.length,
      limit,
      offset: cursor !== undefined || ctx.on('completed-offset-not-echoed') ? 0 : from,
      previousCursor:
        previous > 0 ? seal({ list: 'completed', way: 'before', at: previous, limit, ask }) : null,
      nextCursor: to < rows.length ? seal({ list: 'completed', way: 'after', at: to, limit, ask }) : null,
    },
  });
};
