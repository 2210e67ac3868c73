// Users and sessions: the lists and the searches with a body.
import {
  bad,
  type Ctx,
  type Doc,
  isRecord,
  type Operation,
  readJson,
  strictBody,
  strictQuery,
} from './kernel.ts';
import { answerList, mark, objectOfQuery, pagingOfQuery, readPaging } from './paging.ts';
import { readDates } from './query-dates.ts';
import { arrayOf, forget, once, readSeveral, repeated } from './query-lists.ts';
import { type RawSessions, searchSessions } from './query-sessions.ts';
import { searchUsers } from './query-users.ts';
import { showStudies } from './show-sessions.ts';
import type { Study } from './world.ts';

const users: Operation = {
  id: 'GET /users',
  tag: 'users',
  form: 'basic',
  reads: true,
  run: (ctx) => {
    const { query } = ctx;
    strictQuery(ctx, [
      'userId',
      'upn',
      'externalId',
      'username',
      'email',
      'name',
      'role',
      'limit',
      'offset',
      'cursor',
      'sort',
    ]);
    return searchUsers(ctx, {
      userId: repeated(query, 'userId'),
      upn: repeated(query, 'upn'),
      externalId: repeated(query, 'externalId'),
      username: repeated(query, 'username'),
      email: once(query, 'email'),
      name: once(query, 'name'),
      role: once(query, 'role'),
      sort: objectOfQuery(query, 'sort'),
      paging: pagingOfQuery(query),
      most: 30,
    });
  },
};

/** A body's search and paging; the numbers of a body are numbers. */
function readSearch(ctx: Ctx): { body: Doc; search: Doc; paging: Doc } {
  const body = readJson(ctx);
  strictBody(ctx, body, ['search', 'sort', 'limit', 'offset', 'cursor']);
  const search = body['search'] ?? {};
  if (!isRecord(search)) throw bad('search must be an object');
  const paging: Doc = {};
  for (const name of ['limit', 'offset']) {
    const value = body[name];
    if (value === undefined) continue;
    if (typeof value !== 'number' && !ctx.f('number-text')) throw bad(`${name} must be an integer`);
    paging[name] = value;
  }
  if (body['cursor'] !== undefined) paging['cursor'] = body['cursor'];
  if (ctx.f('cursor-null') && body['cursor'] === null) throw bad('cursor must be a string');
  if (ctx.f('cursor-null-offset') && body['cursor'] === null && body['offset'] !== undefined) {
    throw bad('offset and cursor cannot be combined');
  }
  return { body, search, paging };
}

/** The length of an array that is refused, though a search with a body takes many values. */
function mostOf(ctx: Ctx): number {
  if (ctx.f('many-30')) return 30;
  if (ctx.f('many-100')) return 100;
  return 100_000;
}

const listed = (ctx: Ctx, search: Doc, name: string): unknown[] | undefined => {
  const value = arrayOf(ctx, search[name], name);
  if (value?.length === 0)
    return ctx.on('m-empty-arrays-match-nothing') ? ['00000000-0000-0000-0000-000000000000'] : undefined;
  return value;
};

const searchUsersByBody: Operation = {
  id: 'POST /users/search',
  tag: 'usearch',
  form: 'problem',
  restricted: true,
  reads: true,
  run: (ctx) => {
    const { body, search, paging } = readSearch(ctx);
    strictBody(ctx, search, ['userIds', 'upns', 'externalIds', 'usernames', 'email', 'name', 'role']);
    return searchUsers(ctx, {
      userId: listed(ctx, search, 'userIds'),
      upn: listed(ctx, search, 'upns'),
      externalId: listed(ctx, search, 'externalIds'),
      username: listed(ctx, search, 'usernames'),
      email: search['email'],
      name: search['name'],
      role: search['role'],
      sort: body['sort'],
      paging,
      most: mostOf(ctx),
    });
  },
};

/** The filters of a session list, as far as this operation has them. */
function sessionsOfQuery(ctx: Ctx, names: readonly string[]): RawSessions {
  const { query } = ctx;
  strictQuery(ctx, [...names, 'limit', 'offset', 'cursor', 'sort']);
  const has = (name: string): boolean => names.includes(name);
  return {
    startDate: objectOfQuery(query, 'startDate'),
    endDate: has('endDate') ? objectOfQuery(query, 'endDate') : undefined,
    userId: repeated(query, 'userId'),
    testId: repeated(query, 'testId'),
    subject: repeated(query, 'subject'),
    status: has('status') ? once(query, 'status') : undefined,
    externalId: repeated(query, 'externalId'),
    sort: objectOfQuery(query, 'sort'),
    paging: pagingOfQuery(query),
    most: 30,
  };
}

const sessions: Operation = {
  id: 'GET /smart-ia/sessions',
  tag: 'sess',
  form: 'problem',
  reads: true,
  run: (ctx) =>
    searchSessions(
      ctx,
      sessionsOfQuery(ctx, ['startDate', 'endDate', 'userId', 'testId', 'subject', 'status']),
      'all',
    ),
};

const completed: Operation = {
  id: 'GET /smart-ia/sessions/completed',
  tag: 'done',
  form: 'basic',
  reads: true,
  run: (ctx) =>
    searchSessions(
      ctx,
      sessionsOfQuery(ctx, ['startDate', 'endDate', 'userId', 'testId', 'subject']),
      'completed',
    ),
};

const inProgress: Operation = {
  id: 'GET /smart-ia/sessions/in-progress',
  tag: 'prog',
  form: 'problem',
  reads: true,
  run: (ctx) =>
    searchSessions(ctx, sessionsOfQuery(ctx, ['startDate', 'userId', 'testId', 'subject']), 'progress'),
};

const searchSessionsByBody: Operation = {
  id: 'POST /smart-ia/sessions/search',
  tag: 'ssearch',
  form: 'basic',
  reads: true,
  run: (ctx) => {
    const { body, search, paging } = readSearch(ctx);
    strictBody(ctx, search, ['startDate', 'endDate', 'userIds', 'testIds', 'subjects', 'status']);
    const dates = (name: string): Doc | undefined => {
      const value = search[name];
      if (value !== undefined && !isRecord(value)) throw bad(`${name} must be an object`);
      return value as Doc | undefined;
    };
    return searchSessions(
      ctx,
      {
        startDate: dates('startDate'),
        endDate: dates('endDate'),
        userId: listed(ctx, search, 'userIds'),
        testId: listed(ctx, search, 'testIds'),
        subject: listed(ctx, search, 'subjects'),
        status: search['status'],
        externalId: Array.isArray(search['externalIds']) ? search['externalIds'] : undefined,
        sort: body['sort'],
        paging,
        most: mostOf(ctx),
      },
      'all',
    );
  },
};

const studies: Operation = {
  id: 'GET /sessions/completed',
  tag: 'study',
  form: 'basic',
  restricted: true,
  reads: true,
  run: (ctx) => {
    const { query } = ctx;
    strictQuery(ctx, ['startDate', 'endDate', 'userId', 'limit', 'offset', 'cursor']);
    const filters = {
      startDate: readDates(ctx, 'startDate', objectOfQuery(query, 'startDate')),
      endDate: readDates(ctx, 'endDate', objectOfQuery(query, 'endDate')),
      userId: readSeveral(ctx, { name: 'userId', uuid: true, most: 30 }, repeated(query, 'userId')),
    };
    const raw = pagingOfQuery(query);
    forget(
      ctx,
      filters,
      ['limit', 'offset', 'cursor'].filter((name) => raw[name] !== undefined),
    );
    const filtered = Object.values(filters).some((one) => one !== undefined);
    const asked = mark(ctx, {
      paging: raw,
      query: [...query].filter(([name]) => raw[name] === undefined),
    } as { paging: Doc });
    const paging = readPaging(ctx, raw, 'study', asked, filtered);
    const { startDate, endDate, userId } = filters;
    return answerList<Study>(ctx, paging, {
      all: () => ctx.world.studies,
      filtered,
      filter: (rows) =>
        rows.filter(
          (one) =>
            (startDate?.(one.start) ?? true) &&
            (endDate?.(one.end) ?? true) &&
            (userId?.has(one.userId) ?? true),
        ),
      sorted: false,
      sort: (rows) => rows,
      key: (one) => one.userId,
      show: (rows) => showStudies(ctx, rows),
      family: 'study',
      asked,
    });
  },
};

export const searchOperations: Operation[] = [
  users,
  searchUsersByBody,
  sessions,
  completed,
  inProgress,
  searchSessionsByBody,
  studies,
];
