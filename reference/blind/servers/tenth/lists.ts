// The lists and single reads.

import { fromBody, fromQuery, type Wants } from './parse.ts';
import { showClass, showCohort, showSession, showStudy, showTest, showUser, showYear } from './present.ts';
import { answerList, type Listing, showAll, showOne } from './query.ts';
import { ApiError, type Ctx } from './switches.ts';
import type { Group, Obj, Reply, Row, Session, Study, Test, User, Year } from './types.ts';

export type Handler = (c: Ctx) => Reply;

export function ok(body: Obj, status = 200): Reply {
  return { status, headers: {}, body };
}

const plainOrder = { sorts: [], field: 'seq', direction: 'asc' };

const classes: Listing = {
  ...plainOrder,
  name: 'classes',
  filters: ['search', 'academicYearId'],
  table: (c) => c.world.classes.rows,
  show: (row) => showClass(row as Group),
};

const cohorts: Listing = {
  ...plainOrder,
  name: 'cohorts',
  filters: ['search', 'academicYearId'],
  table: (c) => c.world.cohorts.rows,
  show: (row, c) => showCohort(row as Group, c.world),
};

const users: Listing = {
  name: 'users',
  filters: ['userId', 'upn', 'externalId', 'username', 'email', 'name', 'role'],
  sorts: ['createdAt', 'updatedAt', 'username', 'firstName', 'lastName'],
  field: 'createdAt',
  direction: 'desc',
  table: (c) => c.world.users.rows,
  show: (row, c) => showUser(row as User, c.world),
};

const sessionOrder: Pick<Wants, 'sorts' | 'field' | 'direction'> = {
  sorts: ['startDate', 'endDate', 'subject', 'lastName'],
  field: 'startDate',
  direction: 'asc',
};

const sessions: Listing = {
  ...sessionOrder,
  name: 'sessions',
  filters: ['startDate', 'endDate', 'userId', 'testId', 'subject', 'status'],
  table: (c) => c.world.sessions.rows,
  show: (row, c) => showSession(row as Session, c.world),
};

const completed: Listing = {
  ...sessions,
  name: 'completed',
  filters: ['startDate', 'endDate', 'userId', 'testId', 'subject'],
  table: (c) => c.world.sessions.rows.filter((row) => row.end !== undefined),
};

const inProgress: Listing = {
  ...completed,
  name: 'inProgress',
  table: (c) => c.world.sessions.rows.filter((row) => row.end === undefined),
};

const studies: Listing = {
  sorts: [],
  field: 'startDate',
  direction: 'asc',
  name: 'studies',
  filters: ['startDate', 'endDate', 'userId'],
  table: (c) => c.world.studies.rows,
  show: (row) => showStudy(row as Study),
};

const byQuery =
  (listing: Listing): Handler =>
  (c) =>
    answerList(listing, fromQuery(c, listing), c);

const byBody =
  (listing: Listing): Handler =>
  (c) =>
    answerList(listing, fromBody(c, listing), c);

function whole(rows: (c: Ctx) => readonly Row[], show: (row: Row) => Obj): Handler {
  return (c) => {
    let all: Row[] = [...rows(c)];
    for (const bend of c.switches.at('rows', c.op)) all = bend(all, noArgs, c);
    return ok({ data: showAll(all, show, c) });
  };
}

const noArgs = {
  limit: 0,
  limitGiven: false,
  offset: 0,
  offsetGiven: false,
  cursor: null,
  field: '',
  direction: '',
  sortGiven: false,
  f: {},
  raw: new Map<string, never[]>(),
};

export function found<R>(row: R | undefined, what: string): R {
  if (!row) throw new ApiError(404, 'missing', `No such ${what}`);
  return row;
}

export const reads: Record<string, Handler> = {
  'GET /academic-years': whole(
    (c) => c.world.years.rows,
    (row) => showYear(row as Year),
  ),
  'GET /academic-years/current': (c) => {
    const year = found(c.world.currentYear(), 'academic year');
    return ok({ academicYear: showOne(year, showYear(year), c) });
  },
  'GET /academic-years/{academicYearId}': (c) => {
    const year = found(c.world.years.get(c.id('academicYearId')), 'academic year');
    return ok({ academicYear: showOne(year, showYear(year), c) });
  },
  'GET /classes': byQuery(classes),
  'GET /classes/{classId}': (c) => {
    const row = found(c.world.classes.get(c.id('classId')), 'class');
    return ok({ class: showOne(row, showClass(row), c) });
  },
  'GET /smart-ia/cohorts': byQuery(cohorts),
  'GET /smart-ia/cohorts/{cohortId}': (c) => {
    const row = found(c.world.cohorts.get(c.id('cohortId')), 'cohort');
    return ok({ cohort: showOne(row, showCohort(row, c.world), c) });
  },
  'GET /smart-ia/tests': whole(
    (c) => c.world.tests.rows,
    (row) => showTest(row as Test),
  ),
  'GET /users': byQuery({ ...users, most: 30 }),
  'POST /users/search': byBody(users),
  'GET /smart-ia/sessions': byQuery({ ...sessions, most: 30 }),
  'GET /smart-ia/sessions/completed': byQuery(completed),
  'GET /smart-ia/sessions/in-progress': byQuery(inProgress),
  'POST /smart-ia/sessions/search': byBody(sessions),
  'GET /sessions/completed': byQuery(studies),
};
