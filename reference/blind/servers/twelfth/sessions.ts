import type { Call } from './call.ts';
import { compareKeys, sorted } from './collate.ts';
import { dateTime, duration, withoutMillis } from './dates.ts';
import { bad } from './errors.ts';
import { type Order, pageRequest, paginate, settle } from './page.ts';
import { isObject } from './params.ts';
import { showSession } from './session-dto.ts';
import { sessionFilters } from './session-filters.ts';
import { filterSessions } from './session-match.ts';
import type { Json, Key, Reply, SessionRow, StudyRow } from './types.ts';
import { sortOrder } from './users.ts';

const FIELDS = ['startDate', 'endDate'];
const usual: Order = { field: 'startDate', asc: true };

function slippedOrder(c: Call, asked: Order, plain: boolean): Order {
  const { ep, on } = c;
  let order = asked;
  if (ep === 'sess') {
    if (plain && on('sess-default-desc')) order = { ...order, asc: false };
    if (order.field === 'endDate' && on('sess-sort-end-as-start')) order = { ...order, field: 'startDate' };
  } else if (ep === 'done') {
    if (!order.asc && on('done-sort-desc-ignored')) order = { ...order, asc: true };
    if (order.field === 'endDate' && on('done-sort-end-always-desc')) order = { ...order, asc: false };
  } else if (ep === 'prog') {
    if (!order.asc && on('prog-sort-desc-ignored')) order = { ...order, asc: true };
  } else {
    if (!plain && on('ssearch-sort-ignored')) order = usual;
    if (order.field === 'endDate' && !order.asc && on('ssearch-sort-end-desc-as-asc'))
      order = { ...order, asc: true };
  }
  return order;
}

function keyOf(c: Call, order: Order): (row: SessionRow) => Key {
  const { ep, on } = c;
  if (order.field === 'startDate') {
    if (ep === 'sess' && on('sess-sort-start-by-second')) return (row) => Math.floor(row.start / 1000);
    if (ep === 'ssearch' && on('ssearch-sort-start-by-day'))
      return (row) => Math.floor(row.start / 86_400_000);
    if (ep === 'done' && on('done-sort-start-as-text')) {
      return (row) =>
        dateTime(row.start)
          .replace(/^(\d+)-(\d+)-(\d+)T/, '$3$2$1')
          .replace(/\D/g, '');
    }
    if (ep === 'prog' && on('prog-sort-by-touch')) return (row) => row.touched;
    return (row) => row.start;
  }
  return (row) => row.end ?? null;
}

function list(c: Call): Reply {
  const given = sessionFilters(c);
  const page = pageRequest(c);
  const asked = sortOrder(c, FIELDS, usual);
  const plain = isObject(c.body)
    ? c.body['sort'] === undefined
    : !c.query.has('sort[field]') && !c.query.has('sort[direction]');
  const { filters, order: settled } = settle(c, page, given, asked, usual);
  const order = slippedOrder(c, settled, plain && !page.cursor);
  const key = keyOf(c, order);
  let rows: readonly SessionRow[] = sorted(c, filterSessions(c, filters), order, key);
  if (order.field === 'endDate' && c.ep === 'sess' && c.on('sess-sort-end-drops-open'))
    rows = rows.filter((row) => row.end !== undefined);
  if (order.field === 'endDate' && c.ep === 'ssearch' && c.on('ssearch-sort-end-drops-open'))
    rows = rows.filter((row) => row.end !== undefined);
  if (filters.userIds && c.ep === 'sess' && c.on('sess-twice-by-class')) {
    rows = rows.flatMap((row) => ((c.db.user(row.userId)?.classIds.size ?? 0) > 1 ? [row, row] : [row]));
  }
  if (filters.subjects && c.ep === 'done' && c.on('done-one-per-user')) {
    const met = new Set<string>();
    rows = rows.filter((row) => !met.has(row.userId) && met.add(row.userId));
  }
  if (rows.length > 0 && c.ep === 'prog' && c.on('prog-disabled-users-left-out'))
    rows = rows.filter((row) => c.db.user(row.userId)?.enabled);
  const narrowed = filters.status !== undefined && rows.length < c.db.sessions.length;
  const total =
    narrowed && c.ep === 'ssearch' && c.on('ssearch-total-ignores-status') ? c.db.sessions.length : undefined;
  const body = paginate(
    c,
    page,
    {
      rows,
      order,
      filters,
      position: (row) => ({ key: key(row), seq: row.seq }),
      compare: compareKeys(c),
      show: (row) => showSession(c, row),
    },
    total,
  );
  const data = body['data'];
  if (Array.isArray(data) && c.ep === 'ssearch' && page.offset && c.on('ssearch-page-unsorted')) {
    data.sort((a: Json, b: Json) => String(a['sessionId']).localeCompare(String(b['sessionId'])));
  }
  if (rows.length === 0 && c.ep === 'done' && c.on('done-none-is-null')) body['data'] = null;
  if (rows.length === 0 && c.ep === 'prog' && c.on('prog-none-without-pagination')) delete body['pagination'];
  if (c.ep === 'ssearch' && c.on('ssearch-wrap'))
    return { status: 200, body: { ...body, data: undefined, sessions: data } };
  return { status: 200, body };
}

export const listSessions = list;

function showStudy(c: Call, row: StudyRow): Json {
  const { on } = c;
  const seconds = Math.floor((row.end - row.start) / 1000);
  const shown: Json = { studySessionId: row.id, userId: row.userId };
  if (row.classId !== undefined) shown['classId'] = row.classId;
  if (row.topic !== undefined) shown['topic'] = row.topic;
  Object.assign(shown, {
    startDate: dateTime(row.start),
    endDate: dateTime(row.end),
    duration: duration(seconds, on('m-short-durations')),
  });
  if (row.topic === undefined && on('study-topic-empty')) shown['topic'] = '';
  if (row.classId === undefined && on('study-class-null')) shown['classId'] = null;
  if (on('study-duration-number')) shown['duration'] = seconds;
  if (seconds >= 3600 && on('study-duration-clock'))
    shown['duration'] = `${Math.floor(seconds / 60)}:${seconds % 60}`;
  if (row.start % 1000 === 0 && on('study-start-no-millis')) shown['startDate'] = withoutMillis(row.start);
  if (row.end % 1000 !== 0 && on('study-end-offset'))
    shown['endDate'] = dateTime(row.end).replace('Z', '+00:00');
  if (row.topic?.includes('&') && on('study-topic-object')) shown['topic'] = null;
  if (row.classId !== undefined && on('study-end-text')) shown['endDate'] = new Date(row.end).toUTCString();
  return shown;
}

export function listStudy(c: Call): Reply {
  const filters = sessionFilters(c);
  const page = pageRequest(c);
  const { filters: used } = settle(c, page, filters, usual, usual);
  const users = used.userIds ? new Set(used.userIds) : undefined;
  const inside = (time: number, range: SessionStudyRange): boolean =>
    range === undefined ||
    ((range.gt === undefined || time > range.gt) &&
      (range.gte === undefined || time >= range.gte) &&
      (range.lt === undefined || time < range.lt) &&
      (range.lte === undefined || time <= range.lte));
  const rows = c.db.study.filter(
    (row) =>
      (!users || users.has(row.userId)) && inside(row.start, used.startDate) && inside(row.end, used.endDate),
  );
  const key = (row: StudyRow): Key => row.start;
  if (used.subjects || used.testIds) throw bad('Study sessions have neither a test nor a subject.');
  const body = paginate(c, page, {
    rows: sorted(c, rows, usual, key),
    order: usual,
    filters: used,
    position: (row) => ({ key: key(row), seq: row.seq }),
    compare: compareKeys(c),
    show: (row) => showStudy(c, row),
  });
  return { status: 200, body };
}

type SessionStudyRange = ReturnType<typeof sessionFilters>['startDate'];
