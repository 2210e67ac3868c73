import type { Context, DateQuirks, Handler, PageQuirks, Range, SortValue } from './core.ts';
import {
  answerPage,
  bad,
  duration,
  inRange,
  isObject,
  iso,
  merged,
  objectParameter,
  one,
  paging,
  range,
  sorted,
  sortOf,
} from './core.ts';
import type { Json, Row, Session, StudySession, Test, User } from './types.ts';
import { repeated, textList } from './users.ts';

export const statuses = { running: 'IN_PROGRESS', done: 'COMPLETED' };
export const sessionSorts = ['startDate', 'endDate', 'lastName', 'subject'];
const standard = { field: 'startDate', direction: 'asc' };

export function showSession(c: Context, s: Session): Row {
  const user = c.db.users.get(s.userId) as User,
    test = c.db.tests.get(s.testId) as Test;
  const learner: Row = { userId: user.userId };
  for (const key of [
    'username',
    'upn',
    'externalId',
    'fullName',
    'firstName',
    'lastName',
    'gender',
    'dateOfBirth',
  ] as const) {
    const value = user[key];
    if (value !== undefined) learner[key] = value;
  }
  const row: Row = {
    sessionId: s.sessionId,
    status: s.end === undefined ? statuses.running : statuses.done,
    startDate: iso(s.start),
    user: learner,
    test: { testId: s.testId, testVersionId: s.testVersionId, name: test.name, subject: test.subject },
    result: null,
  };
  if (s.end !== undefined) {
    row['endDate'] = iso(s.end);
    row['result'] = {
      calculatedDate: iso(s.calculated as number),
      level: s.level as string,
      totalDuration: c.on('m-durations-with-all-parts')
        ? long(s.seconds as number)
        : duration(s.seconds as number),
    };
  }
  return row;
}
function long(seconds: number): string {
  return `P0Y0M${Math.floor(seconds / 86_400)}DT${Math.floor((seconds % 86_400) / 3600)}H${Math.floor((seconds % 3600) / 60)}M${seconds % 60}S`;
}

function keyIn(c: Context, field: string): (s: Session) => SortValue {
  if (field === 'startDate') return (s) => s.start;
  if (field === 'endDate') return (s) => s.end;
  if (field === 'lastName') return (s) => c.db.users.get(s.userId)?.lastName;
  return (s) => c.db.tests.get(s.testId)?.subject;
}

interface Wanted {
  start: Range;
  end: Range;
  userIds: string[] | undefined;
  testIds: string[] | undefined;
  subjects: string[] | undefined;
  status: string | undefined;
}
const ofFilters = (f: Row): Wanted => ({
  start: (f['startDate'] ?? {}) as Range,
  end: (f['endDate'] ?? {}) as Range,
  userIds: f['userIds'] as string[] | undefined,
  testIds: f['testIds'] as string[] | undefined,
  subjects: f['subjects'] as string[] | undefined,
  status: f['status'] as string | undefined,
});
const within = (list: string[] | undefined, value: string): boolean => !list || list.includes(value);

interface Matches {
  start: (s: Session) => boolean;
  end: (s: Session) => boolean;
  user: (s: Session) => boolean;
  test: (s: Session) => boolean;
  subject: (s: Session) => boolean;
  status: (s: Session) => boolean;
}
function matches(c: Context, w: Wanted, startQuirks: DateQuirks = {}, endQuirks: DateQuirks = {}): Matches {
  return {
    start: (s) => inRange(s.start, w.start, startQuirks),
    end: (s) => inRange(s.end, w.end, endQuirks),
    user: (s) => within(w.userIds, s.userId),
    test: (s) => within(w.testIds, s.testId),
    subject: (s) => within(w.subjects, (c.db.tests.get(s.testId) as Test).subject),
    status: (s) =>
      w.status === undefined || (s.end === undefined ? statuses.running : statuses.done) === w.status,
  };
}
const all =
  (m: Matches) =>
  (s: Session): boolean =>
    m.start(s) && m.end(s) && m.user(s) && m.test(s) && m.subject(s) && m.status(s);

function statusOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return value === statuses.running || value === statuses.done
    ? value
    : bad(`status is neither ${statuses.running} nor ${statuses.done}.`);
}

interface QueryOptions {
  startQuirks?: DateQuirks;
  endQuirks?: DateQuirks;
  userMost?: number;
  subjectMost?: number;
  unchecked?: boolean;
}
function queryFilters(c: Context, withStatus: boolean, o: QueryOptions = {}): Row {
  const given: Row = {};
  const start = objectParameter(c.query, 'startDate'),
    end = objectParameter(c.query, 'endDate');
  if (start) given['startDate'] = range(start, 'startDate', o.startQuirks) as Row;
  if (end) given['endDate'] = range(end, 'endDate', o.endQuirks) as Row;
  const userIds = repeated(c, 'userId', true, o.userMost ?? 30, o.unchecked),
    testIds = repeated(c, 'testId', true, 30),
    subjects = repeated(c, 'subject', false, o.subjectMost ?? 30);
  if (userIds) given['userIds'] = userIds;
  if (testIds) given['testIds'] = testIds;
  if (subjects) given['subjects'] = subjects;
  if (withStatus) {
    const status = statusOf(one(c.query, 'status'));
    if (status !== undefined) given['status'] = status;
  }
  const sort = sortOf(objectParameter(c.query, 'sort'), sessionSorts, standard);
  if (sort) given['sort'] = sort;
  return given;
}

function order(filters: Row): { field: string; direction: string } {
  return (filters['sort'] ?? standard) as { field: string; direction: string };
}
const withSort = (given: Row, cursor: boolean): Row =>
  given['sort'] !== undefined || cursor ? given : { ...given, sort: standard };

// --- GET /smart-ia/sessions

const listSessions: Handler = (c) => {
  const pageQuirks: PageQuirks = {
    offsetOneBased: c.on('sessions-offset-one-based'),
    lastPageDropped: c.on('sessions-last-page-dropped'),
    nextAlways: c.on('sessions-next-never-null'),
    limitIgnoredWithCursor: c.on('sessions-limit-ignored-with-cursor'),
    offsetWithCursor: c.on('sessions-offset-beside-cursor'),
    limitShowsCount: c.on('sessions-limit-shows-count'),
    tieFlip: c.on('sessions-ties-lost-on-later-pages'),
    totalRest: c.on('sessions-total-shrinks'),
  };
  if (c.on('sessions-default-limit-50')) pageQuirks.defaultLimit = 50;
  if (c.on('sessions-previous-off-by-one')) pageQuirks.previousOff = -1;
  const startQuirks: DateQuirks = {
    gtInclusive: c.on('sessions-start-gt-inclusive'),
    unixAsMs: c.on('sessions-unix-as-milliseconds'),
    bothLower: c.on('sessions-gt-and-gte'),
    bothUpper: c.on('sessions-lt-and-lte'),
    or: c.on('sessions-range-or'),
    zoneIgnored: c.on('sessions-zone-ignored'),
    noFraction: c.on('sessions-fraction-ignored'),
    lteDay: c.on('sessions-lte-to-end-of-day'),
  };
  const endQuirks: DateQuirks = {
    lteExclusive: c.on('sessions-end-lte-exclusive'),
    missingPasses: c.on('sessions-running-pass-end-filter'),
    ltInclusive: c.on('sessions-end-lt-inclusive'),
  };
  const page = paging(c, 'listSessions', 'query', pageQuirks);
  const given = queryFilters(c, true, {
    startQuirks,
    endQuirks,
    userMost: c.on('sessions-31-users-accepted') ? 31 : 30,
    subjectMost: c.on('sessions-30-subjects-refused') ? 29 : 30,
    unchecked: c.on('sessions-malformed-user-accepted'),
  });
  if (c.on('sessions-external-id-filters') && c.query.has('externalId'))
    given['externalIds'] = c.query.getAll('externalId');
  const forget = c.on('sessions-cursor-forgets-sort')
    ? ['sort']
    : c.on('sessions-cursor-forgets-dates')
      ? ['startDate', 'endDate']
      : c.on('sessions-cursor-forgets-status')
        ? ['status']
        : c.on('sessions-cursor-forgets-tests')
          ? ['testIds']
          : [];
  const filters = merged(c, page, withSort(given, page.cursor !== undefined), forget);
  const w = ofFilters(filters);
  if (c.on('sessions-first-user-only') && c.query.has('userId'))
    w.userIds = [(c.query.get('userId') as string).toLowerCase()];
  const m = matches(c, w, startQuirks, endQuirks);
  if (c.on('sessions-test-by-version'))
    m.test = (s) =>
      within(w.testIds, s.testId) &&
      (!w.testIds || s.testVersionId === c.db.tests.get(s.testId)?.testVersionId);
  if (c.on('sessions-subject-contains'))
    m.subject = (s) =>
      !w.subjects || w.subjects.some((x) => (c.db.tests.get(s.testId) as Test).subject.includes(x));
  if (c.on('sessions-subject-first-word'))
    m.subject = (s) =>
      !w.subjects ||
      w.subjects.some((x) => (c.db.tests.get(s.testId) as Test).subject.split(' ')[0] === x.split(' ')[0]);
  if (c.on('sessions-subject-ignored-with-test') && w.testIds) m.subject = () => true;
  if (c.on('sessions-status-ignored')) m.status = () => true;
  if (c.on('sessions-status-ignored-with-end') && Object.keys(w.start).length) m.status = () => true;
  if (c.on('sessions-completed-only') && w.status === undefined) m.status = (s) => s.end !== undefined;
  if (c.on('sessions-end-filters-start')) m.end = (s) => inRange(s.start, w.end);
  if (c.on('sessions-start-ignored-with-end') && Object.keys(w.end).length) m.start = () => true;
  let test = all(m);
  if (c.on('sessions-user-or-test') && w.userIds && w.testIds)
    test = (s) => m.start(s) && m.end(s) && (m.user(s) || m.test(s)) && m.subject(s) && m.status(s);
  let items = c.db.sessions.filter(test);
  if (filters['externalIds'])
    items = items.filter((s) =>
      (filters['externalIds'] as string[]).includes(c.db.users.get(s.userId)?.externalId ?? ''),
    );
  if (c.on('sessions-of-disabled-hidden'))
    items = items.filter((s) => c.db.users.get(s.userId)?.isActive || w.userIds);
  const { field, direction } = order(filters);
  const way =
    c.on('sessions-default-descending') && !given['sort'] && !page.cursor
      ? 'desc'
      : c.on('sessions-direction-ignored')
        ? 'asc'
        : direction;
  const value =
    c.on('sessions-sort-end-is-start') && field === 'endDate'
      ? keyIn(c, 'startDate')
      : c.on('sessions-sort-whole-seconds')
        ? (s: Session): SortValue => (field === 'startDate' ? Math.floor(s.start / 1000) : keyIn(c, field)(s))
        : keyIn(c, field);
  items = sorted(c, items, value, way, (s) => s.sessionId);
  if (c.on('sessions-total-of-all')) pageQuirks.totalOf = c.db.sessions.length;
  return answerPage(c, {
    operation: 'listSessions',
    items,
    filters,
    page,
    quirks: pageQuirks,
    id: (s) => s.sessionId,
    tie: (s) => value(s) ?? null,
    show: (s) => {
      const row = showSession(c, s);
      const result = row['result'] as Row | null;
      if (c.on('sessions-result-left-out') && s.end === undefined) delete row['result'];
      if (c.on('sessions-end-null') && s.end === undefined) row['endDate'] = null;
      if (c.on('sessions-end-expected') && s.end === undefined) row['endDate'] = iso(s.start + 3_600_000);
      if (c.on('sessions-level-underscore') && result)
        result['level'] = (s.level as string).replace(' - ', '_');
      if (c.on('sessions-na-null') && result && s.level === 'NA') result['level'] = null;
      if (c.on('sessions-duration-seconds') && result) result['totalDuration'] = s.seconds as number;
      if (c.on('sessions-whole-seconds-cut') && s.start % 1000 === 0)
        row['startDate'] = iso(s.start).replace('.000', '');
      if (c.on('sessions-status-of-na') && s.level === 'NA') row['status'] = statuses.running;
      return row;
    },
  });
};

// --- GET /smart-ia/sessions/completed

const listCompletedSessions: Handler = (c) => {
  const pageQuirks: PageQuirks = {
    previousOnFirst: c.on('completed-previous-after-walking-back'),
    limitIgnoredWithCursor: c.on('completed-limit-ignored-with-cursor'),
    beyondEnd: c.on('completed-beyond-the-end'),
    offsetShown: c.on('completed-offset-shown-with-cursor'),
    nextOnLastFull: c.on('completed-next-on-full-last-page'),
    extraItem: c.on('completed-one-more-than-limit'),
  };
  if (c.on('completed-total-of-all-sessions')) pageQuirks.totalOf = c.db.sessions.length;
  if (c.on('completed-next-skips-one')) pageQuirks.nextSkips = 1;
  const startQuirks: DateQuirks = {
    lteExclusive: c.on('completed-start-lte-exclusive'),
    zoneIgnored: c.on('completed-zone-ignored'),
    day: c.on('completed-day-only'),
    invalidIgnored: c.on('completed-invalid-date-ignored'),
  };
  const endQuirks: DateQuirks = {
    gteExclusive: c.on('completed-end-gte-exclusive'),
    seconds: c.on('completed-end-in-whole-seconds'),
    noUnix: c.on('completed-unix-refused'),
  };
  const page = paging(c, 'listCompletedSessions', 'query', pageQuirks);
  const given = queryFilters(c, false, { startQuirks, endQuirks });
  const forget = c.on('completed-cursor-forgets-user')
    ? ['userIds']
    : c.on('completed-cursor-forgets-direction')
      ? ['sort']
      : [];
  const filters = merged(c, page, withSort(given, page.cursor !== undefined), forget);
  const w = ofFilters(filters);
  const m = matches(c, w, startQuirks, endQuirks);
  m.status = (s) => s.end !== undefined;
  if (c.on('completed-includes-running')) m.status = () => true;
  if (c.on('completed-running-with-user') && w.userIds) m.status = () => true;
  if (c.on('completed-na-missing')) m.status = (s) => s.end !== undefined && s.level !== 'NA';
  if (c.on('completed-end-filters-start')) m.end = (s) => inRange(s.start, w.end);
  if (c.on('completed-end-filters-calculated')) m.end = (s) => inRange(s.calculated, w.end);
  if (c.on('completed-tests-ignored')) m.test = () => true;
  if (c.on('completed-latest-per-user'))
    m.status = (s) =>
      s.end !== undefined &&
      !c.db.sessions.some(
        (x) =>
          x.userId === s.userId && x.testId === s.testId && x.end !== undefined && x.end > (s.end as number),
      );
  const { field, direction } = order(filters);
  const items = sorted(c, c.db.sessions.filter(all(m)), keyIn(c, field), direction, (s) => s.sessionId);
  return answerPage(c, {
    operation: 'listCompletedSessions',
    items,
    filters,
    page,
    quirks: pageQuirks,
    id: (s) => s.sessionId,
    show: (s, i, list) => {
      const row = showSession(c, s);
      const result = row['result'] as Row | null;
      if (!result) return row;
      if (c.on('completed-result-null-na') && s.level === 'NA') row['result'] = null;
      if (c.on('completed-below-e3-short') && s.level === 'Entry - Below E3') result['level'] = 'Below E3';
      if (c.on('completed-level-number'))
        result['level'] = (s.level as string).replace(/^([EL]\d) - .*/, '$1');
      if (c.on('completed-hours-lost') && (s.seconds as number) >= 3600)
        result['totalDuration'] = duration((s.seconds as number) % 3600);
      if (c.on('completed-hours-as-clock'))
        result['totalDuration'] = iso((s.seconds as number) * 1000).slice(11, 19);
      if (c.on('completed-end-left-out')) delete row['endDate'];
      if (c.on('completed-end-without-milliseconds'))
        row['endDate'] = iso(s.end as number).replace(/\.\d+/, '');
      if (c.on('completed-level-of-previous') && i > 0 && list[i - 1]?.userId === s.userId)
        result['level'] = list[i - 1]?.level ?? null;
      if (c.on('completed-user-null-disabled') && !c.db.users.get(s.userId)?.isActive)
        row['user'] = { userId: null };
      return row;
    },
  });
};

// --- GET /smart-ia/sessions/in-progress

const listInProgressSessions: Handler = (c) => {
  const pageQuirks: PageQuirks = {
    totalOfPage: c.on('running-total-of-page'),
    offsetIgnored: c.on('running-offset-ignored'),
    nullLeftOut: c.on('running-null-cursors-left-out'),
    previousNullOnSecond: c.on('running-no-previous-on-second-page'),
    limitShowsDefault: c.on('running-limit-shows-default'),
  };
  if (c.on('running-previous-off-by-one')) pageQuirks.previousOff = 1;
  if (c.on('running-default-limit-10')) pageQuirks.defaultLimit = 10;
  const startQuirks: DateQuirks = {
    gteExclusive: c.on('running-start-gte-exclusive'),
    ltInclusive: c.on('running-start-lt-inclusive'),
    unixAsMs: c.on('running-unix-as-milliseconds'),
    bothLower: c.on('running-gt-and-gte'),
    upperIgnoredWithLower: c.on('running-upper-bound-ignored'),
    unixLocal: c.on('running-unix-in-local-time'),
  };
  const page = paging(c, 'listInProgressSessions', 'query', pageQuirks);
  const given = queryFilters(c, false, { startQuirks });
  const filters = merged(
    c,
    page,
    withSort(given, page.cursor !== undefined),
    c.on('running-cursor-forgets-dates')
      ? ['startDate']
      : c.on('running-cursor-forgets-subject')
        ? ['subjects']
        : [],
  );
  const w = ofFilters(filters);
  const m = matches(c, w, startQuirks);
  m.status = (s) => s.end === undefined;
  if (c.on('running-includes-completed')) m.status = () => true;
  if (c.on('running-includes-na')) m.status = (s) => s.end === undefined || s.level === 'NA';
  if (c.on('running-old-missing'))
    m.status = (s) => s.end === undefined && s.start > Date.parse('2025-01-01');
  if (c.on('running-users-ignored-with-dates') && Object.keys(w.start).length) m.user = () => true;
  if (c.on('running-subject-ignored')) m.subject = () => true;
  const { field, direction } = order(filters);
  const items = sorted(c, c.db.sessions.filter(all(m)), keyIn(c, field), direction, (s) => s.sessionId);
  return answerPage(c, {
    operation: 'listInProgressSessions',
    items,
    filters,
    page,
    quirks: pageQuirks,
    id: (s) => s.sessionId,
    show: (s) => {
      const row = showSession(c, s);
      if (s.end !== undefined) return row;
      if (c.on('running-result-empty')) row['result'] = {};
      if (c.on('running-result-of-last')) {
        const last = c.db.sessions.find(
          (x) => x.userId === s.userId && x.testId === s.testId && x.end !== undefined,
        );
        if (last) row['result'] = showSession(c, last)['result'] as Json;
      }
      if (c.on('running-end-now')) row['endDate'] = iso(s.start);
      if (c.on('running-end-null')) row['endDate'] = null;
      if (c.on('running-status-completed-old') && s.start < Date.parse('2026-01-01'))
        row['status'] = statuses.done;
      if (c.on('running-version-null')) row['test'] = { ...(row['test'] as Row), testVersionId: null };
      if (c.on('running-birth-date-time')) {
        const user = row['user'] as Row;
        if (user['dateOfBirth'] !== undefined)
          user['dateOfBirth'] = `${user['dateOfBirth'] as string}T00:00:00Z`;
      }
      return row;
    },
  });
};

// --- POST /smart-ia/sessions/search

const searchSessions: Handler = (c) => {
  const body = isObject(c.body) ? c.body : bad('The body is not a JSON object.');
  const search = body['search'] ?? {};
  const s = isObject(search) ? search : bad('search is not an object.');
  const pageQuirks: PageQuirks = {
    lastPageDropped: c.on('find-sessions-last-page-dropped'),
    previousFirst: c.on('find-sessions-previous-is-always-first'),
    limitIgnoredWithCursor: c.on('find-sessions-limit-ignored-with-cursor'),
    offsetOneBased: c.on('find-sessions-offset-one-based'),
  };
  if (c.on('find-sessions-total-capped')) pageQuirks.totalCap = 100;
  const page = paging(c, 'searchSessions', body, pageQuirks);
  const startQuirks: DateQuirks = {
    gteExclusive: c.on('find-sessions-start-gte-exclusive'),
    unixAsMs: c.on('find-sessions-unix-as-milliseconds'),
    bothUpper: c.on('find-sessions-lt-and-lte'),
    or: c.on('find-sessions-range-or'),
  };
  const endQuirks: DateQuirks = {
    missingPasses: c.on('find-sessions-running-pass-end-filter'),
    gtInclusive: c.on('find-sessions-end-gt-inclusive'),
  };
  const given: Row = {};
  for (const [key, quirks] of [
    ['startDate', startQuirks],
    ['endDate', endQuirks],
  ] as const) {
    const value = s[key] ?? undefined;
    if (value !== undefined)
      given[key] = range(isObject(value) ? value : bad(`${key} is not an object.`), key, quirks) as Row;
  }
  for (const [key, uuid] of [
    ['userIds', true],
    ['testIds', true],
    ['subjects', false],
  ] as const) {
    const raw = s[key];
    if (Array.isArray(raw) && raw.length === 0 && c.on('m-empty-lists-refused')) bad(`${key} is empty.`);
    let list = textList(raw, key, uuid);
    if (list && raw && c.on('find-sessions-over-30-refused') && (raw as string[]).length > 30)
      bad(`${key} has more than 30 values.`);
    if (list && c.on('find-sessions-first-30-values'))
      list = textList((raw as string[]).slice(0, 30), key, uuid);
    if (list?.length) given[key] = list;
    else if (list && c.on('m-empty-lists-match-none')) given[key] = [];
  }
  const status = statusOf(s['status']);
  if (status !== undefined) given['status'] = status;
  const sort = sortOf(body['sort'], sessionSorts, standard);
  if (sort) given['sort'] = sort;
  if (c.on('find-sessions-external-ids') && Array.isArray(s['externalIds']))
    given['externalIds'] = s['externalIds'] as string[];
  const filters = merged(
    c,
    page,
    withSort(given, page.cursor !== undefined),
    c.on('find-sessions-cursor-forgets-subjects')
      ? ['subjects']
      : c.on('find-sessions-cursor-forgets-sort')
        ? ['sort']
        : [],
  );
  const w = ofFilters(filters);
  const m = matches(c, w, startQuirks, endQuirks);
  if (c.on('find-sessions-subjects-ignored')) m.subject = () => true;
  if (c.on('find-sessions-status-ignored-with-users') && w.userIds) m.status = () => true;
  if (c.on('find-sessions-end-ignored')) m.end = () => true;
  if (c.on('find-sessions-last-test-only') && w.testIds) m.test = (x) => x.testId === w.testIds?.at(-1);
  if (c.on('find-sessions-completed-only') && w.status === undefined) m.status = (x) => x.end !== undefined;
  let test = all(m);
  if (c.on('find-sessions-user-or-subject') && w.userIds && w.subjects)
    test = (x) => m.start(x) && m.end(x) && (m.user(x) || m.subject(x)) && m.test(x) && m.status(x);
  let items = c.db.sessions.filter(test);
  if (filters['externalIds'])
    items = items.filter((x) =>
      (filters['externalIds'] as string[]).includes(c.db.users.get(x.userId)?.externalId ?? ''),
    );
  const { field, direction } = order(filters);
  const way = c.on('find-sessions-direction-ignored') ? 'asc' : direction;
  items = sorted(
    c,
    items,
    keyIn(c, c.on('find-sessions-sort-field-ignored') ? 'startDate' : field),
    way,
    (x) => x.sessionId,
  );
  if (c.on('find-sessions-total-without-status') && w.status !== undefined)
    pageQuirks.totalOf = c.db.sessions.filter(all({ ...m, status: () => true })).length;
  return answerPage(c, {
    operation: 'searchSessions',
    items,
    filters,
    page,
    quirks: pageQuirks,
    id: (x) => x.sessionId,
    show: (x, i, list) => {
      const row = showSession(c, x);
      if (c.on('find-sessions-user-of-first') && i > 0 && w.userIds && w.userIds.length > 1)
        row['user'] = showSession(c, list[0] as Session)['user'] as Json;
      if (c.on('find-sessions-result-left-out') && x.end === undefined) delete row['result'];
      if (c.on('find-sessions-start-unix')) row['startDate'] = Math.floor(x.start / 1000);
      if (c.on('find-sessions-duration-minutes') && x.end !== undefined)
        (row['result'] as Row)['totalDuration'] = `${Math.floor((x.seconds as number) / 60)} min`;
      return row;
    },
  });
};

// --- GET /sessions/completed

function showStudy(c: Context, s: StudySession): Row {
  const row: Row = { studySessionId: s.studySessionId, userId: s.userId };
  if (s.classId !== undefined) row['classId'] = s.classId;
  if (s.topic !== undefined) row['topic'] = s.topic;
  row['startDate'] = iso(s.start);
  if (s.end !== undefined) row['endDate'] = iso(s.end);
  row['duration'] = c.on('m-durations-with-all-parts') ? long(s.seconds) : duration(s.seconds);
  return row;
}

const listStudySessions: Handler = (c) => {
  const pageQuirks: PageQuirks = {
    nextOnLastFull: c.on('study-next-on-full-last-page'),
    totalOfPage: c.on('study-total-of-page'),
    extraItem: c.on('study-one-more-than-limit'),
    limitIgnoredWithCursor: c.on('study-limit-ignored-with-cursor'),
  };
  if (c.on('study-next-repeats-one')) pageQuirks.nextSkips = -1;
  const page = paging(c, 'listStudySessions', 'query', pageQuirks);
  const startQuirks: DateQuirks = {
    gtInclusive: c.on('study-start-gt-inclusive'),
    unixAsMs: c.on('study-unix-as-milliseconds'),
    lteExclusive: c.on('study-start-lte-exclusive'),
    bothUpper: c.on('study-lt-and-lte'),
  };
  const endQuirks: DateQuirks = { ltInclusive: c.on('study-end-lt-inclusive') };
  const given: Row = {};
  const start = objectParameter(c.query, 'startDate'),
    end = objectParameter(c.query, 'endDate');
  if (start) given['startDate'] = range(start, 'startDate', startQuirks) as Row;
  if (end) given['endDate'] = range(end, 'endDate', endQuirks) as Row;
  const userIds = repeated(c, 'userId', true, 30);
  if (userIds) given['userIds'] = userIds;
  const filters = merged(
    c,
    page,
    given,
    c.on('study-cursor-forgets-user') ? ['userIds'] : c.on('study-cursor-forgets-dates') ? ['startDate'] : [],
  );
  const w = ofFilters(filters);
  if (c.on('study-user-ignored')) w.userIds = undefined;
  if (c.on('study-first-user-only') && w.userIds) w.userIds = [w.userIds[0] as string];
  if (c.on('study-end-filters-start')) [w.start, w.end] = [{ ...w.start, ...w.end }, {}];
  let items = c.db.studySessions.filter(
    (s) =>
      (s.end !== undefined || c.on('study-includes-running')) &&
      inRange(s.start, w.start, startQuirks) &&
      inRange(s.end, w.end, endQuirks) &&
      within(w.userIds, s.userId),
  );
  if (c.on('study-repeated-topic-once'))
    items = items.filter(
      (s) =>
        s.topic === undefined ||
        !items.some((x) => x.userId === s.userId && x.topic === s.topic && x.start < s.start),
    );
  items = sorted(
    c,
    items,
    (s) => s.start,
    c.on('m-study-newest-first') ? 'desc' : 'asc',
    (s) => s.studySessionId,
  );
  if (c.on('study-total-of-all'))
    pageQuirks.totalOf = c.db.studySessions.filter((s) => s.end !== undefined).length;
  const response = answerPage(c, {
    operation: 'listStudySessions',
    items,
    filters,
    page,
    quirks: pageQuirks,
    id: (s) => s.studySessionId,
    show: (s) => {
      const row = showStudy(c, s);
      if (c.on('study-duration-clock'))
        row['duration'] = `${Math.floor(s.seconds / 60)}:${String(s.seconds % 60).padStart(2, '0')}`;
      if (c.on('study-start-date-only')) row['startDate'] = iso(s.start).slice(0, 10);
      if (c.on('study-class-null') && s.classId === undefined) row['classId'] = null;
      if (c.on('study-end-of-local-time') && s.end !== undefined)
        row['endDate'] = iso(s.end + 3_600_000).replace('Z', '+01:00');
      if (c.on('study-hour-lost') && s.seconds >= 3600) row['duration'] = duration(s.seconds % 3600);
      return row;
    },
  });
  return response;
};

export const sessions: Record<string, Handler> = {
  listSessions,
  listCompletedSessions,
  listInProgressSessions,
  searchSessions,
  listStudySessions,
};
