import { rangeFromQuery, refuseContradictions, within } from '../dates.ts';
import { HttpError } from '../errors.ts';
import { openCursor, pageFromQuery, refuseOffsetWithCursor, sealCursor } from '../paging.ts';
import { foldCase, isUuid, singleValue } from '../params.ts';
import { studyJson } from '../render.ts';
import type { Answer, Context, Route } from '../router.ts';
import { route } from '../router.ts';
import type { StudyRow } from '../types.ts';

function select({ store, query }: Context): StudyRow[] {
  let rows = [...store.study];
  const start = rangeFromQuery('startDate', query);
  if (start !== undefined) {
    refuseContradictions('startDate', start);
    rows = rows.filter((s) => within(s.startedAt, start));
  }
  const end = rangeFromQuery('endDate', query);
  if (end !== undefined) {
    refuseContradictions('endDate', end);
    rows = rows.filter((s) => within(s.endedAt, end));
  }
  const userIds = query.getAll('userId').map((id) => id.toLowerCase());
  if (userIds.length > 30) throw new HttpError(400, 'userId takes at most 30 values');
  if (!userIds.every(isUuid)) throw new HttpError(400, 'userId must hold UUIDs');
  if (userIds.length > 0) rows = rows.filter((s) => userIds.includes(s.userId));
  const subjects = query.getAll('subject').map(foldCase);
  if (subjects.length > 30) throw new HttpError(400, 'subject takes at most 30 values');
  if (subjects.length > 0)
    rows = rows.filter((s) => s.subject !== undefined && subjects.includes(foldCase(s.subject)));
  const direction = singleValue(query, 'sort[direction]') ?? 'asc';
  if (direction !== 'asc' && direction !== 'desc')
    throw new HttpError(400, 'sort direction must be asc or desc');
  const field = singleValue(query, 'sort[field]') ?? 'startDate';
  if (field !== 'startDate' && field !== 'endDate')
    throw new HttpError(400, 'sort field must be startDate or endDate');
  const key = (s: StudyRow): number => (field === 'startDate' ? s.startedAt : s.endedAt);
  const sign = direction === 'asc' ? 1 : -1;
  return rows.sort((a, b) => sign * (key(a) - key(b) || (a.id < b.id ? -1 : 1)));
}

/** The query of a cursor in a normal form: everything except the page itself. */
function queryText(query: URLSearchParams): string {
  const kept = [...query].filter(([name]) => !['limit', 'offset', 'cursor'].includes(name));
  kept.sort((a, b) => (a.join('=') < b.join('=') ? -1 : 1));
  return new URLSearchParams(kept).toString();
}

function listStudy(context: Context): Answer {
  const { query, flags } = context;
  const page = pageFromQuery(query, flags);
  refuseOffsetWithCursor(query);
  let text = queryText(query);
  let from = page.offset;
  let rows: StudyRow[];
  let size = page.limit;
  if (page.cursor === undefined) rows = select(context);
  else {
    const sealed = openCursor('study', page.cursor);
    if (typeof sealed['q'] !== 'string' || typeof sealed['at'] !== 'number')
      throw new HttpError(400, 'cursor is not one of this list');
    if (text !== '' && text !== sealed['q'])
      throw new HttpError(400, 'cursor belongs to a query with other parameters');
    text = sealed['q'];
    rows = select({ ...context, query: new URLSearchParams(text) });
    from = sealed['at'];
    if (sealed['back'] === true) {
      size = Math.min(from, page.limit);
      from -= size;
    }
  }
  const unpaged = flags.on('manner.study-without-pages');
  const shown = unpaged ? rows : rows.slice(from, from + size);
  const data = shown.map((row) => {
    const json = studyJson(row, flags);
    if (flags.on('study-no-subject-null') && row.subject === undefined) json['subject'] = null;
    if (flags.on('study-start-local-notation'))
      json['startDate'] = String(json['startDate']).slice(0, 19).replace('T', ' ');
    return json;
  });
  if (unpaged) return { status: 200, body: { data } };
  const pagination = {
    total: rows.length,
    limit: page.limit,
    offset: page.cursor === undefined ? page.offset : 0,
    previousCursor:
      from > 0 && rows.length > 0
        ? sealCursor('study', { q: text, at: Math.min(from, rows.length), back: true }, flags)
        : null,
    nextCursor: from + size < rows.length ? sealCursor('study', { q: text, at: from + size }, flags) : null,
  };
  return { status: 200, body: { data, pagination } };
}

export const studyRoutes: Route[] = [route('GET', '/sessions/completed', 'read', 'problem', listStudy)];
