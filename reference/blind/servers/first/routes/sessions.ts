import { type App, badRequest, type Context, type Reply, type Route } from '../app.ts';
import type { SessionRow, StudyRow } from '../db/tables.ts';
import { bodyRange, type DateRange, inRange, queryRange } from '../http/dates.ts';
import { many, objectOf, single, stringList, uuid, uuidList } from '../http/input.ts';
import {
  bodyPage,
  bodySort,
  type Order,
  type PageRequest,
  paginate,
  queryPage,
  querySort,
  type SortRequest,
} from '../http/pages.ts';
import { type SessionRoute, STATUS, statusName, toSession, toStudy } from '../mappers.ts';
import { fold } from './groups.ts';

interface SessionFilter {
  start: DateRange;
  end: DateRange;
  users: string[] | undefined;
  tests: string[] | undefined;
  subjects: string[] | undefined;
  status: string | undefined;
}

const FIELDS = ['startDate', 'endDate', 'subject', 'lastName'];
const DEFAULT: SortRequest = { field: 'startDate', direction: 'asc' };

function orderOf(app: App, sort: SortRequest): Order<SessionRow> {
  const keys: Record<string, (row: SessionRow) => string | number | null> = {
    startDate: (row) => row.started,
    endDate: (row) => row.ended,
    subject: (row) => app.db.tests.get(row.test_id)?.subject ?? null,
    lastName: (row) => app.db.users.get(row.user_id)?.last_name ?? null,
  };
  return {
    name: sort.field,
    direction: sort.direction,
    key: keys[sort.field] as (row: SessionRow) => string | number | null,
    id: (row) => row.id,
  };
}

function statusOf(app: App, raw: string | undefined): string | undefined {
  const known = app.bugs.has('manner.status-words')
    ? ['in_progress', 'completed']
    : Object.values<string>(STATUS);
  if (raw !== undefined && !known.includes(raw))
    throw badRequest(`status must be one of ${known.join(', ')}`);
  return raw;
}

function select(app: App, filter: SessionFilter, route: SessionRoute): SessionRow[] {
  const { bugs, db } = app;
  const subjects = filter.subjects?.map(fold);
  const skipStart = bugs.has('session-start-end-combo') && filter.start.size > 0 && filter.end.size > 0;
  return [...db.sessions.values()].filter((row) => {
    if (route === 'completed' && row.result === null && !bugs.has('completed-includes-open')) return false;
    if (
      route === 'in-progress' &&
      row.result !== null &&
      !(bugs.has('in-progress-includes-na') && row.result.level === 'NA')
    )
      return false;
    if (!skipStart && !inRange(row.started, filter.start, 'startDate', bugs)) return false;
    if (!inRange(row.ended, filter.end, 'endDate', bugs)) return false;
    if (filter.users?.includes(row.user_id) === false || filter.tests?.includes(row.test_id) === false)
      return false;
    if (subjects !== undefined && !subjects.includes(fold(db.tests.get(row.test_id)?.subject ?? '')))
      return false;
    return filter.status === undefined || statusName(app, row) === filter.status;
  });
}

function answer(
  app: App,
  filter: SessionFilter,
  sort: SortRequest,
  page: PageRequest,
  route: SessionRoute,
): Reply {
  const { rows, pagination } = paginate(
    select(app, filter, route),
    orderOf(app, sort),
    page,
    app.bugs,
    'sessions',
  );
  return { status: 200, body: { data: rows.map((row) => toSession(app, row, route)), pagination } };
}

function list(context: Context, route: SessionRoute): Reply {
  const { app, bugs, query } = context;
  const filter: SessionFilter = {
    start: queryRange(query, 'startDate', bugs),
    end: queryRange(query, 'endDate', bugs),
    users: many(query, 'userId', 30)?.map((id) => uuid(id, 'userId')),
    tests: many(query, 'testId', 30)?.map((id) => uuid(id, 'testId')),
    subjects: many(query, 'subject', 30),
    status: statusOf(app, single(query, 'status')),
  };
  const fallback: SortRequest =
    bugs.has('session-sort-desc') && route === 'all' ? { field: 'startDate', direction: 'desc' } : DEFAULT;
  return answer(app, filter, querySort(query, FIELDS, fallback), queryPage(query, bugs, 'sessions'), route);
}

function search({ app, bugs, body: raw }: Context): Reply {
  const body = objectOf(raw, 'body');
  const asked = objectOf(body['search'] ?? {}, 'search');
  const status = asked['status'] ?? undefined;
  if (status !== undefined && typeof status !== 'string') throw badRequest('status must be a string');
  const filter: SessionFilter = {
    start: bodyRange(asked['startDate'], 'startDate', bugs),
    end: bodyRange(asked['endDate'], 'endDate', bugs),
    users: uuidList(asked['userIds'], 'userIds'),
    tests: uuidList(asked['testIds'], 'testIds'),
    subjects: stringList(asked['subjects'], 'subjects'),
    status: statusOf(app, status),
  };
  return answer(
    app,
    filter,
    bodySort(body['sort'], FIELDS, DEFAULT),
    bodyPage(body, bugs, 'sessions/search'),
    'search',
  );
}

function study({ bugs, db, query }: Context): Reply {
  const start = queryRange(query, 'startDate', bugs);
  const end = queryRange(query, 'endDate', bugs);
  const users = many(query, 'userId', 30)?.map((id) => uuid(id, 'userId'));
  const order: Order<StudyRow> = {
    name: 'study',
    direction: 'desc',
    key: (row) => row.ended,
    id: (row) => row.id,
  };
  const rows = [...db.study.values()].filter(
    (row) =>
      (row.ended !== null || bugs.has('study-includes-open')) &&
      inRange(row.started, start, 'startDate', bugs) &&
      inRange(row.ended, end, 'endDate', bugs) &&
      (users?.includes(row.user_id) ?? true),
  );
  const { rows: cut, pagination } = paginate(rows, order, queryPage(query, bugs, 'study'), bugs, 'study');
  return { status: 200, body: { data: cut.map(toStudy), pagination } };
}

const base = { permission: 'read', style: 'problem', experimental: false } as const;
const read = { ...base, method: 'GET', hasBody: false } as const;

export const sessionRoutes: readonly Route[] = [
  { ...read, path: '/smart-ia/sessions', handle: (context) => list(context, 'all') },
  { ...read, path: '/smart-ia/sessions/completed', handle: (context) => list(context, 'completed') },
  { ...read, path: '/smart-ia/sessions/in-progress', handle: (context) => list(context, 'in-progress') },
  { ...base, method: 'POST', path: '/smart-ia/sessions/search', hasBody: true, handle: search },
  { ...read, path: '/sessions/completed', handle: study },
];
