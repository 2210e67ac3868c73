import type { Ctx } from '../ctx.ts';
import { bad, isObject } from '../ctx.ts';
import { paginate, readPaging } from '../paging.ts';
import { sessionJson, studyJson } from '../present.ts';
import type { Json, Reply, SessionRow } from '../types.ts';
import type { Route } from './route.ts';
import { readSort, repeated, strings, uuids } from './users.ts';

const SORTS = ['startDate', 'endDate', 'status'] as const;
type Field = (typeof SORTS)[number];
interface Sort {
  field: Field;
  direction: 'asc' | 'desc';
}
const STATUSES = ['InProgress', 'Completed'];
const OPS = ['gt', 'gte', 'lt', 'lte'] as const;
type Op = (typeof OPS)[number];
type Range = { op: Op; at: number; unix: boolean }[];

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

function instant(ctx: Ctx, v: unknown, name: string, end: boolean): { at: number; unix: boolean } {
  if ((typeof v === 'number' && Number.isInteger(v)) || (typeof v === 'string' && /^-?\d+$/.test(v))) {
    const n = Number(v);
    if (Math.abs(n) > 8.64e12) throw bad(`"${name}" is out of range.`);
    return { at: end && ctx.on('sessions-end-unix-ms') ? n : n * 1000, unix: true };
  }
  if (typeof v === 'string') {
    if (ctx.on('manner.date-only') && /^\d{4}-\d{2}-\d{2}$/.test(v))
      return { at: Date.parse(v), unix: false };
    if (DATE_TIME.test(v)) {
      const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(v);
      const t = ctx.on('sessions-offset-ignored')
        ? `${v.replace(/(Z|[+-]\d{2}:?\d{2})$/, '')}Z`
        : zoned
          ? v
          : `${v}Z`;
      const at = Date.parse(t.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
      if (!Number.isNaN(at)) return { at, unix: false };
    }
  }
  throw bad(`"${name}" must be an ISO 8601 date-time or a Unix timestamp.`);
}

function range(ctx: Ctx, name: 'startDate' | 'endDate', get: (op: Op) => unknown): Range | null {
  const out: Range = [];
  for (const op of OPS) {
    const v = get(op);
    if (v === undefined || v === null) continue;
    out.push({ op, ...instant(ctx, v, `${name}[${op}]`, name === 'endDate') });
  }
  const has = (op: Op): boolean => out.some((x) => x.op === op);
  if (has('gt') && has('gte')) throw bad(`"${name}": gt and gte cannot be used together.`);
  if (has('lt') && has('lte') && !(name === 'endDate' && ctx.on('sessions-lt-lte')))
    throw bad(`"${name}": lt and lte cannot be used together.`);
  return out.length > 0 ? out : null;
}

function within(ctx: Ctx, t: number, r: Range): boolean {
  let use = r;
  if (ctx.on('sessions-range-lower-only') && r.some((x) => x.op === 'gt') && r.some((x) => x.op === 'lte'))
    use = r.filter((x) => x.op === 'gt');
  return use.every(({ op, at, unix }) => {
    if (op === 'gt') return ctx.on('sessions-gt-seconds') ? t > Math.floor(at / 1000) * 1000 : t > at;
    if (op === 'gte') return t >= at;
    if (op === 'lt') return t < at;
    return ctx.on('sessions-lte-unix') && unix ? t < at : t <= at;
  });
}

interface Query {
  start: Range | null;
  end: Range | null;
  userIds: string[] | null;
  testIds: string[] | null;
  subjects: string[] | null;
  status: string | null;
}
type Kind = 'all' | 'completed' | 'open';

function statusOf(v: unknown): string | null {
  if (v === undefined || v === null) return null;
  if (typeof v !== 'string' || !STATUSES.includes(v)) throw bad(`"status" is one of ${STATUSES.join(', ')}.`);
  return v;
}

function fromQuery(ctx: Ctx, kind: Kind): Query {
  const { q } = ctx;
  let subjects = repeated(ctx, 'subject', ctx.on('sessions-subject-31') ? Infinity : 30);
  if (ctx.on('sessions-subject-comma'))
    subjects = subjects?.flatMap((s) => s.split(',').map((x) => x.trim())) ?? null;
  return {
    start: range(ctx, 'startDate', (op) => q.get(`startDate[${op}]`)),
    end: range(ctx, 'endDate', (op) => q.get(`endDate[${op}]`)),
    userIds: uuids(repeated(ctx, 'userId', 30), 'userId'),
    testIds: uuids(repeated(ctx, 'testId', 30), 'testId'),
    subjects,
    status: kind === 'all' ? statusOf(q.get('status')) : null,
  };
}

function fromBody(ctx: Ctx, s: Json): Query {
  const many = (v: string[] | null): string[] | null =>
    ctx.on('sessions-search-thirty') ? (v?.slice(0, 30) ?? null) : v;
  const part = (name: 'startDate' | 'endDate'): Range | null => {
    const v = s[name];
    if (v === undefined || v === null) return null;
    if (!isObject(v)) throw bad(`"${name}" must be an object of operators.`);
    return range(ctx, name, (op) => v[op]);
  };
  return {
    start: part('startDate'),
    end: part('endDate'),
    userIds: many(uuids(strings(s, 'userIds'), 'userIds')),
    testIds: uuids(strings(s, 'testIds'), 'testIds'),
    subjects: strings(s, 'subjects'),
    status: statusOf(s['status']),
  };
}

function select(ctx: Ctx, f: Query, kind: Kind, paged: boolean): SessionRow[] {
  const { userIds, testIds, subjects, status, end } = f;
  let { start } = f;
  if (ctx.on('sessions-status-drops-start') && status === 'Completed') start = null;
  const subjectOf = (s: SessionRow): string => ctx.db.test(s.testId)?.subject ?? '';
  return ctx.db.sessions.filter((s) => {
    const open = s.endedAt === null;
    if (kind === 'completed' && open && !(paged && ctx.on('completed-cursor-mixed'))) return false;
    if (kind === 'open' && !open) return false;
    if (status !== null && (status === 'InProgress') !== open) return false;
    if (userIds && !userIds.includes(s.userId)) return false;
    const byTest = !testIds || testIds.includes(s.testId);
    const bySubject = !subjects || subjects.includes(subjectOf(s));
    if (
      testIds && subjects && ctx.on('sessions-subject-test-or')
        ? !byTest && !bySubject
        : !byTest || !bySubject
    )
      return false;
    if (start && !within(ctx, s.startedAt, start)) return false;
    if (end) {
      if (s.endedAt === null)
        return ctx.on('sessions-end-null-low') && end.every((x) => x.op === 'lt' || x.op === 'lte');
      if (!within(ctx, s.endedAt, end)) return false;
    }
    return true;
  });
}

function answer(
  ctx: Ctx,
  f: Query,
  kind: Kind,
  sort: Sort,
  raw: { limit?: unknown; offset?: unknown; cursor?: unknown },
  from: 'query' | 'body',
): Reply {
  const p = readPaging(ctx, raw, from);
  const sign = sort.direction === 'asc' ? 1 : -1;
  const key = (s: SessionRow): number =>
    sort.field === 'startDate'
      ? s.startedAt
      : sort.field === 'status'
        ? Number(s.endedAt !== null)
        : (s.endedAt ?? Infinity);
  const tie = ctx.on('manner.tie-reversed') ? -1 : 1;
  const rows = select(ctx, f, kind, p.cursor !== null).sort((a, b) => {
    const x = key(a),
      y = key(b);
    return x < y ? -sign : x > y ? sign : (a.id < b.id ? -1 : 1) * tie;
  });
  const page = paginate(ctx, rows, p, [f, kind, sort]);
  // one look-up for the learners of the page
  const ids = [...new Set(page.rows.map((s) => s.userId))];
  const loaded = (ctx.on('sessions-loader-limit') ? ids.slice(0, 12) : ids).map((id) => ctx.db.user(id));
  if (ctx.on('sessions-user-swap') && f.userIds && f.userIds.length > 1)
    loaded.sort((a, b) => ((a?.id ?? '') < (b?.id ?? '') ? -1 : 1));
  const data = page.rows.map((s) => sessionJson(ctx, s, loaded[ids.indexOf(s.userId)], kind));
  return { status: 200, body: { data, pagination: page.pagination } };
}

function list(kind: Kind): (ctx: Ctx) => Reply {
  return (ctx) => {
    const { q } = ctx;
    const asked = q.get('sort[field]') ?? q.get('sort[direction]');
    let dflt: Sort = { field: 'startDate', direction: 'asc' };
    if (ctx.on('sessions-sort-leak') && kind === 'all')
      dflt = (ctx.state.get('sort') as Sort | undefined) ?? dflt;
    const sort = readSort(q.get('sort[field]'), q.get('sort[direction]'), SORTS, dflt);
    if (asked !== null) ctx.state.set('sort', sort);
    return answer(
      ctx,
      fromQuery(ctx, kind),
      kind,
      sort,
      { limit: q.get('limit'), offset: q.get('offset'), cursor: q.get('cursor') },
      'query',
    );
  };
}

function search(ctx: Ctx): Reply {
  if (!isObject(ctx.body)) throw bad('The body must be a JSON object.');
  const b = ctx.body;
  const s = b['search'] ?? {},
    o = b['sort'] ?? {};
  if (!isObject(s) || !isObject(o)) throw bad('"search" and "sort" must be objects.');
  const sort = readSort(o['field'], o['direction'], SORTS, { field: 'startDate', direction: 'asc' });
  return answer(
    ctx,
    fromBody(ctx, s),
    'all',
    sort,
    { limit: b['limit'], offset: b['offset'], cursor: b['cursor'] },
    'body',
  );
}

function studies(ctx: Ctx): Reply {
  const { q } = ctx;
  const p = readPaging(
    ctx,
    { limit: q.get('limit'), offset: q.get('offset'), cursor: q.get('cursor') },
    'query',
  );
  const users = uuids(repeated(ctx, 'userId', 30), 'userId');
  const start = range(ctx, 'startDate', (op) => q.get(`startDate[${op}]`)),
    end = range(ctx, 'endDate', (op) => q.get(`endDate[${op}]`));
  const lost = p.cursor !== null && ctx.on('studies-cursor-filter');
  const rows = ctx.db.studies.filter(
    (s) =>
      (lost || !users || users.includes(s.userId)) &&
      (!start || within(ctx, s.startedAt, start)) &&
      (!end || within(ctx, s.endedAt, end)),
  );
  const page = paginate(ctx, rows, p, [users, start, end]);
  return {
    status: 200,
    body: { data: page.rows.map((s) => studyJson(ctx, s)), pagination: page.pagination },
  };
}

const FILTERS = ['startDate', 'endDate', 'userId', 'testId', 'subject', 'limit', 'offset', 'cursor', 'sort'];
export const sessionRoutes: Route[] = [
  {
    method: 'GET',
    path: '/smart-ia/sessions',
    need: 'read',
    query: [...FILTERS, 'status'],
    run: list('all'),
  },
  {
    method: 'GET',
    path: '/smart-ia/sessions/completed',
    need: 'read',
    query: FILTERS,
    run: list('completed'),
  },
  { method: 'GET', path: '/smart-ia/sessions/in-progress', need: 'read', query: FILTERS, run: list('open') },
  { method: 'POST', path: '/smart-ia/sessions/search', need: 'read', body: true, run: search },
  {
    method: 'GET',
    path: '/sessions/completed',
    need: 'read',
    query: ['userId', 'startDate', 'endDate', 'limit', 'offset', 'cursor'],
    run: studies,
  },
];
