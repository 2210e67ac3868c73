// Bugs of the other filters and of the order of sessions.

import { argsIf, deep, filter, lax, on, pageIf, plain, S, SC, SL, SP, SS, ST } from './kit.ts';
import { compareRows } from './query.ts';
import type { Def } from './switches.ts';
import type { ListArgs, Session } from './types.ts';

const SOME = 'a filter of several values finds what has one of them';
const ALL = 'filters hold together';
const MOST = 'an array filter has at most 30 values';
const KIND = 'the list of completed sessions holds completed ones, and all of them';
const OPEN = 'the list of sessions in progress holds those, and all of them';
const SORT = 'sort[field] and sort[direction] order the list';
const DEFAULT = 'the default order is by startDate, ascending';
const GONE = 'the externalId filter was removed';

const first = (name: 'userId' | 'testId' | 'subject') => (a: ListArgs) => {
  const values = a.f[name];
  if (values) a.f[name] = values.slice(0, 1);
};
const last = (name: 'userId' | 'testId' | 'subject') => (a: ListArgs) => {
  const values = a.f[name];
  if (values) a.f[name] = values.slice(-1);
};
const many = (a: ListArgs, name: 'userId' | 'testId' | 'subject', n: number): boolean =>
  (a.f[name]?.length ?? 0) >= n;
const byExternal = (ops: string, name: string) =>
  on('all', ops, (ok, row, a, c) => {
    const wanted = a.raw.get(name);
    if (!wanted) return ok;
    const id = c.world.users.get(S(row).userId)?.externalId;
    return ok && id !== undefined && wanted.includes(id);
  });

export const sessionBugs: readonly Def[] = [
  deep(
    'sessions.user-first-only',
    SOME,
    'only the first userId counts',
    argsIf(SL, () => true, first('userId')),
  ),
  deep(
    'sessions.test-last-only',
    SOME,
    'only the last testId counts',
    argsIf(SL, () => true, last('testId')),
  ),
  deep(
    'sessions.subject-first-only',
    SOME,
    'only the first subject counts beside a status',
    argsIf(SL, (a) => a.f.status !== undefined, first('subject')),
  ),
  deep(
    'sessions.thirty-users-cut',
    SOME,
    'of 30 userIds the last is lost',
    argsIf(
      SL,
      (a) => many(a, 'userId', 30),
      (a) => {
        a.f.userId = a.f.userId?.slice(0, 29) ?? [];
      },
    ),
  ),
  deep(
    'sessions.user-or-test',
    ALL,
    'userId and testId together find what fits either',
    on('all', SL, (ok, row, a) => {
      const { userId, testId } = a.f;
      if (!userId || !testId || Object.keys(a.f).length > 2) return ok;
      return userId.includes(S(row).userId) || testId.includes(S(row).testId);
    }),
  ),
  deep(
    'sessions.status-ignored-with-user',
    ALL,
    'status is ignored beside userId',
    argsIf(
      SL,
      (a) => a.f.userId !== undefined,
      (a) => {
        delete a.f.status;
      },
    ),
  ),
  deep(
    'sessions.test-ignored-with-subject',
    ALL,
    'testId is ignored beside subject',
    argsIf(
      SL,
      (a) => a.f.subject !== undefined,
      (a) => {
        delete a.f.testId;
      },
    ),
  ),
  deep(
    'sessions.unknown-subject-finds-all',
    'subject filters sessions',
    'a subject that no test has finds everything',
    on('args', SL, (a, c) => {
      if (a.f.subject && !c.world.tests.rows.some((t) => a.f.subject?.includes(t.subject)))
        delete a.f.subject;
    }),
  ),
  deep(
    'sessions.subject-with-space',
    'subject filters sessions',
    'a subject with a space is cut at it',
    argsIf(
      SL,
      () => true,
      (a) => {
        if (a.f.subject) a.f.subject = a.f.subject.map((s) => s.split(' ')[0] ?? s);
      },
    ),
  ),
  plain(
    'sessions.subject-by-name',
    'subject filters sessions',
    'subject is compared with the name of the test',
    filter(
      SL,
      'subject',
      (_ok, row, a, c) => a.f.subject?.includes(c.world.tests.get(S(row).testId)?.name ?? '') ?? false,
    ),
  ),
  deep(
    'sessions.31-users',
    MOST,
    '31 userIds are let through',
    lax(SL, 'count.userId', (c) => c.req.query.filter(([n]) => n === 'userId').length === 31),
  ),
  deep('sessions.many-tests', MOST, 'more than 30 testIds are let through', lax(SL, 'count.testId')),
  deep(
    'sessions.30-users-refused',
    MOST,
    '30 userIds are refused',
    on('args', SL, (a, c) => {
      if (many(a, 'userId', 30)) c.fail(400, 'many', 'Too many values');
    }),
  ),
  deep(
    'sessions.30-with-tests-refused',
    MOST,
    '30 values are counted over all filters together',
    on('args', SL, (a, c) => {
      if ((a.f.userId?.length ?? 0) + (a.f.testId?.length ?? 0) > 30) c.fail(400, 'many', 'Too many values');
    }),
  ),
  deep(
    'sessions.status-leaks',
    'status filters sessions',
    'status for completed sessions finds some in progress as well',
    filter(SL, 'status', (ok, row, a) => ok || (a.f.status === 'COMPLETED' && row.seq % 40 === 5)),
  ),
  deep(
    'sessions.open-lost',
    'the list holds sessions of both kinds',
    'without filters sessions in progress are left out',
    on('all', SL, (ok, row, a) => ok && !(Object.keys(a.f).length === 0 && S(row).end === undefined)),
  ),
  deep(
    'sessions.disabled-lost',
    'the list holds all sessions',
    'sessions of disabled users are left out',
    on('all', SL, (ok, row, _a, c) => ok && c.world.users.get(S(row).userId)?.disabled !== true),
  ),
  deep(
    'sessions.open-lost-by-end-order',
    'sort orders the list',
    'in the order by endDate sessions in progress are left out',
    on('all', SL, (ok, row, a) => ok && !(a.field === 'endDate' && S(row).end === undefined)),
  ),
  deep('sessions.external-id-filter', GONE, 'externalId still filters', byExternal(SL, 'externalId')),
  deep('completed.external-id-filter', GONE, 'externalId still filters', byExternal(SC, 'externalId')),
  deep('progress.external-id-filter', GONE, 'externalId still filters', byExternal(SP, 'externalId')),
  deep('session-search.external-ids-filter', GONE, 'externalIds still filter', byExternal(SS, 'externalIds')),
  // Completed
  deep(
    'completed.latest-attempt-only',
    KIND,
    'of several attempts at a test only the latest is listed',
    on('rows', SC, (rows) => {
      const latest = new Map<string, number>();
      for (const row of rows) {
        const key = S(row).userId + S(row).testId;
        latest.set(key, Math.max(latest.get(key) ?? 0, S(row).start));
      }
      return rows.filter((row) => latest.get(S(row).userId + S(row).testId) === S(row).start);
    }),
  ),
  deep(
    'completed.long-lost',
    KIND,
    'sessions of more than a day are left out',
    on('all', SC, (ok, row) => ok && (S(row).end ?? 0) - S(row).start < 86_400_000),
  ),
  deep(
    'completed.na-lost',
    KIND,
    'sessions with the level NA are left out',
    on('all', SC, (ok, row) => ok && S(row).level !== 'NA'),
  ),
  deep(
    'completed.open-for-user',
    KIND,
    'with userId sessions in progress are listed as well',
    on('rows', SC, (rows, a, c) => {
      const ids = a.f.userId;
      if (!ids || Object.keys(a.f).length > 1) return rows;
      return [
        ...rows,
        ...c.world.sessions.rows.filter((s: Session) => s.end === undefined && ids.includes(s.userId)),
      ];
    }),
  ),
  deep(
    'completed.subject-ignored-with-dates',
    ALL,
    'subject is ignored beside startDate',
    argsIf(
      SC,
      (a) => a.f.startDate !== undefined,
      (a) => {
        delete a.f.subject;
      },
    ),
  ),
  deep(
    'completed.repeated-by-cohort',
    'a result is listed once',
    'a session is listed once for each cohort of its learner',
    on('rows', SC, (rows, _a, c) =>
      rows.flatMap((row) =>
        Array.from({ length: Math.max(1, c.world.cohortStudents.leftsOf(S(row).userId).length) }, () => row),
      ),
    ),
  ),
  // In progress
  deep(
    'progress.completed-of-test',
    OPEN,
    'with testId completed sessions are listed as well',
    on('rows', SP, (rows, a, c) => {
      const ids = a.f.testId;
      if (!ids || Object.keys(a.f).length > 1) return rows;
      return [
        ...rows,
        ...c.world.sessions.rows.filter((s: Session) => s.end !== undefined && ids.includes(s.testId)),
      ];
    }),
  ),
  deep(
    'progress.one-for-each-user',
    OPEN,
    'of several sessions of one user only one is listed',
    on('rows', SP, (rows) => [...new Map(rows.map((row) => [S(row).userId, row])).values()]),
  ),
  deep(
    'progress.user-last-only',
    SOME,
    'only the last userId counts',
    argsIf(SP, () => true, last('userId')),
  ),
  // Search
  deep(
    'session-search.only-thirty',
    'the search is for many filter values',
    'only the first 30 userIds count',
    argsIf(
      SS,
      (a) => many(a, 'userId', 31),
      (a) => {
        a.f.userId = a.f.userId?.slice(0, 30) ?? [];
      },
    ),
  ),
  deep(
    'session-search.many-refused',
    'the search is for many filter values',
    'more than 50 testIds or userIds are refused',
    on('args', SS, (a, c) => {
      if (many(a, 'userId', 51) || many(a, 'testId', 51)) c.fail(400, 'many', 'Too many values');
    }),
  ),
  deep(
    'session-search.status-ignored',
    ALL,
    'status is ignored beside subjects',
    argsIf(
      SS,
      (a) => a.f.subject !== undefined,
      (a) => {
        delete a.f.status;
      },
    ),
  ),
  deep(
    'session-search.sort-ignored',
    SORT,
    'sort is ignored where a search is given',
    argsIf(
      SS,
      (a) => Object.keys(a.f).length > 0,
      (a) => {
        a.field = 'startDate';
        a.direction = 'asc';
      },
    ),
  ),
  deep(
    'study.short-lost',
    'the list holds completed study sessions',
    'with userId the shortest study sessions are left out',
    on('all', ST, (ok, row, a) => ok && !(a.f.userId && (S(row).end ?? 0) - S(row).start < 600_000)),
  ),
  // Order
  plain(
    'sessions.default-descending',
    DEFAULT,
    'the newest session comes first',
    argsIf(
      SL,
      (a) => !a.sortGiven,
      (a) => {
        a.direction = 'desc';
      },
    ),
  ),
  deep(
    'sessions.default-lost-when-filtered',
    DEFAULT,
    'with a filter the order is that of the table',
    on('compare', SL, (n, a, b, args) =>
      Object.keys(args.f).length > 0 && !args.sortGiven ? a.seq - b.seq : n,
    ),
  ),
  deep(
    'sessions.order-by-day',
    DEFAULT,
    'within one day the order is that of the table',
    on('compare', SL, (n, a, b, args) =>
      args.field === 'startDate' &&
      Math.floor(S(a).start / 86_400_000) === Math.floor(S(b).start / 86_400_000)
        ? a.seq - b.seq
        : n,
    ),
  ),
  deep(
    'sessions.page-alone-sorted',
    SORT,
    'only the sessions of each page are in order',
    on('rows', SL, (rows, a) => (a.sortGiven ? [...rows].sort((x, y) => x.seq - y.seq) : rows)),
    pageIf(
      SL,
      (_w, a) => a.sortGiven,
      (w, c) => {
        const a = c.args;
        if (a)
          w.page = [...w.page].sort(
            (x, y) => compareRows(x, y, a.field, c) * (a.direction === 'desc' ? -1 : 1),
          );
      },
    ),
  ),
  deep(
    'sessions.end-order-by-start',
    SORT,
    'the order by endDate is that by startDate',
    argsIf(
      SL,
      (a) => a.field === 'endDate',
      (a) => {
        a.field = 'startDate';
      },
    ),
  ),
  deep(
    'completed.descending-ignored',
    SORT,
    'the direction is ignored for endDate',
    argsIf(
      SC,
      (a) => a.field === 'endDate',
      (a) => {
        a.direction = 'asc';
      },
    ),
  ),
  deep(
    'completed.end-by-text',
    SORT,
    'the order by endDate is by the time of day',
    on('compare', SC, (n, a, b, args) =>
      args.field === 'endDate' ? ((S(a).end ?? 0) % 86_400_000) - ((S(b).end ?? 0) % 86_400_000) : n,
    ),
  ),
  deep(
    'progress.last-name-by-first',
    SORT,
    'the order by lastName is by the first name',
    on('compare', SP, (n, a, b, args, c) =>
      args.field === 'lastName'
        ? (c.world.users.get(S(a).userId)?.first ?? '').localeCompare(
            c.world.users.get(S(b).userId)?.first ?? '',
          ) * (args.direction === 'desc' ? -1 : 1)
        : n,
    ),
  ),
  deep(
    'sessions.direction-alone-ignored',
    DEFAULT,
    'sort[direction] without sort[field] is ignored',
    argsIf(
      SL,
      (a) => a.sortGiven && !a.raw.has('sort[field]'),
      (a) => {
        a.direction = 'asc';
      },
    ),
  ),
];
