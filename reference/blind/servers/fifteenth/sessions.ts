/** Initial-assessment sessions and study sessions. */

import { iso } from './groups.ts';
import { type ListWork, pageOf } from './paging.ts';
import { type Filter, isObject, type ListSpec, readAsked } from './reading.ts';
import type { Answer, Ctx, Json, Obj, Session, Study } from './types.ts';
import { fullName } from './users.ts';

function dateOf(c: Ctx, time: number): string {
  return c.s.sessions.dates === 'date' ? iso(time).slice(0, 10) : iso(time);
}

export function durationOf(seconds: number, form: 'short' | 'full' | 'minutes'): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = seconds % 60;
  if (form === 'full') return `P0Y0M0DT${hours}H${minutes}M${rest}S`;
  if (form === 'minutes') return `PT${Math.floor(seconds / 60)}M${rest}S`;
  const parts = [
    hours > 0 ? `${hours}H` : '',
    minutes > 0 ? `${minutes}M` : '',
    rest > 0 || seconds === 0 ? `${rest}S` : '',
  ];
  return `PT${parts.join('')}`;
}

function learner(c: Ctx, session: Session): Json {
  const user = c.world.users.get(session.userId);
  if (user === undefined) return null;
  const values: Record<string, Json> = {
    userId: user.id,
    username: user.username,
    upn: user.upn,
    externalId: user.externalId,
    fullName: fullName(c, user),
    firstName: user.firstName,
    lastName: user.lastName,
    emails: [...user.emails],
    gender: user.gender,
    dateOfBirth: user.birth,
  };
  const view: Obj = {};
  for (const name of c.s.sessions.userFields) {
    const value = values[name];
    if (value === undefined || value === '') continue;
    if (Array.isArray(value) && value.length === 0 && c.s.teams.c.emptyArrays === 'omit') continue;
    view[name] = value;
  }
  return view;
}

export function viewSession(c: Ctx, session: Session): Obj {
  const rules = c.s.sessions;
  const test = c.world.tests.get(session.testId);
  const done = session.end !== 0;
  const view: Obj = {
    [rules.id]: session.id,
    startDate: dateOf(c, session.start),
    status: done ? rules.completed : rules.inProgress,
  };
  if (done) view['endDate'] = dateOf(c, session.end);
  view[rules.user] = learner(c, session);
  const shownTest: Obj = { testId: session.testId, testVersionId: test?.versionId ?? session.testId };
  if (rules.testFields.includes('name') && test !== undefined) shownTest['name'] = test.name;
  if (rules.testFields.includes('subject') && test !== undefined) shownTest['subject'] = test.subject;
  view[rules.test] = shownTest;
  view['result'] = done
    ? {
        [rules.calculated]: dateOf(c, session.calculated),
        [rules.level]: session.level,
        [rules.duration]: durationOf(session.seconds, rules.durations),
      }
    : null;
  if (c.s.teams.c.extras) view['attempt'] = 1;
  return view;
}

function inRange(time: number, range: Json): boolean {
  if (!isObject(range)) return true;
  const { gt, gte, lt, lte } = range;
  if (typeof gt === 'number' && !(time > gt)) return false;
  if (typeof gte === 'number' && !(time >= gte)) return false;
  if (typeof lt === 'number' && !(time < lt)) return false;
  return !(typeof lte === 'number' && !(time <= lte));
}

function sessionMatches(c: Ctx) {
  const sets = new Map<string, Set<string>>();
  const among = (name: string, value: Json, one: string): boolean => {
    let set = sets.get(name);
    if (set === undefined) {
      set = new Set((Array.isArray(value) ? value : []).map((item) => String(item).toLowerCase()));
      sets.set(name, set);
    }
    return set.has(one.toLowerCase());
  };
  return (session: Session, name: string, value: Json): boolean => {
    switch (name) {
      case 'userId':
        return among(name, value, session.userId);
      case 'testId':
        return among(name, value, session.testId);
      case 'subject':
        return among(name, value, c.world.tests.get(session.testId)?.subject ?? '');
      case 'status':
        return (session.end === 0) === (value === c.s.sessions.filterInProgress);
      case 'startDate':
        return inRange(session.start, value);
      case 'endDate':
        return session.end !== 0 && inRange(session.end, value);
      default:
        return true;
    }
  };
}

function sessionWork(
  c: Ctx,
  only: 'all' | 'completed' | 'in-progress',
  field: string,
  direction: string,
): ListWork<Session> {
  const sign = direction === 'asc' ? 1 : -1;
  const rows = [...c.world.sessions.values()].filter(
    (one) => only === 'all' || (one.end !== 0) === (only === 'completed'),
  );
  const value = (one: Session): number | string => {
    if (field === 'endDate') return one.end === 0 ? Number.MAX_SAFE_INTEGER : one.end;
    if (field === 'subject') return c.world.tests.get(one.testId)?.subject ?? '';
    if (field === 'lastName') return c.world.users.get(one.userId)?.lastName ?? '';
    if (field === 'status') return one.end === 0 ? 'b' : 'a';
    return one.start;
  };
  return {
    rows,
    matches: sessionMatches(c),
    key: (one) => one.id,
    compare: (left, right) => {
      const a = value(left);
      const b = value(right);
      const order = a === b ? 0 : a < b ? -1 : 1;
      return order * sign || (left.id < right.id ? -1 : 1);
    },
    show: (one) => viewSession(c, one),
  };
}

function filterOf(c: Ctx, given: string, body: boolean): Filter | undefined {
  const name = body && given.endsWith('s') && given !== 'status' ? given.slice(0, -1) : given;
  if (name === 'userId' || name === 'testId')
    return { name, given, type: 'uuids', ...(body ? {} : { max: 30 }) };
  if (name === 'subject') return { name, given, type: 'strings', ...(body ? {} : { max: 30 }) };
  if (name === 'startDate' || name === 'endDate') return { name, given, type: 'dates' };
  const words = [c.s.sessions.filterInProgress, c.s.sessions.filterCompleted];
  return name === 'status' ? { name, given, type: 'word', words } : undefined;
}

function specOf(c: Ctx, names: readonly string[], where: 'query' | 'body'): ListSpec {
  return {
    where,
    filters: names.map((name) => filterOf(c, name, where === 'body')).filter((one) => one !== undefined),
    sorts: c.s.sessions.sorts,
    sort: names.includes('sort') ? { field: 'startDate', direction: 'asc' } : undefined,
    status: c.s.sessions.refuses,
    pages: where === 'query' || c.s.sessions.searchPages,
  };
}

function findSessions(c: Ctx, only: 'all' | 'completed' | 'in-progress', spec: ListSpec): Answer {
  const asked = readAsked(c, spec);
  const work = sessionWork(c, only, asked.sortField || 'startDate', asked.sortDirection);
  const answer = pageOf(c, asked, work);
  if (!spec.pages && isObject(answer.body)) answer.body = { data: answer.body['data'] ?? [] };
  return answer;
}

const ALL = ['startDate', 'endDate', 'userId', 'testId', 'subject', 'status', 'sort'];

export const listSessions = (c: Ctx): Answer => findSessions(c, 'all', specOf(c, ALL, 'query'));
export const listCompleted = (c: Ctx): Answer =>
  findSessions(c, 'completed', specOf(c, c.s.sessions.filters, 'query'));
export const listInProgress = (c: Ctx): Answer =>
  findSessions(c, 'in-progress', specOf(c, c.s.sessions.filters, 'query'));
export const searchSessions = (c: Ctx): Answer =>
  findSessions(c, 'all', specOf(c, c.s.sessions.searchFilters, 'body'));

function viewStudy(c: Ctx, study: Study): Obj {
  const values: Obj = {
    studySessionId: study.id,
    id: study.id,
    userId: study.userId,
    topic: study.topic,
    startDate: iso(study.start),
    endDate: iso(study.end),
    duration: durationOf(Math.round((study.end - study.start) / 1000), c.s.sessions.durations),
  };
  const view: Obj = {};
  for (const name of c.s.sessions.studyFields) view[name] = values[name] ?? '';
  return view;
}

export function listStudies(c: Ctx): Answer {
  const names = c.s.sessions.studyFilters;
  const filters = names.map((name) => filterOf(c, name, false)).filter((one) => one !== undefined);
  const asked = readAsked(c, {
    where: 'query',
    filters,
    sorts: [],
    sort: undefined,
    status: c.s.sessions.refuses,
    pages: c.s.sessions.studyPages,
  });
  const answer = pageOf<Study>(c, asked, {
    rows: c.world.studies,
    matches: (study, name, value) => {
      if (name === 'userId')
        return (
          Array.isArray(value) && value.some((id) => String(id).toLowerCase() === study.userId.toLowerCase())
        );
      if (name === 'startDate') return inRange(study.start, value);
      return name === 'endDate' ? inRange(study.end, value) : true;
    },
    key: (study) => study.id,
    compare: (left, right) => left.start - right.start || (left.id < right.id ? -1 : 1),
    show: (study) => viewStudy(c, study),
  });
  if (!c.s.sessions.studyPages && isObject(answer.body)) answer.body = { data: answer.body['data'] ?? [] };
  return answer;
}
