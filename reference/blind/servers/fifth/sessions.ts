import type { Range } from './dates.ts';
import { hasRange, inRange, rangeOf } from './dates.ts';
import { bad, bodyOf, bracketed, compact, iso, one, optionalText, textList, uuid } from './http.ts';
import type { PageAsk } from './paging.ts';
import { pageOfBody, pageOfQuery, paginate } from './paging.ts';
import type { App, Call, JsonObject, Reply, SessionRow, StudyRow, TestRow, UserRow } from './types.ts';
import { part } from './users.ts';

const COMPLETED = 'Completed';
const OPEN = 'InProgress';

export function duration(app: App, seconds: number): string {
  const h = Math.floor(seconds / 3600);
  const m = Math.floor((seconds % 3600) / 60);
  const s = seconds % 60;
  if (app.on('manner.duration-in-seconds-only')) return `PT${seconds}S`;
  if (app.on('sess-hour-duration-lacks-t') && h > 0) return `P${h}H${m}M`;
  const text = `PT${h > 0 ? `${h}H` : ''}${m > 0 ? `${m}M` : ''}${s > 0 ? `${s}S` : ''}`;
  return text === 'PT' ? 'PT0S' : text;
}

function learner(user: UserRow): JsonObject {
  return compact({
    userId: user.userId,
    username: user.username,
    upn: user.upn,
    externalId: user.externalId,
    fullName: user.fullName,
    firstName: user.firstName,
    lastName: user.lastName,
    emails: [...user.emails],
    gender: user.gender,
    dateOfBirth: user.dateOfBirth,
  });
}

function sessionView(app: App, call: Call, row: SessionRow): JsonObject {
  const user = app.store.users.find((u) => u.userId === row.userId) as UserRow;
  const test = app.store.tests.find((t) => t.testId === row.testId) as TestRow;
  const completed = row.result !== null;
  const shown = compact({
    sessionId: row.sessionId,
    status: completed ? COMPLETED : OPEN,
    startDate: iso(row.startDate),
    endDate: row.endDate === null ? undefined : iso(row.endDate),
  });
  shown['user'] = learner(user);
  const testShown = compact({
    testId: test.testId,
    testVersionId: row.testVersionId,
    name: test.name,
    subject: test.subject,
  });
  if (app.on('sess-open-lacks-version') && !completed) delete testShown['testVersionId'];
  shown['test'] = testShown;
  shown['result'] = null;
  if (row.result !== null) {
    let level = row.result.level;
    if (app.on('sess-search-level-unspaced') && call.op === 'POST /smart-ia/sessions/search')
      level = level.replace(' - ', '-');
    if (app.on('sess-level-below-e3-short') && level === 'Entry - Below E3') level = 'Below E3';
    if (app.on('sess-level-l2-lowercase') && level.startsWith('L2')) level = level.toLowerCase();
    const result: JsonObject = {
      calculatedDate: iso(row.result.calculatedDate),
      level,
      totalDuration: duration(app, row.result.durationSeconds),
    };
    if (app.on('sess-duration-number')) result['totalDuration'] = row.result.durationSeconds;
    shown['result'] = result;
    if (app.on('sess-na-result-null') && level === 'NA') shown['result'] = null;
    if (app.on('sess-completed-list-status-missing') && call.op === 'GET /smart-ia/sessions/completed')
      delete shown['status'];
  } else {
    if (app.on('sess-open-result-left-out')) delete shown['result'];
    if (app.on('sess-open-result-empty-object') && call.op === 'GET /smart-ia/sessions/in-progress')
      shown['result'] = {};
    if (app.on('sess-open-has-end-date')) shown['endDate'] = iso(row.startDate + 600000);
  }
  if (app.on('sess-start-with-offset')) shown['startDate'] = iso(row.startDate).replace('Z', '+00:00');
  if (app.on('sess-end-drops-millis') && row.endDate !== null)
    shown['endDate'] = iso(row.endDate).replace(/\.\d{3}Z/, 'Z');
  if (app.on('manner.session-extra-fields')) shown['attempt'] = 1;
  return shown;
}

interface SessionFilter {
  start: Range;
  end: Range;
  userIds: string[] | undefined;
  testIds: string[] | undefined;
  subjects: string[] | undefined;
  status: string | undefined;
  externalIds: string[] | undefined;
}

interface SessionSort {
  field: string;
  direction: string;
  given: boolean;
}

function checkedSort(
  app: App,
  call: Call,
  field: string | undefined,
  direction: string | undefined,
): SessionSort {
  const sort: SessionSort = {
    field: field ?? 'startDate',
    direction: direction ?? 'asc',
    given: field !== undefined || direction !== undefined,
  };
  if (sort.field !== 'startDate' && sort.field !== 'endDate')
    throw bad('sort[field] must be startDate or endDate');
  if (sort.direction !== 'asc' && sort.direction !== 'desc') throw bad('sort[direction] must be asc or desc');
  if (app.on('sess-default-sort-descending') && call.op === 'GET /smart-ia/sessions' && !sort.given)
    sort.direction = 'desc';
  if (app.on('sess-filtered-sort-lost') && call.op === 'GET /smart-ia/sessions' && call.query.has('testId'))
    sort.field = 'none';
  return sort;
}

function checkedStatus(app: App, status: string | undefined): string | undefined {
  if (status === undefined) return undefined;
  if (status === COMPLETED || status === OPEN) return status;
  if (app.on('sess-unknown-status-ignored')) return undefined;
  throw bad('status is not known');
}

function findSessions(app: App, call: Call, filter: SessionFilter): SessionRow[] {
  const { userIds, testIds, subjects, status, externalIds } = filter;
  const list = call.op === 'GET /smart-ia/sessions';
  return app.store.sessions.filter((s) => {
    const test = app.store.tests.find((t) => t.testId === s.testId) as TestRow;
    if (!(app.on('sess-completed-start-ignored') && call.op === 'GET /smart-ia/sessions/completed')) {
      if (!inRange(app, 'startDate', filter.start, s.startDate)) return false;
    }
    const ended =
      app.on('sess-end-filter-reads-start') && list && s.endDate !== null ? s.startDate : s.endDate;
    if (!inRange(app, 'endDate', filter.end, ended)) return false;
    if (userIds !== undefined) {
      const ids = app.on('sess-last-user-id-only') && list ? userIds.slice(-1) : userIds;
      if (!ids.includes(s.userId)) return false;
    }
    if (
      testIds !== undefined &&
      !(
        app.on('sess-search-users-drop-tests') &&
        call.op === 'POST /smart-ia/sessions/search' &&
        userIds !== undefined
      )
    ) {
      if (
        app.on('sess-test-filter-reads-version')
          ? !testIds.includes(s.testVersionId)
          : !testIds.includes(s.testId)
      )
        return false;
    }
    if (subjects !== undefined) {
      const folded = app.on('manner.subject-any-case');
      const hit = subjects.some((subject) => {
        if (app.on('sess-subject-starts-with') && test.subject.startsWith(subject)) return true;
        return folded ? test.subject.toLowerCase() === subject.toLowerCase() : test.subject === subject;
      });
      if (!hit) return false;
    }
    if (status !== undefined && !(app.on('sess-status-lost-with-user') && list && userIds !== undefined)) {
      if ((s.result !== null ? COMPLETED : OPEN) !== status) return false;
    }
    if (externalIds !== undefined) {
      const user = app.store.users.find((u) => u.userId === s.userId) as UserRow;
      if (!externalIds.includes(user.externalId)) return false;
    }
    return true;
  });
}

function ordered(
  app: App,
  call: Call,
  rows: readonly SessionRow[],
  sort: SessionSort,
  ask: PageAsk,
): SessionRow[] {
  if (sort.field === 'none') return [...rows];
  const sign = sort.direction === 'asc' ? 1 : -1;
  let tie = app.on('manner.ties-the-other-way') ? -1 : 1;
  if (app.on('sess-ties-depend-on-page') && ask.start > 0) tie = -tie;
  return [...rows].sort((a, b) => {
    const x = sort.field === 'startDate' ? a.startDate : a.endDate;
    const y = sort.field === 'startDate' ? b.startDate : b.endDate;
    if (x === null || y === null) {
      if (x !== y) return x === null ? 1 : -1;
    } else if (x !== y) {
      if (
        app.on('sess-sort-by-day-only') &&
        call.op === 'GET /smart-ia/sessions' &&
        iso(x).slice(0, 10) === iso(y).slice(0, 10)
      ) {
        return a.sessionId < b.sessionId ? -1 : 1;
      }
      return x < y ? -sign : sign;
    }
    return a.sessionId < b.sessionId ? -tie : tie;
  });
}

function answer(
  app: App,
  call: Call,
  filter: SessionFilter,
  sort: SessionSort,
  ask: PageAsk,
  among: (s: SessionRow) => boolean,
): Reply {
  const rows = ordered(app, call, findSessions(app, call, filter).filter(among), sort, ask);
  const body = paginate(app, call, rows, ask, (row, index) => {
    const shown = sessionView(app, call, row);
    if (
      app.on('sess-user-of-neighbour') &&
      call.op === 'GET /smart-ia/sessions' &&
      ask.start > 0 &&
      index === 0
    ) {
      const before = rows[rows.indexOf(row) - 1];
      if (before !== undefined)
        shown['user'] = learner(app.store.users.find((u) => u.userId === before.userId) as UserRow);
    }
    return shown;
  });
  return { status: 200, body };
}

function queryFilter(app: App, call: Call): SessionFilter {
  const many = (name: string): string[] | undefined => {
    const values = call.query.getAll(name);
    let max = 30;
    if (app.on('sess-31-test-ids-taken') && name === 'testId') max = 500;
    if (app.on('sess-31-user-ids-taken') && name === 'userId' && call.op === 'GET /smart-ia/sessions')
      max = 500;
    if (app.on('sess-30-subjects-refused') && name === 'subject') max = 29;
    if (values.length > max) throw bad(`${name} takes at most 30 values`);
    return values.length === 0 ? undefined : values;
  };
  const externalIds = call.query.getAll('externalId');
  if (externalIds.length > 0 && app.on('manner.removed-parameter-refused'))
    throw bad('externalId is no longer a filter');
  const badUser = app.on('sess-bad-user-id-no-match');
  return {
    start: rangeOf(app, 'startDate', bracketed(app, call, 'startDate')),
    end:
      call.op === 'GET /smart-ia/sessions/in-progress'
        ? {}
        : rangeOf(app, 'endDate', bracketed(app, call, 'endDate')),
    userIds: many('userId')?.map((id) => (badUser ? id.toLowerCase() : uuid(id, 'userId'))),
    testIds: many('testId')?.map((id) => uuid(id, 'testId')),
    subjects: many('subject'),
    status: call.op === 'GET /smart-ia/sessions' ? checkedStatus(app, one(app, call, 'status')) : undefined,
    externalIds: externalIds.length > 0 && app.on('sess-external-id-still-read') ? externalIds : undefined,
  };
}

function querySort(app: App, call: Call): SessionSort {
  const given = bracketed(app, call, 'sort');
  return checkedSort(app, call, given.get('field'), given.get('direction'));
}

export function listSessions(app: App, call: Call): Reply {
  const filter = queryFilter(app, call);
  let among = (_: SessionRow): boolean => true;
  if (app.on('sess-list-na-hidden')) among = (s) => s.result?.level !== 'NA';
  if (app.on('sess-list-completed-unless-asked') && filter.status === undefined && hasRange(filter.start))
    among = (s) => s.result !== null;
  return answer(app, call, filter, querySort(app, call), pageOfQuery(app, call), among);
}

export function listCompleted(app: App, call: Call): Reply {
  const filter = queryFilter(app, call);
  let among = (s: SessionRow): boolean => s.result !== null;
  if (app.on('sess-completed-leaks-open') && filter.userIds !== undefined) among = () => true;
  if (app.on('sess-completed-below-e3-hidden'))
    among = (s) => s.result !== null && s.result.level !== 'Entry - Below E3';
  return answer(app, call, filter, querySort(app, call), pageOfQuery(app, call), among);
}

export function listOpen(app: App, call: Call): Reply {
  const filter = queryFilter(app, call);
  let among = (s: SessionRow): boolean => s.result === null;
  if (app.on('sess-open-leaks-na')) among = (s) => s.result === null || s.result.level === 'NA';
  return answer(app, call, filter, querySort(app, call), pageOfQuery(app, call), among);
}

export function searchSessions(app: App, call: Call): Reply {
  const body = bodyOf(call);
  const search = part(body, 'search');
  const many = (name: string): string[] | undefined => {
    const values = textList(search, name);
    if (values !== undefined && values.length === 0) {
      if (app.on('manner.empty-array-filter-refused')) throw bad(`${name} must not be empty`);
      return undefined;
    }
    if (app.on('sess-search-over-30-refused') && values !== undefined && values.length > 30)
      throw bad(`${name} takes at most 30 values`);
    return values;
  };
  const filter: SessionFilter = {
    start: rangeOf(app, 'startDate', Object.entries(part(search, 'startDate'))),
    end: rangeOf(app, 'endDate', Object.entries(part(search, 'endDate'))),
    userIds: many('userIds')?.map((id) => uuid(id, 'userIds')),
    testIds: many('testIds')?.map((id) => uuid(id, 'testIds')),
    subjects: many('subjects'),
    status: checkedStatus(app, optionalText(search, 'status')),
    externalIds: app.on('sess-search-external-ids-still-read') ? textList(search, 'externalIds') : undefined,
  };
  const sort = part(body, 'sort');
  const order = checkedSort(app, call, optionalText(sort, 'field'), optionalText(sort, 'direction'));
  return answer(app, call, filter, order, pageOfBody(app, call, body), () => true);
}

// ---- study sessions ------------------------------------------------------

function studyView(app: App, row: StudyRow): JsonObject {
  const seconds = row.endDate === null ? 0 : Math.round((row.endDate - row.startDate) / 1000);
  return compact({
    studySessionId: row.studySessionId,
    userId: row.userId,
    subject: row.subject,
    activity: row.activity,
    startDate: iso(row.startDate),
    endDate: row.endDate === null ? undefined : iso(row.endDate),
    duration: row.endDate === null ? undefined : duration(app, seconds),
    score: row.score,
  });
}

export function listStudies(app: App, call: Call): Reply {
  const start = rangeOf(app, 'startDate', bracketed(app, call, 'startDate'));
  const end = rangeOf(app, 'endDate', bracketed(app, call, 'endDate'));
  const users = call.query.getAll('userId');
  const subjects = call.query.getAll('subject');
  if (users.length > 30 || subjects.length > 30) throw bad('A filter takes at most 30 values');
  const userIds = users.map((id) => uuid(id, 'userId'));
  const rows = app.store.studies.filter((s) => {
    if (s.endDate === null && !app.on('study-leaks-open')) return false;
    if (!inRange(app, 'startDate', start, s.startDate)) return false;
    if (!inRange(app, 'endDate', end, s.endDate)) return false;
    if (userIds.length > 0 && !userIds.includes(s.userId) && !app.on('study-user-filter-ignored'))
      return false;
    return subjects.length === 0 || subjects.includes(s.subject);
  });
  const sort = querySort(app, call);
  const sign = sort.direction === 'asc' ? 1 : -1;
  rows.sort((a, b) => {
    const x = (sort.field === 'endDate' ? a.endDate : a.startDate) ?? Number.MAX_SAFE_INTEGER;
    const y = (sort.field === 'endDate' ? b.endDate : b.startDate) ?? Number.MAX_SAFE_INTEGER;
    return x !== y ? (x - y) * sign : a.studySessionId < b.studySessionId ? -1 : 1;
  });
  return {
    status: 200,
    body: paginate(app, call, rows, pageOfQuery(app, call), (row) => studyView(app, row)),
  };
}
