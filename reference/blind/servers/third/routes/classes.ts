import { HttpError } from '../errors.ts';
import {
  openCursor,
  pageFromQuery,
  refuseOffsetWithCursor,
  sameOrFromCursor,
  sealCursor,
} from '../paging.ts';
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
import { classJson } from '../render.ts';
import type { Answer, Context, Route } from '../router.ts';
import { route } from '../router.ts';
import { uuidFrom } from '../seed.ts';
import type { Relation } from '../store.ts';
import type { ClassRow, JsonObject, Role } from '../types.ts';

type ClassFilter = { search: string | undefined; yearId: string | undefined };

function readFilter({ query, store, flags }: Context): ClassFilter {
  const search = singleValue(query, 'search');
  const year = singleValue(query, 'academicYearId');
  let yearId: string | undefined;
  if (year === 'current') {
    if (flags.on('classes-current-literal-refused'))
      throw new HttpError(400, 'academicYearId must be a UUID');
    yearId = store.currentYear()?.id ?? '';
  } else if (year !== undefined) {
    if (!isUuid(year)) {
      if (!flags.on('classes-malformed-year-ignored')) {
        throw new HttpError(400, 'academicYearId must be a UUID or the word current');
      }
    } else yearId = year.toLowerCase();
  }
  return { search, yearId };
}

function nameMatches(name: string, search: string, { flags }: Context): boolean {
  if (flags.on('classes-search-ascii-case-only')) {
    const fold = (t: string): string => t.normalize('NFC').replace(/[A-Z]/g, (c) => c.toLowerCase());
    return fold(name) === fold(search);
  }
  if (flags.on('classes-search-percent-wildcard') && search.includes('%')) {
    return foldCase(name).startsWith(foldCase(search.slice(0, search.indexOf('%'))));
  }
  return foldCase(name) === foldCase(search);
}

function select(context: Context, filter: ClassFilter): ClassRow[] {
  const { store, flags } = context;
  const yearIgnored = flags.on('classes-year-ignored-with-search') && filter.search !== undefined;
  let rows = [...store.classes.values()].filter((row) => {
    if (filter.search !== undefined && !nameMatches(row.name, filter.search, context)) return false;
    if (filter.yearId !== undefined && !yearIgnored && row.yearId !== filter.yearId) return false;
    return true;
  });
  if (flags.on('classes-join-drops-without-teacher')) {
    rows = rows.filter((row) => store.classTeachers.rightsOf(row.id).length > 0);
  }
  if (flags.on('manner.classes-by-name')) {
    rows.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1));
  }
  return rows;
}

/** Cursors of this list hold a place: the start of the next page or the end of the previous one. */
function listClasses(context: Context): Answer {
  const { query, flags } = context;
  const page = pageFromQuery(query, flags);
  if (!flags.on('classes-offset-with-cursor-accepted')) refuseOffsetWithCursor(query);
  const filter = readFilter(context);
  let signature = JSON.stringify([filter.search ?? null, filter.yearId ?? null]);
  let from = page.offset;
  let size = page.limit;
  if (page.cursor !== undefined) {
    const sealed = openCursor('classes', page.cursor);
    const none = filter.search === undefined && filter.yearId === undefined;
    signature = sameOrFromCursor(none ? undefined : signature, sealed['f'] ?? null);
    const [search, yearId] = JSON.parse(signature) as [string | null, string | null];
    filter.search = search ?? undefined;
    filter.yearId = yearId ?? undefined;
    if (flags.on('classes-cursor-loses-year')) filter.yearId = undefined;
    if (typeof sealed['at'] === 'number') from = sealed['at'];
    else if (typeof sealed['end'] === 'number') {
      from = Math.max(0, sealed['end'] - page.limit);
      size = sealed['end'] - from;
    } else throw new HttpError(400, 'cursor is not one of this list');
  }
  const rows = select(context, filter);
  const slice = rows.slice(from, from + size);
  const seal = (content: JsonObject): string => sealCursor('classes', { f: signature, ...content }, flags);

  const end = from + size;
  let nextCursor =
    end < rows.length ? seal({ at: flags.on('classes-cursor-repeats-border') ? end - 1 : end }) : null;
  if (flags.on('classes-next-after-exact-end') && end === rows.length && slice.length === size)
    nextCursor = seal({ at: end });
  const previousCursor = from > 0 && rows.length > 0 ? seal({ end: Math.min(from, rows.length) }) : null;

  let total = rows.length;
  if (flags.on('classes-total-is-page-length')) total = slice.length;
  if (flags.on('classes-total-ignores-year'))
    total = select(context, { ...filter, yearId: undefined }).length;
  const offset = page.cursor === undefined ? page.offset : 0;

  const data = slice.map((row) => {
    const json = classJson(row, flags);
    if (flags.on('classes-list-description-null') && json['description'] === undefined)
      json['description'] = null;
    return json;
  });
  return {
    status: 200,
    body: {
      data,
      pagination: {
        total,
        limit: page.limit,
        offset,
        previousCursor,
        nextCursor,
      },
    },
  };
}

function createClass(context: Context): Answer {
  const { store, flags, body } = context;
  const source = payload(body, 'class');
  const name = requiredText(source, 'name');
  const description = optionalText(source, 'description');
  const wanted = optionalText(source, 'academicYearId');
  if (wanted !== undefined && !isUuid(wanted)) throw new HttpError(400, 'academicYearId must be a UUID');
  let yearId = wanted?.toLowerCase() ?? store.currentYear()?.id ?? '';
  if (wanted === undefined && flags.on('class-create-defaults-to-first-year'))
    yearId = store.years[0]?.id ?? '';
  if (store.year(yearId) === undefined) throw new HttpError(400, 'academicYearId names no academic year');
  if (store.classNamed(foldCase(name), yearId, foldCase) !== undefined) {
    throw new HttpError(
      flags.on('class-create-conflict-400') ? 400 : 409,
      'A class of this name already exists in the academic year',
    );
  }
  const row: ClassRow = { id: uuidFrom(Math.random), name, description, yearId };
  store.classes.set(row.id, row);
  return { status: flags.on('class-create-200') ? 200 : 201, body: { class: classJson(row, flags) } };
}

function getClass({ store, flags, params }: Context): Answer {
  const id = uuidPath(params, 'classId');
  const row = store.classes.get(id);
  if (row === undefined) {
    throw new HttpError(404, 'No such class');
  }
  const json = classJson(row, flags);
  if (flags.on('classes-get-empty-description') && row.description === '') json['description'] = '';
  if (flags.on('classes-get-in-data')) return { status: 200, body: { data: json } };
  return { status: 200, body: { class: json } };
}

function classOf({ store, params }: Context): ClassRow {
  const row = store.classes.get(uuidPath(params, 'classId'));
  if (row === undefined) throw new HttpError(404, 'No such class');
  return row;
}

function requirePeople({ store }: Context, userIds: readonly string[], role: Role): void {
  for (const id of userIds) {
    const user = store.users.get(id);
    if (user === undefined) throw new HttpError(400, `User ${id} does not exist`);
    if (!user.roles.includes(role)) throw new HttpError(400, `User ${id} is no ${role}`);
  }
}

function addPeople(context: Context, relation: Relation, role: Role, userIds: readonly string[]): Answer {
  const row = classOf(context);
  requirePeople(context, userIds, role);
  for (const id of userIds) relation.link(row.id, id);
  return { status: 204 };
}

function addStudents(context: Context): Answer {
  classOf(context);
  const { flags } = context;
  const max = flags.on('class-students-post-101-accepted') ? 101 : 100;
  const ids = uuidList(context.body, 'userIds', flags.on('class-students-post-none-accepted') ? 0 : 1, max);
  return addPeople(context, context.store.classStudents, 'student', ids);
}

function removeStudents(context: Context): Answer {
  const row = classOf(context);
  const ids = uuidList(context.body, 'userIds', 0, Number.MAX_SAFE_INTEGER);
  for (const id of ids) context.store.classStudents.unlink(row.id, id);
  return { status: 204 };
}

function addTeachers(context: Context): Answer {
  classOf(context);
  const ids = uuidList(context.body, 'userIds', 1, 100);
  return addPeople(context, context.store.classTeachers, 'teacher', ids);
}

function removeTeachers(context: Context): Answer {
  const row = classOf(context);
  const ids = uuidList(
    context.body,
    'userIds',
    context.flags.on('class-teachers-delete-none-accepted') ? 0 : 1,
    100,
  );
  for (const id of ids) context.store.classTeachers.unlink(row.id, id);
  return { status: 204 };
}

export const classRoutes: Route[] = [
  route('GET', '/classes', 'read', 'basic', listClasses),
  route('POST', '/classes', 'write', 'basic', createClass),
  route('GET', '/classes/{classId}', 'read', 'basic', getClass),
  route('POST', '/classes/{classId}/students', 'write', 'basic', addStudents),
  route('DELETE', '/classes/{classId}/students', 'write', 'basic', removeStudents),
  route('POST', '/classes/{classId}/teachers', 'write', 'basic', addTeachers),
  route('DELETE', '/classes/{classId}/teachers', 'write', 'basic', removeTeachers),
];
