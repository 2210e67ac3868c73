// The lists of sessions.

import { ok } from './paging.ts';
import {
  all,
  bodySource,
  instant,
  isUuid,
  one,
  pageAsk,
  querySource,
  refuse,
  type Source,
  sortAsk,
} from './params.ts';
import {
  type Bounds,
  type Ctx,
  type Filter,
  type Json,
  operators,
  type Reply,
  type SessionRow,
  type StudyRow,
} from './types.ts';
import { bodyTexts, checkParams, listing, searchBody } from './users.ts';
import { viewSession, viewStudy } from './views.ts';

export const sessionOrders = {
  startDate: (row: SessionRow) => row.startDate,
  endDate: (row: SessionRow) => row.endDate,
  status: (row: SessionRow) => (row.endDate === undefined ? 'b' : 'a'),
};

function boundsOf(c: Ctx, name: string, given: Json, status: number): Bounds | null {
  const bounds: Bounds = {};
  for (const [key, raw] of Object.entries(given)) {
    const known = (operators as readonly string[]).includes(key);
    refuse(c, 'date.operator', !known, status, `unknown operator ${key}`, key);
    const time = instant(c, raw);
    refuse(
      c,
      'date.value',
      known && time === null,
      status,
      `${name}[${key}] is no date-time and no timestamp`,
      raw,
    );
    if (known && time !== null) bounds[key as keyof Bounds] = time;
  }
  refuse(
    c,
    'date.lower',
    bounds.gt !== undefined && bounds.gte !== undefined,
    status,
    'gt and gte exclude each other',
    name,
  );
  refuse(
    c,
    'date.upper',
    bounds.lt !== undefined && bounds.lte !== undefined,
    status,
    'lt and lte exclude each other',
    name,
  );
  return Object.keys(bounds).length ? bounds : null;
}

function dateFilter(name: 'startDate' | 'endDate', bounds: Bounds): Filter<SessionRow> {
  const keep = (row: SessionRow): boolean => {
    const time = row[name];
    if (time === undefined) return false;
    return (
      !(bounds.gt !== undefined && !(time > bounds.gt)) &&
      !(bounds.gte !== undefined && !(time >= bounds.gte)) &&
      !(bounds.lt !== undefined && !(time < bounds.lt)) &&
      !(bounds.lte !== undefined && !(time <= bounds.lte))
    );
  };
  return { name, values: [], keep, bounds };
}

function queryDates(c: Ctx, name: 'startDate' | 'endDate'): Filter<SessionRow>[] {
  refuse(
    c,
    'date.plain',
    c.s.plainDate === 'refuse' && all(c, name).length > 0,
    c.s.sessionStatus,
    `${name} takes operators`,
    name,
  );
  const given: Json = {};
  for (const [key] of c.query) {
    const operator = new RegExp(`^${name}\\[(.*)\\]$`).exec(key)?.[1];
    if (operator !== undefined) given[operator] = one(c, key);
  }
  const bounds = boundsOf(c, name, given, c.s.sessionStatus);
  return bounds ? [dateFilter(name, bounds)] : [];
}

function oneOf(c: Ctx, name: 'userId' | 'testId' | 'subject', values: string[]): Filter<SessionRow> {
  const low = (text: string) =>
    name === 'subject' && c.s.subjectCase === 'exact' ? text : text.toLowerCase();
  const wanted = values.map(low);
  if (name !== 'subject') return { name, values, keep: (row) => wanted.includes(low(row[name])) };
  const subjects = new Map(c.w.tests.map((test) => [test.testId, low(test.subject)]));
  return { name, values, keep: (row) => wanted.includes(subjects.get(row.testId) ?? '') };
}

function statusFilter(c: Ctx, value: string, status: number): Filter<SessionRow>[] {
  const { open, done } = c.s.statusFilter;
  refuse(
    c,
    'status.known',
    c.s.badStatus === 'refuse' && value !== open && value !== done,
    status,
    'unknown status',
    value,
  );
  return [
    {
      name: 'status',
      values: [value],
      keep: (row) =>
        value === done ? row.endDate !== undefined : value === open && row.endDate === undefined,
    },
  ];
}

function queryFilters(c: Ctx, names: string[]): Filter<SessionRow>[] {
  const filters: Filter<SessionRow>[] = [];
  for (const name of ['startDate', 'endDate'] as const)
    if (names.includes(name)) filters.push(...queryDates(c, name));
  for (const name of ['userId', 'testId', 'subject'] as const) {
    const values = names.includes(name) ? all(c, name) : [];
    if (!values.length) continue;
    refuse(c, `${name}.most`, values.length > 30, c.s.sessionStatus, `at most 30 values of ${name}`, values);
    if (name !== 'subject')
      for (const value of values)
        refuse(c, `${name}.uuid`, !isUuid(value), c.s.sessionStatus, `${name} must be a UUID`, value);
    filters.push(oneOf(c, name, values));
  }
  const status = names.includes('status') ? one(c, 'status') : undefined;
  if (status !== undefined) filters.push(...statusFilter(c, status, c.s.sessionStatus));
  return filters;
}

function answer(
  c: Ctx,
  rows: SessionRow[],
  filters: Filter<SessionRow>[],
  source: Source,
  sorted: boolean,
): Reply {
  const ask = pageAsk(c, source);
  const order = sortAsk(c, sorted ? source : bodySource({}), c.s.sessionSorts, sessionOrders, [
    'startDate',
    'asc',
  ]);
  c.bag.order = order;
  return listing(c, rows, filters, order, ask, (row) => viewSession(c, row));
}

const everything = ['startDate', 'endDate', 'userId', 'testId', 'subject', 'status'];
const params = (names: string[]) => [
  ...names.map((name) => (name.endsWith('Date') ? `${name}[]` : name)),
  'startDate',
  'endDate',
  'limit',
  'offset',
  'cursor',
  'sort[]',
  'sort',
];

export function listSessions(c: Ctx): Reply {
  checkParams(c, params(everything));
  return answer(c, c.w.sessions, queryFilters(c, everything), querySource(c), true);
}

export function listCompleted(c: Ctx): Reply {
  checkParams(c, params(everything));
  const names = c.s.completedFilters;
  return answer(
    c,
    c.w.sessions.filter((row) => row.endDate !== undefined),
    queryFilters(c, names),
    querySource(c),
    names.includes('sort'),
  );
}

export function listInProgress(c: Ctx): Reply {
  checkParams(c, params(everything));
  const names = c.s.completedFilters.filter((name) => name !== 'endDate');
  return answer(
    c,
    c.w.sessions.filter((row) => row.endDate === undefined),
    queryFilters(c, names),
    querySource(c),
    names.includes('sort'),
  );
}

export function searchSessions(c: Ctx): Reply {
  const { body, search } = searchBody(c);
  const filters: Filter<SessionRow>[] = [];
  const status = c.s.searchStatus;
  for (const [name, filter] of [
    ['userIds', 'userId'],
    ['testIds', 'testId'],
    ['subjects', 'subject'],
  ] as const) {
    const values = bodyTexts(c, search, name);
    if (!values) continue;
    if (filter !== 'subject')
      for (const value of values)
        refuse(c, `${filter}.uuid`, !isUuid(value), status, `${name} must be UUIDs`, value);
    filters.push(oneOf(c, filter, values));
  }
  if (search['status'] !== undefined && !(search['status'] === null && c.s.nullFilters))
    filters.push(...statusFilter(c, String(search['status']), status));
  for (const name of ['startDate', 'endDate'] as const) {
    const given = search[name];
    if (given === undefined) continue;
    refuse(
      c,
      'date.plain',
      typeof given !== 'object' || given === null,
      status,
      `${name} takes operators`,
      given,
    );
    const bounds = boundsOf(c, name, (given ?? {}) as Json, status);
    if (bounds) filters.push(dateFilter(name, bounds));
  }
  return answer(c, c.w.sessions, filters, bodySource(body), true);
}

export function listStudy(c: Ctx): Reply {
  const values = all(c, 'userId');
  for (const value of values)
    refuse(c, 'userId.uuid', !isUuid(value), c.s.sessionStatus, 'userId must be a UUID', value);
  const filters: Filter<StudyRow>[] = values.length
    ? [{ name: 'userId', values, keep: (row) => values.includes(row.userId) }]
    : [];
  if (c.s.studyShape === 'list')
    return ok(c, 200, {
      data: c.w.study.filter((row) => filters.every((one) => one.keep(row))).map((row) => viewStudy(c, row)),
    });
  return listing(c, c.w.study, filters, null, pageAsk(c, querySource(c)), (row) => viewStudy(c, row));
}
