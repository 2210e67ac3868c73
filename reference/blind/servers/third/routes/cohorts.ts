import { HttpError } from '../errors.ts';
import { openCursor, pageFromQuery, refuseOffsetWithCursor, sealCursor } from '../paging.ts';
import {
  foldCase,
  isUuid,
  optionalText,
  payload,
  requiredText,
  singleValue,
  uuidList,
  uuidPath,
} from '../params.ts';
import { cohortJson } from '../render.ts';
import type { Answer, Context, Route } from '../router.ts';
import { route } from '../router.ts';
import { uuidFrom } from '../seed.ts';
import type { CohortRow, Json, JsonObject } from '../types.ts';

type CohortQuery = { search?: string; year?: string };

function withoutSearch({ search: _, ...rest }: CohortQuery): CohortQuery {
  return rest;
}

function cohortQuery({ query, store, flags }: Context): CohortQuery {
  const wanted: CohortQuery = {};
  const search = singleValue(query, 'search');
  if (search !== undefined) wanted.search = search;
  const year = singleValue(query, 'academicYearId');
  if (year === undefined) return wanted;
  if (year === 'current') {
    if (!flags.on('cohorts-current-ignored')) wanted.year = store.currentYear()?.id ?? 'none';
    return wanted;
  }
  if (!isUuid(year)) throw new HttpError(400, 'academicYearId must be a UUID or the word current');
  wanted.year = year.toLowerCase();
  return wanted;
}

function cohortRows({ store, flags }: Context, wanted: CohortQuery): CohortRow[] {
  let rows = [...store.cohorts.values()];
  if (wanted.year !== undefined) rows = rows.filter((c) => c.yearId === wanted.year);
  if (wanted.search !== undefined) {
    const needle = foldCase(wanted.search);
    rows = rows.filter((c) => {
      if (flags.on('cohorts-search-prefix')) return foldCase(c.name).startsWith(needle);
      return foldCase(c.name) === needle;
    });
  }
  if (flags.on('cohorts-join-drops-without-tests')) rows = rows.filter((c) => c.testIds.length > 0);
  if (flags.on('manner.cohorts-by-id')) rows.sort((a, b) => (a.id < b.id ? -1 : 1));
  return rows;
}

function filtersOf(value: Json): CohortQuery {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HttpError(400, 'cursor is damaged');
  const found: CohortQuery = {};
  if (typeof value['search'] === 'string') found.search = value['search'];
  if (typeof value['year'] === 'string') found.year = value['year'];
  return found;
}

/** Cursors of this list name the neighbouring cohort: `after` it or `before` it. */
function listCohorts(context: Context): Answer {
  const { query, flags } = context;
  const page = pageFromQuery(query, flags);
  refuseOffsetWithCursor(query);
  let wanted = cohortQuery(context);
  let start = page.offset;
  let length = page.limit;
  let rows: CohortRow[];
  if (page.cursor === undefined) {
    rows = cohortRows(context, wanted);
    if (flags.on('cohorts-offset-ignored')) start = 0;
    if (flags.on('cohorts-offset-before-search') && wanted.search !== undefined && start > 0) {
      const skipped = new Set(
        cohortRows(context, {})
          .slice(0, start)
          .map((c) => c.id),
      );
      rows = rows.filter((c) => !skipped.has(c.id));
      start = 0;
    }
  } else {
    const sealed = openCursor('cohorts', page.cursor);
    const remembered = filtersOf(sealed['q'] ?? null);
    if (
      Object.keys(wanted).length > 0 &&
      (wanted.search !== remembered.search || wanted.year !== remembered.year)
    ) {
      throw new HttpError(400, 'cursor belongs to a query with other filters');
    }
    wanted = remembered;
    rows = cohortRows(context, flags.on('cohorts-cursor-loses-search') ? withoutSearch(wanted) : wanted);
    if (typeof sealed['after'] === 'string') {
      const at = rows.findIndex((c) => c.id === sealed['after']);
      start = at < 0 ? rows.length : at + 1;
      if (flags.on('cohorts-cursor-skips-border')) start += 1;
    } else if (typeof sealed['before'] === 'string') {
      const found = rows.findIndex((c) => c.id === sealed['before']);
      const at = found < 0 ? rows.length : found;
      start = Math.max(0, at - page.limit);
      length = at - start;
    } else throw new HttpError(400, 'cursor is not one of this list');
  }

  const items = rows.slice(start, start + length);
  const last = rows[start + length - 1];
  const seal = (content: JsonObject): string =>
    sealCursor('cohorts', { q: { ...wanted }, ...content }, flags);
  const nextCursor = start + length < rows.length && last !== undefined ? seal({ after: last.id }) : null;
  let previousCursor: string | null = null;
  if (start > 0 && rows.length > 0) previousCursor = seal({ before: rows[start]?.id ?? 'end' });

  const total = rows.length;

  const data = items.map((row) => {
    const json = cohortJson(row, context.store, flags);
    if (flags.on('cohorts-list-tests-as-ids')) json['tests'] = [...row.testIds];
    if (flags.on('cohorts-list-first-test-only') && Array.isArray(json['tests']))
      json['tests'] = json['tests'].slice(0, 1);
    return json;
  });
  return {
    status: 200,
    body: {
      data,
      pagination: {
        total,
        limit: page.limit,
        offset: page.cursor === undefined ? page.offset : 0,
        previousCursor,
        nextCursor,
      },
    },
  };
}

function createCohort(context: Context): Answer {
  const { store, flags } = context;
  const source = payload(context.body, 'cohort');
  const name = requiredText(source, 'name');
  const description = optionalText(source, 'description');
  const year = optionalText(source, 'academicYearId');
  if (year !== undefined && !isUuid(year)) throw new HttpError(400, 'academicYearId must be a UUID');
  const yearId = (year ?? store.currentYear()?.id ?? '').toLowerCase();
  if (store.year(yearId) === undefined) throw new HttpError(400, 'academicYearId names no academic year');
  if (
    store.cohortNamed(foldCase(name), yearId, foldCase) !== undefined &&
    !flags.on('cohort-create-duplicate-accepted')
  ) {
    throw new HttpError(409, 'A cohort of this name already exists in the academic year');
  }
  const row: CohortRow = { id: uuidFrom(Math.random), name, description, yearId, testIds: [] };
  store.cohorts.set(row.id, row);
  return { status: 201, body: { cohort: cohortJson(row, store, flags) } };
}

function getCohort({ store, flags, params }: Context): Answer {
  const row = store.cohorts.get(uuidPath(params, 'cohortId'));
  if (row === undefined) throw new HttpError(404, 'No such cohort');
  const cohort = cohortJson(row, store, flags);
  if (Array.isArray(cohort['tests'])) {
    cohort['tests'].forEach((test, i) => {
      if (typeof test !== 'object' || test === null || Array.isArray(test)) return;
      if (flags.on('cohorts-get-version-number')) test['testVersionId'] = i + 1;
    });
  }
  return { status: 200, body: { cohort } };
}

function cohortOf({ store, params }: Context): CohortRow {
  const row = store.cohorts.get(uuidPath(params, 'cohortId'));
  if (row === undefined) throw new HttpError(404, 'No such cohort');
  return row;
}

function addStudents(context: Context): Answer {
  const cohort = cohortOf(context);
  const ids = uuidList(context.body, 'userIds', 0, Number.MAX_SAFE_INTEGER);
  for (const id of ids) {
    if (context.store.users.get(id)?.roles.includes('student') !== true)
      throw new HttpError(400, `User ${id} is no student`);
  }
  for (const id of ids) context.store.cohortStudents.link(cohort.id, id);
  return { status: 204 };
}

function removeStudents(context: Context): Answer {
  const cohort = cohortOf(context);
  const ids = uuidList(context.body, 'userIds', 0, Number.MAX_SAFE_INTEGER);
  for (const id of ids) context.store.cohortStudents.unlink(cohort.id, id);
  return { status: 204 };
}

function addTests(context: Context): Answer {
  const cohort = cohortOf(context);
  const ids = uuidList(context.body, 'testIds', 0, Number.MAX_SAFE_INTEGER);
  for (const id of ids) {
    if (!context.store.tests.has(id)) throw new HttpError(400, `Test ${id} does not exist`);
  }
  for (const id of ids) if (!cohort.testIds.includes(id)) cohort.testIds.push(id);
  return { status: 204 };
}

function removeTests(context: Context): Answer {
  const cohort = cohortOf(context);
  const ids = uuidList(context.body, 'testIds', 0, Number.MAX_SAFE_INTEGER);
  cohort.testIds = context.flags.on('cohort-tests-delete-all')
    ? []
    : cohort.testIds.filter((id) => !ids.includes(id));
  return { status: 204 };
}

export const cohortRoutes: Route[] = [
  route('GET', '/smart-ia/cohorts', 'read', 'basic', listCohorts),
  route('POST', '/smart-ia/cohorts', 'write', 'basic', createCohort),
  route('GET', '/smart-ia/cohorts/{cohortId}', 'read', 'basic', getCohort),
  route('POST', '/smart-ia/cohorts/{cohortId}/students', 'write', 'basic', addStudents),
  route('DELETE', '/smart-ia/cohorts/{cohortId}/students', 'write', 'basic', removeStudents),
  route('POST', '/smart-ia/cohorts/{cohortId}/tests', 'write', 'basic', addTests),
  route('DELETE', '/smart-ia/cohorts/{cohortId}/tests', 'write', 'basic', removeTests),
];
