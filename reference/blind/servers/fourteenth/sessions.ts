// Sessions of initial assessments, and study sessions.
import {
  bad,
  bodyOf,
  type Ctx,
  isObject,
  isUuid,
  type Json,
  knownMembers,
  one,
  onlyKnown,
  type Reply,
} from './core.ts';
import { inRange, type Range, rangeOfBody, rangeOfQuery } from './dates.ts';
import { type Ask, askBody, askQuery, page } from './paging.ts';
import { learnerView, resultView, studyView, testOfSession, when } from './views.ts';
import { key, type Session } from './world.ts';

interface Wanted {
  startDate?: Range | undefined;
  endDate?: Range | undefined;
  userIds?: string[] | undefined;
  testIds?: string[] | undefined;
  subjects?: string[] | undefined;
  status?: 'inProgress' | 'completed' | 'none' | undefined;
  sort: { field: string; down: boolean };
}

function sessionView(c: Ctx, s: Session): Json {
  const n = c.s.session;
  const done = s.end !== undefined;
  const view: Json = {
    [n.id]: s.id,
    status: done ? n.status.completed : n.status.inProgress,
    startDate: when(c, s.start),
    ...(s.end === undefined ? {} : { endDate: when(c, s.end) }),
    [n.user]: learnerView(c, s),
    [n.test]: testOfSession(c, s),
    result: resultView(c, s),
  };
  if (c.s.extras) view['attempt'] = 1;
  spoilDates(c, s, view, done);
  spoilParts(c, s, view, done);
  return view;
}

function spoilDates(c: Ctx, s: Session, v: Json, done: boolean): void {
  if (!done && c.on('progress-end-null')) v['endDate'] = null;
  if (!done && c.on('progress-end-planned') && s.start % 5 === 1) v['endDate'] = when(c, s.start + 3_600_000);
  if (c.on('session-start-bst') && [5, 6, 7].includes(new Date(s.start).getUTCMonth())) {
    v['startDate'] = when(c, s.start + 3_600_000).replace('Z', '+01:00');
  }
}

function spoilParts(c: Ctx, s: Session, v: Json, done: boolean): void {
  const n = c.s.session;
  const names = n.result;
  const result = v['result'] as Json | null;
  const kind = c.w.tests.get(key(s.testId))?.kind;
  if (!done && c.on('progress-result-omitted')) delete v['result'];
  if (!done && c.on('progress-result-object') && c.op === 'listSessions') v['result'] = {};
  if (!done && c.on('progress-shown-completed') && c.op === 'searchSessions')
    v['status'] = n.status.completed;
  if (!done && c.on('progress-abandoned') && s.start < Date.now() - 400 * 86_400_000)
    v['status'] = 'abandoned';
  if (done && c.on('completed-result-null') && result?.[names.level] === 'NA') v['result'] = null;
  if (done && c.on('completed-result-null-slow') && (s.result?.seconds ?? 0) > 86_400) v['result'] = null;
  if (result && done) {
    if (c.on('level-en-dash') && kind === 'maths')
      result[names.level] = String(result[names.level]).replace(' - ', ' – ');
    if (c.on('level-l3') && result[names.level] === 'L2 - Higher') result[names.level] = 'L3 - Lower';
    if (c.on('level-below') && kind === 'digital')
      result[names.level] = String(result[names.level]).replace(/^Entry - Below E3$/, 'Below E3');
    if (c.on('level-na-maths') && kind === 'maths' && result[names.level] === 'E1 - Lower')
      result[names.level] = 'NA';
    if (c.on('level-below-english') && kind === 'english' && /^E[12]/.test(String(result[names.level]))) {
      result[names.level] = 'Entry - Below E3';
    }
    if (c.on('result-duration-lost') && (s.result?.seconds ?? 0) === 1800) delete result[names.duration];
    if (c.on('result-date-day')) result[names.at] = when(c, s.result?.at ?? 0).slice(0, 10);
  }
  const learner = v[n.user] as Json;
  const test = v[n.test] as Json;
  if (c.on('learner-name-of-next') && c.op === 'listCompletedSessions') {
    const people = [...c.w.people.values()];
    const other = people[(people.findIndex((p) => p.id === s.userId) + 1) % people.length];
    if (other) Object.assign(learner, { firstName: other.first, lastName: other.last });
  }
  if (c.on('learner-upn-null') && learner['upn'] === undefined) learner['upn'] = null;
  if (c.on('session-test-ids-swapped') && c.op === 'listInProgressSessions') {
    [test['testId'], test['testVersionId']] = [test['testVersionId'], test['testId']];
  }
  if (c.on('session-test-version-lost') && kind === 'digital') delete test['testVersionId'];
  if (c.on('session-id-of-test') && c.op === 'listInProgressSessions') v[n.id] = test['testId'];
}

function sortOf(c: Ctx, field: unknown, direction: unknown): Wanted['sort'] {
  if (field !== undefined && !c.s.sessionSorts.includes(String(field)))
    throw bad(c, 'sort has no such field.');
  const word = typeof direction === 'string' && c.s.directionsAnyCase ? direction.toLowerCase() : direction;
  if (word !== undefined && word !== 'asc' && word !== 'desc') throw bad(c, 'sort goes asc or desc.');
  const normal = c.on('sessions-default-desc') && word === undefined && field === undefined;
  if (c.on('sessions-direction-ignored') && c.op === 'listSessions')
    return { field: String(field ?? 'startDate'), down: false };
  return { field: String(field ?? 'startDate'), down: normal || word === 'desc' };
}

function checkIds(c: Ctx, name: string, ids: string[] | undefined): string[] | undefined {
  if (ids?.some((id) => !isUuid(id))) {
    throw bad(c, `${name} holds UUIDs.`);
  }
  return ids;
}

const over30: Readonly<Record<string, string>> = {
  userId: 'session-31-userid',
  subject: 'session-31-subject',
};

function listOf(c: Ctx, name: string): string[] | undefined {
  let all: string[] = c.query.getAll(name);
  if (all.length === 0) return undefined;
  const over = over30[name] ?? 'none';
  const max = c.on('session-30-refused') && name === 'testId' ? 29 : 30;
  if (all.length > max && !c.on(over)) throw bad(c, `${name} takes 30 values at most.`);
  if (c.on('session-values-last') && name === 'userId') all = all.slice(-1);
  if (c.on('session-values-ten') && all.length > 10) all = all.slice(0, 10);
  return all;
}

function statusOf(c: Ctx, asked: unknown): Wanted['status'] {
  if (asked === undefined) return undefined;
  const words = c.s.session.statusFilter ?? c.s.session.status;
  if (asked === words.completed) return c.on('status-completed-ignored') ? undefined : 'completed';
  if (asked === words.inProgress) return c.on('status-progress-nothing') ? 'none' : 'inProgress';
  throw bad(c, 'There is no such status.');
}

function wantedOfQuery(c: Ctx, filters: readonly string[]): Wanted {
  const has = (f: string): boolean => filters.includes(f);
  const w: Wanted = {
    sort: has('sort')
      ? sortOf(c, one(c, 'sort[field]'), one(c, 'sort[direction]'))
      : { field: 'startDate', down: false },
  };
  if (has('startDate')) w.startDate = rangeOfQuery(c, 'startDate');
  if (has('endDate')) w.endDate = rangeOfQuery(c, 'endDate');
  if (has('userId')) w.userIds = checkIds(c, 'userId', listOf(c, 'userId'));
  if (has('testId')) w.testIds = checkIds(c, 'testId', listOf(c, 'testId'));
  if (has('subject')) w.subjects = listOf(c, 'subject');
  if (has('status')) w.status = statusOf(c, one(c, 'status'));
  onlyKnown(
    c,
    [...filters, 'limit', 'offset', 'cursor'],
    filters.filter((f) => /Date$|^sort$/.test(f)),
  );
  return w;
}

function chosen(c: Ctx, all: readonly Session[], w: Wanted): Session[] {
  const users = w.userIds && new Set(w.userIds.map(key));
  const tests = w.testIds && new Set(w.testIds.map(key));
  const subjects = w.subjects && new Set(w.subjects);
  const empty = (set: Set<string> | undefined): boolean =>
    set !== undefined && set.size === 0 && c.s.emptyArray === 'ignored';
  const crossed = c.on('start-filter-on-end');
  const loose = c.on('end-filter-takes-open');
  const versions = c.on('test-filter-version');
  const userOrTest = c.on('user-or-test');
  return all.filter((s) => {
    const done = s.end !== undefined;
    if (w.status === 'none' || (w.status === 'completed' && !done) || (w.status === 'inProgress' && done))
      return false;
    const start =
      !w.startDate || inRange(c, 'startDate', w.startDate, crossed ? (s.end ?? s.start) : s.start);
    const end = !w.endDate || (s.end === undefined ? loose : inRange(c, 'endDate', w.endDate, s.end));
    if (!start || !end) return false;
    const byUser = !users || empty(users) || users.has(key(s.userId));
    const t = c.w.tests.get(key(s.testId));
    const byTest = !tests || empty(tests) || tests.has(key(versions ? (t?.version ?? '') : s.testId));
    if (users && tests && userOrTest ? !byUser && !byTest : !byUser || !byTest) return false;
    if (!subjects || empty(subjects)) return true;
    return subjects.has(t?.subject ?? '');
  });
}

function inOrder(c: Ctx, found: Session[], sort: Wanted['sort']): Session[] {
  const keyOf = (s: Session): number | string | undefined => {
    if (sort.field === 'endDate') return s.end;
    if (sort.field === 'subject') return c.w.tests.get(key(s.testId))?.subject;
    if (sort.field === 'status') return s.end === undefined ? 'b' : 'a';
    if (sort.field === 'lastName') return c.w.people.get(key(s.userId))?.last;
    return c.on('sessions-sorted-by-day') ? Math.floor(s.start / 86_400_000) : s.start;
  };
  const sign = sort.down ? -1 : 1;
  const missing = c.s.missing === 'last' ? 1 : -1;
  const keyed = found.map((s, i) => ({ s, v: keyOf(s), i }));
  keyed.sort((a, b) => {
    if (a.v === b.v) return a.i - b.i;
    if (a.v === undefined) return missing;
    if (b.v === undefined) return -missing;
    return a.v < b.v ? -sign : sign;
  });
  return keyed.map((k) => k.s);
}

export function sessionsPage(c: Ctx, all: readonly Session[], w: Wanted, ask: Ask): Reply {
  let found = inOrder(c, chosen(c, all, w), w.sort);
  if (c.on('sessions-once-per-start')) found = found.filter((s, i) => s.start !== found[i - 1]?.start);
  if (c.on('sessions-doubled-by-classes')) {
    found = found.flatMap((s) => ((c.w.people.get(key(s.userId))?.classes.size ?? 0) > 2 ? [s, s] : [s]));
  }
  if (c.on('sessions-of-disabled-lost') && c.op === 'listSessions')
    found = found.filter((s) => c.w.people.get(key(s.userId))?.enabled);
  if (c.on('cursor-skips-ties') && ask.cursor && !ask.cursor.back) {
    const anchor = found.find((s) => String(s.id) === ask.cursor?.anchor);
    found = found.filter((s) => s === anchor || s.start !== anchor?.start);
  }
  const sees = c.on('session-gone-external') && c.query.has('externalId');
  if (sees)
    found = found.filter((s) => c.w.people.get(key(s.userId))?.externalId === c.query.get('externalId'));
  return page(
    c,
    found,
    (s) => String(s.id),
    (s) => sessionView(c, s),
    ask,
  );
}

export function listSessions(c: Ctx): Reply {
  const ask = askQuery(c);
  const w = wantedOfQuery(c, ['startDate', 'endDate', 'userId', 'testId', 'subject', 'status', 'sort']);
  let all: readonly Session[] = c.w.sessions;
  if (c.on('sessions-open-lost-by-subject') && w.subjects) all = all.filter((s) => s.end !== undefined);
  return sessionsPage(c, all, w, ask);
}

export function listCompletedSessions(c: Ctx): Reply {
  const ask = askQuery(c);
  const w = wantedOfQuery(c, c.s.filters.listCompletedSessions);
  return sessionsPage(
    c,
    c.w.sessions.filter((s) => s.end !== undefined),
    w,
    ask,
  );
}

export function listInProgressSessions(c: Ctx): Reply {
  const ask = askQuery(c);
  const w = wantedOfQuery(c, c.s.filters.listInProgressSessions);
  const shortest = c.on('progress-list-short-ones') ? 300 : 0;
  const all = c.w.sessions.filter((s) => s.end === undefined || (s.result?.seconds ?? 0) < shortest);
  return sessionsPage(c, all, w, ask);
}

function texts(c: Ctx, name: string, value: unknown): string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || !value.every((x) => typeof x === 'string'))
    throw bad(c, `${name} is no array of texts.`);
  if (value.length === 0 && c.s.emptyArray === 'refused') throw bad(c, `${name} is empty.`);
  return value as string[];
}

export function searchSessions(c: Ctx): Reply {
  const whole = bodyOf(c);
  knownMembers(c, whole, ['search', 'sort', 'limit', 'offset', 'cursor']);
  const { ask, body } = askBody(c, whole);
  const search = body['search'] ?? {};
  if (!isObject(search)) throw bad(c, 'search is no object.');
  const filters = c.s.filters.searchSessions;
  knownMembers(c, search, filters);
  const take = (name: string): unknown => (filters.includes(name) ? search[name] : undefined);
  const sort = body['sort'] ?? {};
  if (!isObject(sort)) throw bad(c, 'sort is no object.');
  const userIds = checkIds(c, 'userIds', texts(c, 'userIds', take('userIds')));
  if (userIds && userIds.length > 30 && c.on('session-search-30-at-most'))
    throw bad(c, 'userIds takes 30 values at most.');
  const w: Wanted = {
    sort: c.on('session-search-sort-ignored')
      ? { field: 'startDate', down: false }
      : sortOf(c, sort['field'], sort['direction']),
    startDate: rangeOfBody(c, 'startDate', take('startDate')),
    endDate: rangeOfBody(c, 'endDate', take('endDate')),
    userIds,
    testIds: checkIds(c, 'testIds', texts(c, 'testIds', take('testIds'))),
    subjects: texts(c, 'subjects', take('subjects')),
    status: statusOf(c, take('status')),
  };
  const external = search['externalIds'];
  if (Array.isArray(external) && c.on('session-search-gone-external')) {
    const all = c.w.sessions.filter((s) => external.includes(c.w.people.get(key(s.userId))?.externalId));
    return sessionsPage(c, all, w, ask);
  }
  return sessionsPage(c, c.w.sessions, w, ask);
}

export function listStudySessions(c: Ctx): Reply {
  const filters = c.s.filters.listStudySessions;
  const has = (f: string): boolean => filters.includes(f);
  const ask: Ask =
    has('cursor') || has('limit') ? askQuery(c) : { limit: 100, given: false, offset: 0, filters: '' };
  const start = has('startDate') ? rangeOfQuery(c, 'startDate') : undefined;
  const end = has('endDate') ? rangeOfQuery(c, 'endDate') : undefined;
  const users = has('userId') ? checkIds(c, 'userId', listOf(c, 'userId')) : undefined;
  onlyKnown(c, filters, ['startDate', 'endDate']);
  const ids = users && new Set(users.map(key));
  const found = c.w.studies.filter(
    (s) =>
      (!start || inRange(c, 'startDate', start, s.start)) &&
      (!end || inRange(c, 'endDate', end, s.end)) &&
      (!ids || ids.has(key(s.userId)) || c.on('study-user-ignored')),
  );
  found.sort((a, b) => a.start - b.start);
  return page(
    c,
    found,
    (s) => s.id,
    (s) => studyView(c, s),
    ask,
  );
}
