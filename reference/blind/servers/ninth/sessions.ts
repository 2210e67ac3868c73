// Reading sessions of initial assessments, and study sessions.
import type { Ctx } from './context.ts';
import type { Reply } from './http.ts';
import { invalid } from './http.ts';
import type { Json, Operator, Range, Sort } from './input.ts';
import { isObject, isUuid, objectParam, payload, range, single, sortOf } from './input.ts';
import { pageOf, paginate } from './paging.ts';
import { ordering } from './reads.ts';
import type { Pred, SessionRow } from './store.ts';
import { Query } from './store.ts';
import { sessionView, studyView } from './views.ts';

export const SESSION_SORTS = ['startDate', 'endDate', 'username'];
export const STATUSES = ['in_progress', 'completed'];
interface SessionFilters {
  start: Range | undefined;
  end: Range | undefined;
  userIds: string[] | undefined;
  testIds: string[] | undefined;
  subjects: string[] | undefined;
  status: string | undefined;
  externalIds: string[] | undefined;
}
const malformed = (v: string): boolean => !isUuid(v);
const DEFAULT_SORT: Sort = { field: 'startDate', direction: 'asc' };

/** Whether a moment lies in a range. */
function inside(c: Ctx, value: number | undefined, r: Range, of: 'start' | 'end'): boolean {
  const { on } = c;
  if (value === undefined) {
    if (on('sessions-end-open-ones') && r.gt === undefined && r.gte === undefined) return true;
    if (on('sessions-end-open-now') && r.lt === undefined && r.lte === undefined) value = 4e12;
    else return false;
  }
  const v = value;
  const start = of === 'start';
  const tests: Record<Operator, (x: number) => boolean> = {
    gt: (x) =>
      (start && on('sessions-start-gt-gte')) || (!start && on('sessions-end-gt-gte')) ? v >= x : v > x,
    gte: (x) =>
      (start && on('sessions-start-gte-gt')) || (!start && on('sessions-end-gte-gt')) ? v > x : v >= x,
    lt: (x) =>
      start && on('sessions-start-lt-lte') ? v <= x : !start && on('sessions-end-lt-swapped') ? v > x : v < x,
    lte: (x) =>
      (start && on('sessions-start-lte-lt')) || (!start && on('sessions-end-lte-lt')) ? v < x : v <= x,
  };
  let given = Object.entries(r) as [Operator, number][];
  if (start && on('sessions-range-first')) given = given.slice(0, 1);
  if (!start && given.length > 1 && on('sessions-range-or')) return given.some(([name, x]) => tests[name](x));
  return given.every(([name, x]) => tests[name](x));
}

function fromQuery(c: Ctx): { filters: SessionFilters; sort: unknown } {
  const { on, op, query: q } = c;
  const list = op === 'GET /smart-ia/sessions';
  const many = (name: string, most: number): string[] | undefined => {
    let values = q.getAll(name);
    if (name === 'subject' && on('sessions-subject-comma'))
      values = values.flatMap((v) => v.split(',').map((x) => x.trim()));
    if (values.length > most) throw invalid(`${name} takes ${most} values at most.`);
    return values.length > 0 ? values : undefined;
  };
  const start = range(objectParam(q, 'startDate'), 'startDate', on);
  const end = range(objectParam(q, 'endDate'), 'endDate', on);
  const status = op === 'GET /smart-ia/sessions' ? single(q, 'status') : undefined;
  const filters: SessionFilters = {
    start,
    end,
    userIds: many('userId', list && on('sessions-user-31') ? 300 : 30),
    testIds: many('testId', list && on('sessions-test-31') ? 300 : on('sessions-test-30-refused') ? 29 : 30),
    subjects: many('subject', list && on('sessions-subject-31') ? 300 : 30),
    status,
    externalIds: undefined,
  };
  if (filters.subjects && on('sessions-subject-last')) filters.subjects = filters.subjects.slice(-1);
  if (list && on('sessions-external-still'))
    filters.externalIds = q.has('externalId') ? q.getAll('externalId') : undefined;
  if (op === 'GET /smart-ia/sessions/completed' && on('sessions-completed-external-still'))
    filters.externalIds = q.has('externalId') ? q.getAll('externalId') : undefined;
  let sort: unknown;
  if (on('sessions-sort-old-form')) {
    const field = q.get('sort');
    if (field !== null) sort = { field };
  } else sort = objectParam(q, 'sort');
  if (list && on('sessions-user-ignored')) filters.userIds = undefined;
  if (list && on('sessions-subject-ignored')) filters.subjects = undefined;
  if (list && on('sessions-status-ignored')) filters.status = undefined;
  return { filters, sort };
}

function fromBody(c: Ctx, body: Json): { filters: SessionFilters; sort: unknown } {
  const { on } = c;
  const search = on('sessions-search-root-filters')
    ? body
    : body['search'] === undefined
      ? {}
      : body['search'];
  if (!isObject(search)) throw invalid('search is an object.');
  const many = (name: string): string[] | undefined => {
    const value = search[name];
    if (value === undefined) return undefined;
    if (!Array.isArray(value) || value.some((v) => typeof v !== 'string'))
      throw invalid(`${name} is a list of texts.`);
    return value as string[];
  };
  const date = (name: 'startDate' | 'endDate'): Range | undefined => {
    const value = search[name];
    if (value !== undefined && !isObject(value)) throw invalid(`${name} is an object.`);
    return range(value, name, on);
  };
  const status = search['status'];
  if (status !== undefined && typeof status !== 'string') throw invalid('status is a text.');
  const filters: SessionFilters = {
    start: date('startDate'),
    end: date('endDate'),
    userIds: many('userIds'),
    testIds: many('testIds'),
    subjects: many('subjects'),
    status,
    externalIds: on('sessions-search-externals-still') ? many('externalIds') : undefined,
  };
  if ((filters.userIds?.length ?? 0) > 30 && on('sessions-search-31'))
    throw invalid('userIds takes 30 values at most.');
  if (filters.testIds && on('sessions-search-tests-cut')) filters.testIds = filters.testIds.slice(0, 30);
  if (on('sessions-search-users-ignored')) filters.userIds = undefined;
  if (on('sessions-search-subjects-ignored')) filters.subjects = undefined;
  if (on('sessions-search-dates-ignored')) filters.start = undefined;
  if (on('sessions-search-status-ignored')) filters.status = undefined;
  return { filters, sort: on('sessions-search-sort-ignored') ? undefined : body['sort'] };
}

export function listSessions(c: Ctx): Reply {
  const { on, op } = c;
  const list = op === 'GET /smart-ia/sessions';
  const search = op === 'POST /smart-ia/sessions/search';
  const done = op === 'GET /smart-ia/sessions/completed';
  const body = search ? payload(c.body) : undefined;
  const page = pageOf(c, 'sessions', body ?? c.query);
  const { filters: f, sort } = body ? fromBody(c, body) : fromQuery(c);
  if (f.status !== undefined && !STATUSES.includes(f.status))
    throw invalid(`status is one of ${STATUSES.join(', ')}.`);
  for (const [name, values] of [
    ['userId', f.userIds],
    ['testId', f.testIds],
  ] as const) {
    if (!values?.some((v) => malformed(v))) continue;
    if (name === 'userId' && on('sessions-user-malformed')) continue;
    if (name === 'testId' && on('sessions-test-malformed')) {
      const good = values.filter(isUuid);
      f.testIds = good.length > 0 ? good : undefined;
      continue;
    }
    throw invalid(`${name} takes UUIDs.`);
  }
  let order = sortOf(sort, SESSION_SORTS, DEFAULT_SORT);
  if (list && sort === undefined && on('sessions-sort-default-desc')) order.direction = 'desc';
  if (on('sessions-sort-direction-ignored')) order.direction = 'asc';
  if (page.cursor && on('page-cursor-drops-sort')) order = { ...DEFAULT_SORT };
  if (page.cursor && list && on('page-cursor-drops-status')) f.status = undefined;

  const preds: (Pred<SessionRow> | undefined)[] = [];
  let kind: 'completed' | 'in_progress' | undefined = done
    ? 'completed'
    : op === 'GET /smart-ia/sessions/in-progress'
      ? 'in_progress'
      : undefined;
  if (list && f.status === undefined && on('sessions-completed-only')) kind = 'completed';
  if (kind === 'in_progress' && on('sessions-in-progress-all')) kind = undefined;
  if (done && f.userIds && on('sessions-completed-leak')) kind = undefined;
  if (done && f.testIds && on('sessions-completed-as-open')) kind = 'in_progress';
  if (kind) preds.push((s) => (s.end !== undefined) === (kind === 'completed'));
  if (f.status !== undefined) {
    const wanted = (f.status === 'completed') !== on('sessions-status-inverted');
    preds.push((s) => (s.end !== undefined) === wanted);
  }
  const { start, end } = f;
  if (start && !(end && on('sessions-end-drops-start')))
    preds.push((s) => inside(c, s.start, start, 'start'));
  if (end) preds.push((s) => inside(c, on('sessions-end-is-start') ? s.start : s.end, end, 'end'));
  if (f.userIds && !(f.status !== undefined && on('sessions-status-drops-user'))) {
    const ids = new Set(
      (on('sessions-user-first-only') ? f.userIds.slice(0, 1) : f.userIds).map((v) => v.toLowerCase()),
    );
    preds.push((s) => ids.has(s.userId));
  }
  const testIds = f.testIds && new Set(f.testIds.map((v) => v.toLowerCase()));
  const byTest: Pred<SessionRow> | undefined =
    testIds && ((s) => testIds.has(on('sessions-test-version') ? s.versionId : s.testId));
  const { subjects } = f;
  const subjectOf = new Map(c.db.tests.rows.map((t) => [t.id, t.subject]));
  const bySubject: Pred<SessionRow> | undefined =
    subjects &&
    ((s) => {
      const subject = subjectOf.get(s.testId) as string;
      return on('sessions-subject-substring')
        ? subjects.some((v) => subject.includes(v))
        : subjects.includes(subject);
    });
  if (byTest && bySubject && on('sessions-test-or-subject')) preds.push((s) => byTest(s) || bySubject(s));
  else preds.push(byTest, bySubject);
  const users = new Map(c.db.users.rows.map((u) => [u.id, u]));
  const { externalIds } = f;
  if (externalIds) preds.push((s) => externalIds.includes(users.get(s.userId)?.externalId ?? ''));
  if (on('disable-sessions-lost')) preds.push((s) => !c.disabledNow.has(s.userId));
  let query = c.db.sessions.query().where(...preds);
  if (f.userIds && on('sessions-rows-repeated')) {
    const inner = query;
    query = new Query(() =>
      inner
        .rows()
        .flatMap((s) =>
          Array.from(
            { length: Math.max(1, c.db.cohortStudents.rows.filter((m) => m.userId === s.userId).length) },
            () => s,
          ),
        ),
    );
  }
  const key = (s: SessionRow): number | string | undefined => {
    if (order.field === 'startDate') return s.start;
    if (order.field === 'endDate') return s.end;
    return users.get(s.userId)?.username;
  };
  const unsorted = list && sort === undefined && on('sessions-sort-default-none');
  const listed = paginate(
    c,
    'sessions',
    page,
    { query, order: unsorted ? undefined : ordering(c, key, order.direction), key },
    (s, i, rows) => sessionView(c, s, rows[i - 1] ?? s),
  );
  const renamed = search && on('sessions-under-sessions');
  return {
    status: search && on('sessions-search-201') ? 201 : 200,
    body: renamed ? { sessions: listed.data, pagination: listed.pagination } : listed,
  };
}

export function listStudySessions(c: Ctx): Reply {
  const { on, query: q } = c;
  if (on('study-smart-ia')) return listSessions(c);
  const page = pageOf(c, 'study', q);
  const start = range(objectParam(q, 'startDate'), 'startDate', on);
  const end = range(objectParam(q, 'endDate'), 'endDate', on);
  const ids = q.getAll('userId');
  if (ids.length > 30) throw invalid('userId takes 30 values at most.');
  if (ids.some((v) => !isUuid(v))) throw invalid('userId takes UUIDs.');
  const wanted = new Set(ids.map((v) => v.toLowerCase()));
  let query = c.db.study.query();
  if (!on('study-unfinished')) query = query.where((s) => s.end !== undefined);
  if (wanted.size > 0 && !on('study-user-ignored')) query = query.where((s) => wanted.has(s.userId));
  if (start && !on('study-start-ignored')) query = query.where((s) => inside(c, s.start, start, 'start'));
  if (end) query = query.where((s) => inside(c, on('study-end-is-start') ? s.start : s.end, end, 'end'));
  const order = ordering<{ id: string; start: number }>(c, (s) => s.start, 'asc');
  const listed = paginate(c, 'study', page, { query, order, key: (s) => s.start }, (s) => studyView(c, s));
  return {
    status: 200,
    body: on('study-under-sessions') ? { sessions: listed.data, pagination: listed.pagination } : listed,
  };
}
