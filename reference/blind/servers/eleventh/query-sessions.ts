// Searching sessions: what the four lists of sessions have in common.
import { type Answer, bad, type Ctx, type Doc } from './kernel.ts';
import { answerList, mark, objectOfBody, readPaging } from './paging.ts';
import { type DateTest, readDates } from './query-dates.ts';
import { forget, readSeveral, type Several } from './query-lists.ts';
import { COMPLETED, IN_PROGRESS, showSessions } from './show-sessions.ts';
import type { Session } from './world.ts';

export interface RawSessions {
  startDate?: Doc | undefined;
  endDate?: Doc | undefined;
  userId?: unknown[] | undefined;
  testId?: unknown[] | undefined;
  subject?: unknown[] | undefined;
  status?: unknown;
  externalId?: unknown[] | undefined;
  sort?: unknown;
  paging: Doc;
  most: number;
}

interface Filters {
  startDate?: DateTest | undefined;
  endDate?: DateTest | undefined;
  userId?: Several | undefined;
  testId?: Several | undefined;
  subject?: Several | undefined;
  status?: string | undefined;
  externalId?: Several | undefined;
}

interface Sort {
  field: 'startDate' | 'endDate';
  down: boolean;
  given: boolean;
}

function readSort(ctx: Ctx, value: unknown, filtered: boolean): Sort {
  const object = objectOfBody(value, 'sort');
  const sort: Sort = { field: 'startDate', down: false, given: object !== undefined };
  if (!object) {
    if (ctx.f('default-desc')) sort.down = true;
    if (ctx.f('default-end')) sort.field = 'endDate';
    if (ctx.f('default-filter-desc') && filtered) sort.down = true;
    return sort;
  }
  const { field, direction } = object;
  if (field !== undefined) {
    if (field !== 'startDate' && field !== 'endDate') {
      if (ctx.on('m-unknown-sort-ignored')) return { field: 'startDate', down: false, given: false };
      throw bad('sort[field] must be startDate or endDate');
    }
    sort.field = field;
  }
  if (direction !== undefined) {
    if (direction !== 'asc' && direction !== 'desc') throw bad('sort[direction] must be asc or desc');
    sort.down = direction === 'desc';
  }
  if (ctx.f('sort-direction')) sort.down = false;
  if (ctx.f('sort-ignored')) return { field: 'startDate', down: false, given: true };
  if (ctx.f('sort-end-start') && sort.field === 'endDate') sort.field = 'startDate';
  if (ctx.f('sort-filter') && filtered) return { field: 'startDate', down: false, given: true };
  if (ctx.f('sort-end-desc') && sort.field === 'endDate') sort.down = false;
  if (ctx.f('sort-start-desc') && sort.field === 'startDate' && sort.down) sort.field = 'endDate';
  return sort;
}

function readStatus(ctx: Ctx, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value !== IN_PROGRESS && value !== COMPLETED) {
    if (ctx.f('status-unknown')) return undefined;
    if (ctx.on('m-unknown-values-empty') && typeof value === 'string') return value;
    throw bad(`status must be ${IN_PROGRESS} or ${COMPLETED}`);
  }
  if (ctx.f('status-ignored')) return undefined;
  if (ctx.f('status-progress') && value === IN_PROGRESS) return undefined;
  if (ctx.f('status-completed') && value === COMPLETED) return undefined;
  return value;
}

function matcher(ctx: Ctx, filters: Filters): (session: Session) => boolean {
  const { startDate, endDate, userId, testId, subject, status, externalId } = filters;
  const { views } = ctx;
  const tests: ((session: Session) => boolean)[] = [];
  const wrongEnd = ctx.f('end-of-start');
  const wrongStart = ctx.f('start-of-end');
  if (startDate) tests.push((one) => startDate(wrongStart ? (one.end ?? one.start) : one.start));
  if (endDate) tests.push((one) => endDate(wrongEnd ? one.start : one.end));
  if (userId) tests.push((one) => userId.has(one.userId));
  if (testId) {
    const bySubject = ctx.f('test-subject');
    const subjects = new Set(testId.values.map((id) => views.testById.get(id)?.subject));
    tests.push(
      (one) => testId.has(one.testId) || (bySubject && subjects.has(views.testById.get(one.testId)?.subject)),
    );
  }
  if (subject) {
    const anyCase = ctx.on('m-subject-any-case');
    const wanted = new Set(subject.values.map((one) => one.toLowerCase()));
    tests.push((one) => {
      const name = views.testById.get(one.testId)?.subject;
      return subject.has(name) || (anyCase && wanted.has((name ?? '').toLowerCase()));
    });
  }
  if (status !== undefined) {
    const old = ctx.f('status-stale');
    const long = ctx.f('status-long');
    tests.push((one) => {
      const completed = one.end !== undefined;
      if (old && !completed && ctx.now - one.start > 200 * 86_400_000) return true;
      if (long && one.end !== undefined && one.end - one.start > 86_400_000) return status === IN_PROGRESS;
      return status === (completed ? COMPLETED : IN_PROGRESS);
    });
  }
  if (externalId) tests.push((one) => externalId.has(views.userById.get(one.userId)?.externalId));
  if (tests.length > 1 && ctx.f('any-of')) return (one) => tests.some((test) => test(one));
  return (one) => tests.every((test) => test(one));
}

const DAY = 86_400_000;

/** What a list holds before it is filtered. */
function scope(ctx: Ctx, of: 'all' | 'completed' | 'progress'): readonly Session[] {
  const all = ctx.world.sessions;
  const leakOld = ctx.f('leak-old');
  const loseNa = ctx.f('lose-na');
  const loseLong = ctx.f('lose-long');
  const leakNa = ctx.f('leak-na');
  const loseDisabled = ctx.f('lose-disabled');
  const leakRecent = ctx.f('leak-recent');
  const wanted = (one: Session): boolean => {
    if (loseDisabled && ctx.views.userById.get(one.userId)?.disabled) return false;
    if (loseNa && one.result?.level === 'NA') return false;
    if (loseLong && one.end !== undefined && one.end - one.start > DAY) return false;
    if (leakNa && one.result?.level === 'NA') return true;
    if (leakOld && one.end === undefined && ctx.now - one.start > 240 * DAY) return true;
    if (leakRecent && one.end !== undefined && ctx.now - one.end < 15 * DAY) return true;
    if (of === 'all') return true;
    return (of === 'completed') === (one.end !== undefined);
  };
  return all.filter(wanted);
}

function ordered(ctx: Ctx, rows: readonly Session[], sort: Sort): readonly Session[] {
  const reversed = ctx.on('m-ties-reversed');
  const missingFirst = ctx.on('m-missing-first');
  const coarse = ctx.f('sort-day') ? DAY : ctx.f('sort-week') ? 7 * DAY : 1;
  const key = (one: Session): number | undefined => {
    const time = sort.field === 'endDate' ? one.end : one.start;
    return time === undefined ? undefined : Math.floor(time / coarse);
  };
  const sign = sort.down ? -1 : 1;
  const keyed = rows.map((row, at) => ({ row, at, key: key(row) }));
  keyed.sort((a, b) => {
    if (a.key !== b.key) {
      if (a.key === undefined) return missingFirst ? -1 : 1;
      if (b.key === undefined) return missingFirst ? 1 : -1;
      return sign * (a.key - b.key);
    }
    return reversed ? b.at - a.at : a.at - b.at;
  });
  return keyed.map((one) => one.row);
}

export function searchSessions(ctx: Ctx, raw: RawSessions, of: 'all' | 'completed' | 'progress'): Answer {
  const { most } = raw;
  const filters: Filters = {
    startDate: readDates(ctx, 'startDate', raw.startDate),
    endDate: readDates(ctx, 'endDate', raw.endDate),
    userId: readSeveral(ctx, { name: 'userId', uuid: true, most }, raw.userId),
    testId: readSeveral(ctx, { name: 'testId', uuid: true, most }, raw.testId),
    subject: readSeveral(ctx, { name: 'subject', uuid: false, most }, raw.subject),
    status: readStatus(ctx, raw.status),
  };
  if (raw.externalId !== undefined && ctx.f('external-works')) {
    filters.externalId = readSeveral(ctx, { name: 'externalId', uuid: false, most }, raw.externalId);
  }
  const beside = ['limit', 'offset', 'cursor'].filter((name) => raw.paging[name] !== undefined);
  if (raw.sort !== undefined) beside.push('sort');
  forget(ctx, filters, beside);
  const filtered = Object.values(filters).some((one) => one !== undefined);
  const asked = mark(ctx, raw);
  const paging = readPaging(ctx, raw.paging, `sessions-${of}`, asked, filtered);
  const sort = readSort(ctx, raw.sort, filtered);
  const wide = (['userId', 'testId', 'subject'] as const).filter((name) => ctx.f(`${name}-unknown-all`));
  return answerList<Session>(ctx, paging, {
    all: () => scope(ctx, of),
    filtered,
    filter: (rows) => {
      const found = rows.filter(matcher(ctx, filters));
      if (found.length === 0 && wide.some((name) => filters[name] !== undefined)) return rows;
      const { userId, testId } = filters;
      if (!userId?.twice.size && !testId?.twice.size) return found;
      return found.flatMap((one) =>
        userId?.twice.has(one.userId) || testId?.twice.has(one.testId) ? [one, one] : [one],
      );
    },
    sorted: sort.given,
    sort: (rows, plain) =>
      ordered(ctx, rows, plain ? { field: 'startDate', down: false, given: false } : sort),
    key: (one) => (sort.field === 'endDate' ? one.end : one.start),
    show: (rows) => showSessions(ctx, rows),
    family: `sessions-${of}`,
    asked,
  });
}
