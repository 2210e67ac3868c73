import { bodyOf, isObject, isUuid, moment, object, oneOf, refuse, strings } from './checks.ts';
import type { Hooks } from './hooks.ts';
import { pageOut, readSort, readWindow, sorted, sortOfQuery, windowOfQuery } from './lists.ts';
import { repeated, single } from './people.ts';
import type { Ctx, Json, Out, Session } from './types.ts';
import { sessionView, studyView } from './views.ts';

export interface Range {
  gt?: number;
  gte?: number;
  lt?: number;
  lte?: number;
}

interface Filters {
  start: Range | undefined;
  end: Range | undefined;
  users: Set<string> | undefined;
  tests: Set<string> | undefined;
  subjects: Set<string> | undefined;
  status: string | undefined;
}

export const statuses: readonly string[] = ['In Progress', 'Completed'];
const fields: readonly string[] = ['startDate', 'endDate', 'subject', 'lastName'];

function range(given: Json, name: string): Range | undefined {
  const r: Range = {};
  for (const [k, v] of Object.entries(given)) {
    if (k !== 'gt' && k !== 'gte' && k !== 'lt' && k !== 'lte') refuse(`${name} knows no operator ${k}.`);
    r[k] = moment(v, name);
  }
  if (r.gt !== undefined && r.gte !== undefined) refuse(`${name}: gt and gte cannot be used together.`);
  if (r.lt !== undefined && r.lte !== undefined) refuse(`${name}: lt and lte cannot be used together.`);
  return Object.keys(r).length === 0 ? undefined : r;
}

function rangeOfQuery(c: Ctx, name: string): Range | undefined {
  const given: Json = {};
  for (const key of new Set(c.query.keys())) {
    if (key === name) refuse(`${name} takes operators.`);
    if (!key.startsWith(`${name}[`) || !key.endsWith(']')) continue;
    given[key.slice(name.length + 1, -1)] = single(c, key);
  }
  return range(given, name);
}

function within(time: number | undefined, r: Range | undefined): boolean {
  if (!r) return true;
  if (time === undefined) return false;
  if (r.gt !== undefined && !(time > r.gt)) return false;
  if (r.gte !== undefined && !(time >= r.gte)) return false;
  if (r.lt !== undefined && !(time < r.lt)) return false;
  return r.lte === undefined || time <= r.lte;
}

function uuidSet(list: string[] | undefined, name: string): Set<string> | undefined {
  if (!list) return undefined;
  for (const v of list) if (!isUuid(v)) refuse(`${name} holds something that is not a UUID.`);
  return new Set(list.map((v) => v.toLowerCase()));
}

function worthOf(c: Ctx, field: string): (s: Session) => string | number | undefined {
  if (field === 'endDate') return (s) => s.end;
  if (field === 'lastName') return (s) => c.state.people.get(s.userId)?.lastName;
  if (field === 'subject') return (s) => c.state.seed.tests.find((t) => t.id === s.testId)?.subject;
  return (s) => s.start;
}

function subjectOf(c: Ctx, s: Session): string {
  return c.state.seed.tests.find((t) => t.id === s.testId)?.subject ?? '';
}

function matching(c: Ctx, f: Filters, sort: ReturnType<typeof readSort>): Session[] {
  const rows = c.state.seed.sessions.filter(
    (s) =>
      (!f.users || f.users.has(s.userId)) &&
      (!f.tests || f.tests.has(s.testId)) &&
      (!f.subjects || f.subjects.has(subjectOf(c, s))) &&
      (f.status === undefined || f.status === (s.end === undefined ? 'In Progress' : 'Completed')) &&
      within(s.start, f.start) &&
      within(s.end, f.end),
  );
  return sorted(rows, worthOf(c, sort.field), sort.down);
}

/** The three lists of sessions; `only` is the status of two of them. */
export function listSessions(only?: string): (h: Hooks, c: Ctx) => Out {
  return (h, c) => {
    const status = only === undefined ? single(c, 'status') : undefined;
    const f: Filters = {
      start: rangeOfQuery(c, 'startDate'),
      end: rangeOfQuery(c, 'endDate'),
      users: uuidSet(repeated(c, 'userId'), 'userId'),
      tests: uuidSet(repeated(c, 'testId'), 'testId'),
      subjects: repeated(c, 'subject') ? new Set(repeated(c, 'subject')) : undefined,
      status: status === undefined ? only : oneOf(statuses)(status, 'status'),
    };
    const sort = readSort(sortOfQuery(c), fields, 'startDate', false);
    const w = windowOfQuery('sessions', c);
    let rows = matching(c, f, sort);
    for (const fn of h.at('sessions', c)) rows = fn(rows, c);
    return pageOut(h, c, 'sessions', rows, w, (s) => sessionView(h, c, s));
  };
}

export function searchSessions(h: Hooks, c: Ctx): Out {
  const body = bodyOf(c);
  const s: Json = body['search'] === undefined ? {} : object(body['search'], 'search');
  const many = (name: string): string[] | undefined =>
    s[name] === undefined ? undefined : strings(s[name], name);
  const dates = (name: string): Range | undefined =>
    s[name] === undefined ? undefined : range(object(s[name], name), name);
  const subjects = many('subjects');
  const f: Filters = {
    start: dates('startDate'),
    end: dates('endDate'),
    users: uuidSet(many('userIds'), 'userIds'),
    tests: uuidSet(many('testIds'), 'testIds'),
    subjects: subjects ? new Set(subjects) : undefined,
    status: s['status'] === undefined ? undefined : oneOf(statuses)(s['status'], 'status'),
  };
  const from = body['sort'] === undefined ? {} : body['sort'];
  if (!isObject(from)) refuse('sort must be an object.');
  const sort = readSort(from, fields, 'startDate', false);
  const w = readWindow('sessions', body);
  let rows = matching(c, f, sort);
  for (const fn of h.at('sessions', c)) rows = fn(rows, c);
  return pageOut(h, c, 'sessions', rows, w, (x) => sessionView(h, c, x));
}

export function listStudies(h: Hooks, c: Ctx): Out {
  const start = rangeOfQuery(c, 'startDate');
  const end = rangeOfQuery(c, 'endDate');
  const users = uuidSet(repeated(c, 'userId'), 'userId');
  const w = windowOfQuery('studies', c);
  let rows = c.state.seed.studies.filter(
    (s) => within(s.start, start) && within(s.end, end) && (!users || users.has(s.userId)),
  );
  for (const fn of h.at('studies', c)) rows = fn(rows, c);
  return pageOut(h, c, 'studies', rows, w, (s) => studyView(h, c, s));
}
