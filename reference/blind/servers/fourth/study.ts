// GET /sessions/completed: completed study sessions.

import { askOfQuery, seal, unseal } from './cursor.ts';
import { byText, count, duration, fromIso, fromUnix, instant, isUuid } from './notation.ts';
import { answer, refuse } from './replies.ts';
import type { Ctx, JsonObject, StudyRow } from './types.ts';

const showStudy = (ctx: Ctx, row: StudyRow): JsonObject => {
  const zoneless = (ms: number): string =>
    ctx.on('study-dates-without-zone') ? instant(ms).slice(0, -1) : instant(ms);
  return {
    studySessionId: row.studySessionId,
    userId: row.userId,
    subject: row.subject,
    activity: row.activity,
    startDate: zoneless(row.start),
    endDate: row.end === null ? undefined : zoneless(row.end),
    timeSpent: duration(row.seconds, ctx.on('manner.whole-durations')),
  };
};

type StudyFilter = { userIds: string[]; subjects: string[]; from: number; before: number };

const readStudyFilter = (q: URLSearchParams): StudyFilter => {
  const moment = (name: string, fallback: number): number => {
    const text = q.get(name);
    if (text === null) return fallback;
    return fromIso(text) ?? fromUnix(text) ?? refuse(400, `${name} must be a date-time or a Unix timestamp`);
  };
  const userIds = q
    .getAll('userId')
    .map((id) => (isUuid(id) ? id.toLowerCase() : refuse(400, 'userId must be a UUID')));
  return {
    userIds,
    subjects: q.getAll('subject'),
    from: moment('endDate[gte]', -Infinity),
    before: moment('endDate[lt]', Infinity),
  };
};

export const listStudies = (ctx: Ctx): Response => {
  const q = ctx.query;
  const limit = q.has('limit') ? count(q.get('limit') ?? '') : 100;
  const offset = q.has('offset') ? count(q.get('offset') ?? '') : 0;
  if (limit === null || limit < 1 || limit > 500)
    return refuse(400, 'limit must be a whole number from 1 to 500');
  if (offset === null) return refuse(400, 'offset must be a whole number');
  const cursor = q.get('cursor') ?? '';
  if (cursor !== '' && q.has('offset')) return refuse(400, 'offset excludes cursor');
  let filter = readStudyFilter(q);
  let ask = askOfQuery(q);
  let [from, to] = [offset, offset + limit];
  if (cursor !== '') {
    const mark = unseal(cursor, 'study');
    ask = mark.ask;
    filter = readStudyFilter(new URLSearchParams(ask));
    [from, to] = mark.way === 'after' ? [mark.at, mark.at + limit] : [Math.max(0, mark.at - limit), mark.at];
  }
  const rows = ctx.db.studies
    .filter((row) => row.end !== null || ctx.on('study-unfinished-included'))
    .filter((row) => filter.userIds.length === 0 || filter.userIds.includes(row.userId))
    .filter((row) => filter.subjects.length === 0 || filter.subjects.includes(row.subject))
    .filter((row) => (row.end ?? row.start) >= filter.from && (row.end ?? row.start) < filter.before)
    .sort((a, b) => (b.end ?? b.start) - (a.end ?? a.start) || byText(a.studySessionId, b.studySessionId));
  const data = rows.slice(from, to).map((row) => showStudy(ctx, row));
  if (ctx.on('study-csv-by-accept') && (ctx.request.headers.get('accept') ?? '').includes('text/csv')) {
    const lines = data.map((row) => Object.values(row).join(','));
    return new Response(lines.join('\r\n'), { status: 200, headers: { 'content-type': 'text/csv' } });
  }
  const back = Math.min(from, rows.length);
  return answer(200, {
    data,
    pagination: {
      total: rows.length,
      limit,
      offset: cursor === '' ? offset : 0,
      previousCursor: back > 0 ? seal({ list: 'study', way: 'before', at: back, limit, ask }) : null,
      nextCursor: to < rows.length ? seal({ list: 'study', way: 'after', at: to, limit, ask }) : null,
    },
  });
};
