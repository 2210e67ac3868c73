// POST /smart-ia/sessions/search.

import type { Fields } from './body.ts';
import { isFields, readBody } from './body.ts';
import { askOfBody, bodyOfAsk, seal, unseal } from './cursor.ts';
import { byText, fromIso, fromUnix, isUuid } from './notation.ts';
import { answer, refuse } from './replies.ts';
import { showSession, statusWords, testOf } from './sessionview.ts';
import type { Ctx, JsonObject, SessionRow } from './types.ts';

type Condition = (row: SessionRow) => boolean;

const momentOf = (value: unknown): number => {
  if (typeof value === 'number' && Number.isInteger(value)) return value * 1000;
  if (typeof value !== 'string') return refuse(400, 'dates are ISO 8601 texts or Unix timestamps');
  return fromIso(value) ?? fromUnix(value) ?? refuse(400, `${value} is no date-time`);
};

const addDates = (conditions: Condition[], search: Fields, name: 'startDate' | 'endDate'): undefined => {
  const value = search[name];
  if (value === undefined || value === null) return;
  if (!isFields(value)) return refuse(400, `search.${name} must be an object of operators`);
  if (('gt' in value && 'gte' in value) || ('lt' in value && 'lte' in value))
    return refuse(400, `search.${name} has operators that exclude each other`);
  const of = (row: SessionRow): number => (name === 'startDate' ? row.start : (row.done?.end ?? NaN));
  for (const [operator, text] of Object.entries(value)) {
    const moment = momentOf(text);
    if (operator === 'gt') conditions.push((row) => of(row) > moment);
    else if (operator === 'gte') conditions.push((row) => of(row) >= moment);
    else if (operator === 'lt') conditions.push((row) => of(row) < moment);
    else if (operator === 'lte') conditions.push((row) => of(row) <= moment);
    else return refuse(400, `search.${name} has no operator ${operator}`);
  }
};

const texts = (search: Fields, name: string, uuids: boolean): string[] => {
  const value = search[name] ?? [];
  if (!Array.isArray(value)) return refuse(400, `search.${name} must be an array`);
  return (value as unknown[]).map((item) => {
    if (typeof item !== 'string' || (uuids && !isUuid(item)))
      return refuse(400, `search.${name} has a wrong item`);
    return uuids ? item.toLowerCase() : item;
  });
};

const conditionsOf = (ctx: Ctx, search: Fields): Condition[] => {
  const conditions: Condition[] = [];
  addDates(conditions, search, 'startDate');
  addDates(conditions, search, 'endDate');
  const userIds = texts(search, 'userIds', true);
  if (userIds.length > 0) conditions.push((row) => userIds.includes(row.userId));
  const testIds = texts(search, 'testIds', true);
  if (testIds.length > 0) conditions.push((row) => testIds.includes(row.testId));
  const subjects = texts(search, 'subjects', false);
  if (subjects.length > 0) conditions.push((row) => subjects.includes(testOf(ctx, row)?.subject ?? ''));
  if (ctx.on('ssearch-external-ids-alive')) {
    const externalIds = texts(search, 'externalIds', false);
    if (externalIds.length > 0)
      conditions.push((row) =>
        externalIds.includes(ctx.db.users.find((u) => u.userId === row.userId)?.externalId ?? ''),
      );
  }
  if (search['status'] !== undefined && search['status'] !== null) {
    const words = statusWords(ctx);
    if (search['status'] !== words.open && search['status'] !== words.done)
      return refuse(400, `search.status must be ${words.open} or ${words.done}`);
    const open = search['status'] === words.open;
    conditions.push((row) => (row.done === null) === open);
  }
  return conditions;
};

const comparisonOf = (ctx: Ctx, sort: unknown): ((a: SessionRow, b: SessionRow) => number) => {
  const fields =
    sort === undefined || sort === null ? {} : isFields(sort) ? sort : refuse(400, 'sort must be an object');
  const { field = 'startDate', direction = 'asc' } = fields;
  if (field !== 'startDate' && field !== 'endDate')
    return refuse(400, 'sort.field must be startDate or endDate');
  if (direction !== 'asc' && direction !== 'desc') return refuse(400, 'sort.direction must be asc or desc');
  const down = direction === 'desc';
  const tie = ctx.on('manner.ties-backwards') ? -1 : 1;
  return (a, b) => {
    if (field === 'endDate' && (a.done === null || b.done === null)) {
      return Number(a.done === null) - Number(b.done === null) || tie * byText(a.sessionId, b.sessionId);
    }
    const [x, y] = field === 'startDate' ? [a.start, b.start] : [a.done?.end ?? 0, b.done?.end ?? 0];
    return (down ? y - x : x - y) || tie * byText(a.sessionId, b.sessionId);
  };
};

const showHit = (ctx: Ctx, row: SessionRow): JsonObject => {
  const shown = showSession(ctx, row);
  const result = shown['result'] as JsonObject | null;
  if (result !== null && row.done !== null) {
    if (ctx.on('ssearch-minutes-as-months') && row.done.seconds < 3600)
      result['totalDuration'] = String(result['totalDuration']).replace('PT', 'P');
    if (ctx.on('ssearch-digital-level-short') && row.done.level === 'Entry - Below E3')
      result['level'] = 'Below E3';
  }
  if (ctx.on('ssearch-disabled-user-null') && ctx.db.users.some((u) => u.userId === row.userId && !u.active))
    shown['user'] = null;
  return shown;
};

export const searchSessions = async (ctx: Ctx): Promise<Response> => {
  const body = await readBody(ctx);
  const { limit = 100, offset, cursor = null } = body;
  const most = ctx.on('manner.limit-at-most-200') ? 200 : 500;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1)
    return refuse(400, 'limit must be a whole number from 1');
  if (limit > most && !ctx.on('manner.limit-clamped')) return refuse(400, `limit must be at most ${most}`);
  const size = Math.min(limit, most);
  if (
    offset !== undefined &&
    offset !== null &&
    (typeof offset !== 'number' || !Number.isInteger(offset) || offset < 0)
  )
    return refuse(400, 'offset must be a whole number');
  if (cursor !== null && typeof cursor !== 'string') return refuse(400, 'cursor must be a text or null');
  if (cursor !== null && typeof offset === 'number')
    return refuse(400, 'offset and cursor exclude each other');
  if (body['search'] !== undefined && body['search'] !== null && !isFields(body['search']))
    return refuse(400, 'search must be an object');

  let question: Fields = { search: body['search'] ?? {}, sort: body['sort'] };
  let from = typeof offset === 'number' ? offset : 0;
  let to = from + size;
  const readQuestion = (): [Condition[], (a: SessionRow, b: SessionRow) => number] => [
    conditionsOf(ctx, isFields(question['search']) ? question['search'] : {}),
    comparisonOf(ctx, question['sort']),
  ];
  let [conditions, comparison] = readQuestion();
  if (cursor !== null) {
    const mark = unseal(cursor, 'session search');
    if (!ctx.on('manner.cursor-is-position-only')) {
      const kept = bodyOfAsk(mark.ask);
      question = isFields(kept) ? kept : {};
      [conditions, comparison] = readQuestion();
    }
    [from, to] = mark.way === 'after' ? [mark.at, mark.at + size] : [Math.max(0, mark.at - size), mark.at];
  }
  const hits = ctx.db.sessions.filter((row) => conditions.every((holds) => holds(row))).sort(comparison);
  const ask = askOfBody(question);
  const past = Math.min(from, hits.length);
  return answer(200, {
    data: hits.slice(from, to).map((row) => showHit(ctx, row)),
    pagination: {
      total: hits.length,
      limit: size,
      offset: cursor === null && typeof offset === 'number' ? offset : 0,
      previousCursor:
        past > 0 ? seal({ list: 'session search', way: 'before', at: past, limit: size, ask }) : null,
      nextCursor:
        to < hits.length ? seal({ list: 'session search', way: 'after', at: to, limit: size, ask }) : null,
    },
  });
};
