import type { DateRange } from '../dates.ts';
import { has, rangeFromQuery, rangeOf, refuseContradictions, within } from '../dates.ts';
import { HttpError } from '../errors.ts';
import { foldCase, isObject, isUuid, singleValue } from '../params.ts';
import { statusOf } from '../render.ts';
import type { Context } from '../router.ts';
import type { Json, JsonObject, SessionRow, SessionStatus } from '../types.ts';

/** What a list of initial-assessment sessions is asked for; parts are joined by "and". */
export type SessionFilter = {
  start?: DateRange;
  end?: DateRange;
  userIds?: string[];
  testIds?: string[];
  subjects?: string[];
  status?: SessionStatus;
};

export type SessionSort = { field: 'startDate' | 'endDate'; descending: boolean };

export function statusFrom(text: string): SessionStatus {
  const plain = text.toLowerCase().replace(/[ _]/g, '-');
  if (plain === 'in-progress' || plain === 'completed') return plain;
  throw new HttpError(400, 'status must be in-progress or completed');
}

function repeatedAtMost30(query: URLSearchParams, name: string): string[] | undefined {
  const values = query.getAll(name);
  if (values.length === 0) return undefined;
  if (values.length > 30) throw new HttpError(400, `${name} takes at most 30 values`);
  return values;
}

function uuids(name: string, values: readonly string[]): string[] {
  return values.map((value) => {
    if (!isUuid(value)) throw new HttpError(400, `${name} must hold UUIDs`);
    return value.toLowerCase();
  });
}

export function sessionFilterFromQuery({ query }: Context): SessionFilter {
  const filter: SessionFilter = {};
  const start = rangeFromQuery('startDate', query);
  if (start !== undefined) {
    refuseContradictions('startDate', start);
    filter.start = start;
  }
  const end = rangeFromQuery('endDate', query);
  if (end !== undefined) {
    refuseContradictions('endDate', end);
    filter.end = end;
  }
  const userIds = repeatedAtMost30(query, 'userId');
  if (userIds !== undefined) filter.userIds = uuids('userId', userIds);
  const testIds = repeatedAtMost30(query, 'testId');
  if (testIds !== undefined) filter.testIds = uuids('testId', testIds);
  const subjects = repeatedAtMost30(query, 'subject');
  if (subjects !== undefined) filter.subjects = subjects;
  return filter;
}

/** The search of everything reads the same parameters, with its own history of mistakes. */
export function mainFilterFromQuery(context: Context): SessionFilter {
  const { query, flags } = context;
  const filter: SessionFilter = {};
  const start = rangeFromQuery('startDate', query);
  if (start !== undefined) {
    if (!(flags.on('sessions-gt-gte-accepted') && has(start, 'gt') && has(start, 'gte')))
      refuseContradictions('startDate', start);
    filter.start = start;
  }
  const end = rangeFromQuery('endDate', query);
  if (end !== undefined) {
    refuseContradictions('endDate', end);
    filter.end = end;
  }
  for (const range of [start, end]) {
    if (range === undefined) continue;
    if (flags.on('sessions-range-last-operator-only')) range.splice(0, range.length - 1);
    for (const bound of range) {
      if (flags.on('sessions-unix-as-millis') && bound.unix) bound.at /= 1000;
      if (flags.on('sessions-lte-excludes-border') && bound.op === 'lte') bound.op = 'lt';
    }
  }
  const userIds = repeatedAtMost30(query, 'userId');
  if (userIds !== undefined) filter.userIds = uuids('userId', userIds);
  const testIds = repeatedAtMost30(query, 'testId');
  if (testIds !== undefined) filter.testIds = uuids('testId', testIds);
  const subjects = repeatedAtMost30(query, 'subject');
  if (subjects !== undefined)
    filter.subjects = flags.on('sessions-subject-last-only') ? subjects.slice(-1) : subjects;
  const status = singleValue(query, 'status');
  if (status !== undefined) filter.status = statusFrom(status);
  return filter;
}

export function sessionSortFromQuery({ query }: Context): SessionSort | undefined {
  if (query.has('sort')) throw new HttpError(400, 'sort takes sort[field] and sort[direction]');
  const field = singleValue(query, 'sort[field]');
  const direction = singleValue(query, 'sort[direction]');
  return field === undefined && direction === undefined ? undefined : sessionSortOf(field, direction);
}

export function sessionSortOf(field: string | undefined, direction: string | undefined): SessionSort {
  if (field !== undefined && field !== 'startDate' && field !== 'endDate') {
    throw new HttpError(400, 'sort field must be startDate or endDate');
  }
  if (direction !== undefined && direction !== 'asc' && direction !== 'desc') {
    throw new HttpError(400, 'sort direction must be asc or desc');
  }
  return { field: field ?? 'startDate', descending: direction === 'desc' };
}

function bodyList(search: JsonObject, name: string): string[] | undefined {
  const value = search[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw new HttpError(400, `${name} must be an array`);
  return value.map((item) => {
    if (typeof item !== 'string') throw new HttpError(400, `${name} must hold strings`);
    return item;
  });
}

function bodyRange(search: JsonObject, name: string): DateRange | undefined {
  const value: Json = search[name];
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) throw new HttpError(400, `${name} must be an object of operators`);
  const pairs = Object.entries(value).map(([op, operand]) => {
    if (typeof operand !== 'string' && typeof operand !== 'number')
      throw new HttpError(400, `${name}.${op} must be a date-time`);
    return [op, String(operand)] as const;
  });
  const range = rangeOf(name, pairs);
  refuseContradictions(name, range);
  return range.length === 0 ? undefined : range;
}

export function sessionFilterFromBody(search: Json): SessionFilter {
  if (search === undefined || search === null) return {};
  if (!isObject(search)) throw new HttpError(400, 'search must be an object');
  const filter: SessionFilter = {};
  const start = bodyRange(search, 'startDate');
  if (start !== undefined) filter.start = start;
  const end = bodyRange(search, 'endDate');
  if (end !== undefined) filter.end = end;
  const userIds = bodyList(search, 'userIds');
  if (userIds !== undefined && userIds.length > 0) filter.userIds = uuids('userIds', userIds);
  const testIds = bodyList(search, 'testIds');
  if (testIds !== undefined && testIds.length > 0) filter.testIds = uuids('testIds', testIds);
  const subjects = bodyList(search, 'subjects');
  if (subjects !== undefined && subjects.length > 0) filter.subjects = subjects;
  const status = search['status'];
  if (typeof status === 'string') filter.status = statusFrom(status);
  else if (status !== undefined && status !== null) throw new HttpError(400, 'status must be a string');
  return filter;
}

export function hasSessionFilter(filter: SessionFilter): boolean {
  return Object.keys(filter).length > 0;
}

/** The same filters give the same text, in whatever order and notation they came. */
export function sessionFilterText(filter: SessionFilter): string {
  const range = (bounds: DateRange | undefined): DateRange | undefined =>
    bounds === undefined
      ? undefined
      : [...bounds].map((b) => ({ op: b.op, at: b.at, unix: false })).sort((a, b) => (a.op < b.op ? -1 : 1));
  return JSON.stringify({
    start: range(filter.start),
    end: range(filter.end),
    userIds: filter.userIds === undefined ? undefined : [...filter.userIds].sort(),
    testIds: filter.testIds === undefined ? undefined : [...filter.testIds].sort(),
    subjects: filter.subjects === undefined ? undefined : [...filter.subjects].sort(),
    status: filter.status,
  });
}

/** Sessions that meet all parts of the filter, in no particular order. */
export function selectSessions({ store }: Context, filter: SessionFilter): SessionRow[] {
  let rows = filter.userIds === undefined ? [...store.sessions] : store.sessionsOf(filter.userIds);
  const { start, end } = filter;
  if (start !== undefined) rows = rows.filter((s) => within(s.startedAt, start));
  if (end !== undefined) rows = rows.filter((s) => s.endedAt !== undefined && within(s.endedAt, end));
  if (filter.testIds !== undefined) {
    const wanted = new Set(filter.testIds);
    rows = rows.filter((s) => wanted.has(s.testId));
  }
  if (filter.subjects !== undefined) {
    const wanted = new Set(filter.subjects.map(foldCase));
    rows = rows.filter((s) => {
      const subject = store.tests.get(s.testId)?.subject;
      return subject !== undefined && wanted.has(foldCase(subject));
    });
  }
  if (filter.status !== undefined) rows = rows.filter((s) => statusOf(s) === filter.status);
  return rows;
}
