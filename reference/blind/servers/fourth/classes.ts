// Classes: list, create, read, members.

import { idList, neededText, readBody, textField, wrapped } from './body.ts';
import { currentYear, madeUuid, touch } from './clock.ts';
import { askOfQuery, seal, unseal } from './cursor.ts';
import { asciiFolded, byText, count, folded, isUuid } from './notation.ts';
import { answer, nothing, refuse } from './replies.ts';
import type { ClassRow, Ctx, Db, JsonObject } from './types.ts';

const showClass = (row: ClassRow): JsonObject => ({
  classId: row.classId,
  name: row.name,
  description: row.description === '' ? undefined : row.description,
  academicYearId: row.academicYearId,
});

type ClassesPage = { limit: number; offset: number | null; cursor: string | null };
type ClassesFilter = { search: string | null; yearId: string | null };

const knownParameters = ['search', 'academicYearId', 'limit', 'offset', 'cursor'];

const readClassesPage = (ctx: Ctx): ClassesPage => {
  const q = ctx.query;
  for (const name of ['limit', 'offset', 'cursor']) {
    if (q.getAll(name).length > 1) return refuse(400, `${name} must not be repeated`);
  }
  if (ctx.on('manner.unknown-parameter-400')) {
    for (const name of q.keys())
      if (!knownParameters.includes(name)) return refuse(400, `unknown parameter ${name}`);
  }
  const limitText = q.get('limit');
  let limit = limitText === null ? (ctx.on('classes-default-limit-25') ? 25 : 100) : count(limitText);
  if (limit === null || limit === 0) return refuse(400, 'limit must be a whole number from 1');
  const most = ctx.on('manner.limit-at-most-200') ? 200 : 500;
  if (limit > most) {
    if (!ctx.on('manner.limit-clamped')) return refuse(400, `limit must be at most ${most}`);
    limit = most;
  }
  const offsetText = q.get('offset');
  const offset = offsetText === null ? null : count(offsetText);
  if (offsetText !== null && offset === null) return refuse(400, 'offset must be a whole number');
  const cursor = q.get('cursor') || null;
  if (cursor !== null && offset !== null) return refuse(400, 'offset and cursor exclude each other');
  return { limit, offset, cursor };
};

const readClassesFilter = (ctx: Ctx, q: URLSearchParams): ClassesFilter => {
  const search = q.get('search');
  const year = q.get('academicYearId');
  if (year === null) return { search, yearId: null };
  if (year === 'current') {
    if (ctx.on('classes-current-is-latest')) {
      const latest = [...ctx.db.years].sort((a, b) => b.from - a.from)[0];
      return { search, yearId: latest?.academicYearId ?? '' };
    }
    return { search, yearId: currentYear(ctx.db)?.academicYearId ?? '' };
  }
  if (!isUuid(year)) return refuse(400, 'academicYearId must be a UUID or current');
  if (
    ctx.on('manner.unknown-year-400') &&
    !ctx.db.years.some((y) => y.academicYearId === year.toLowerCase())
  ) {
    return refuse(400, 'unknown academic year');
  }
  return { search, yearId: year.toLowerCase() };
};

const sameClassName = (ctx: Ctx, a: string, b: string): boolean =>
  ctx.on('classes-search-ascii-fold') ? asciiFolded(a) === asciiFolded(b) : folded(a) === folded(b);

export const listClasses = (ctx: Ctx): Response => {
  const page = readClassesPage(ctx);
  const asked = readClassesFilter(ctx, ctx.query);
  const mark = page.cursor === null ? null : unseal(page.cursor, 'classes');
  if (mark !== null && page.cursor !== null && ctx.on('classes-cursor-single-use')) {
    const memo = `used ${page.cursor}`;
    if (ctx.db.memo.has(memo)) return refuse(400, 'the cursor is used up');
    ctx.db.memo.set(memo, true);
  }
  const carried = mark !== null && !ctx.on('manner.cursor-is-position-only');
  const filter = carried ? readClassesFilter(ctx, new URLSearchParams(mark.ask)) : asked;
  const ask = carried ? mark.ask : askOfQuery(ctx.query);

  const yearStart = new Map(ctx.db.years.map((y) => [y.academicYearId, y.from]));
  const rows = ctx.db.classes
    .filter((row) => filter.yearId === null || row.academicYearId === filter.yearId)
    .filter((row) => filter.search === null || sameClassName(ctx, row.name, filter.search))
    .sort((a, b) =>
      ctx.on('manner.classes-by-id')
        ? byText(a.classId, b.classId)
        : (yearStart.get(b.academicYearId) ?? 0) - (yearStart.get(a.academicYearId) ?? 0) ||
          byText(a.name, b.name) ||
          byText(a.classId, b.classId),
    );

  let from = page.offset ?? 0;
  let to = from + page.limit;
  if (mark !== null) {
    from = mark.way === 'after' ? mark.at : Math.max(0, mark.at - page.limit);
    to = mark.way === 'after' ? mark.at + page.limit : mark.at;
  }
  if (ctx.on('classes-beyond-end-404') && from > 0 && from >= rows.length) return refuse(404, 'no such page');
  const more = ctx.on('classes-next-on-full-last-page') ? to <= rows.length : to < rows.length;
  const before = Math.min(from, rows.length);
  return answer(200, {
    data: rows.slice(from, to).map(showClass),
    pagination: {
      total: rows.length,
      limit: page.limit,
      offset: mark === null ? from : 0,
      previousCursor:
        before > 0 ? seal({ list: 'classes', way: 'before', at: before, limit: page.limit, ask }) : null,
      nextCursor: more ? seal({ list: 'classes', way: 'after', at: to, limit: page.limit, ask }) : null,
    },
  });
};

const findClass = (ctx: Ctx): ClassRow => {
  const id = ctx.params['classId'] ?? '';
  if (!isUuid(id)) return refuse(400, 'classId must be a UUID');
  return ctx.db.classes.find((row) => row.classId === id.toLowerCase()) ?? refuse(404, 'class not found');
};

export const readClass = (ctx: Ctx): Response => {
  if (ctx.on('class-bad-id-500') && !isUuid(ctx.params['classId'] ?? ''))
    throw new Error('invalid input syntax for type uuid');
  const shown = showClass(findClass(ctx));
  if (ctx.on('class-description-blank')) shown['description'] ??= '';
  return answer(200, { class: shown });
};

export const createClass = async (ctx: Ctx): Promise<Response> => {
  const body = wrapped(await readBody(ctx), 'class');
  const name = neededText(body, 'name', 120);
  const description = textField(body, 'description', 1000);
  let academicYearId = textField(body, 'academicYearId').toLowerCase();
  if (academicYearId === '') {
    const fallback = ctx.on('class-default-year-is-first') ? ctx.db.years[0] : currentYear(ctx.db);
    academicYearId = fallback?.academicYearId ?? refuse(400, 'there is no current academic year');
  }
  if (!ctx.db.years.some((y) => y.academicYearId === academicYearId))
    return refuse(400, 'unknown academic year');
  const twin = ctx.db.classes.some(
    (row) => row.academicYearId === academicYearId && folded(row.name) === folded(name),
  );
  if (twin && !ctx.on('class-duplicate-accepted'))
    return refuse(409, 'a class of this name exists in the academic year');
  const row: ClassRow = { classId: madeUuid(ctx.db), name, description, academicYearId };
  ctx.db.classes.push(row);
  touch(ctx.db);
  return answer(201, { class: showClass(row) });
};

const demandUsers = (ctx: Ctx, ids: string[], role: 'Student' | 'Teacher'): undefined => {
  for (const id of ids) {
    const user = ctx.db.users.find((u) => u.userId === id);
    if (user === undefined)
      return refuse(ctx.on('manner.unknown-user-404') ? 404 : 400, `user ${id} does not exist`);
    if (!user.roles.includes(role)) return refuse(400, `user ${id} is no ${role.toLowerCase()}`);
  }
};

const enrol = (db: Db, classId: string, ids: string[], as: 'student' | 'teacher'): void => {
  for (const userId of ids) {
    if (!db.classMembers.some((m) => m.classId === classId && m.userId === userId && m.as === as))
      db.classMembers.push({ classId, userId, as });
  }
  touch(db);
};

export const addClassStudents = async (ctx: Ctx): Promise<Response> => {
  const row = findClass(ctx);
  const ids = idList(await readBody(ctx), 'userIds', 1, ctx.on('class-students-101-accepted') ? 1000 : 100);
  demandUsers(ctx, ids, 'Student');
  enrol(ctx.db, row.classId, ids, 'student');
  return nothing();
};

export const removeClassStudents = async (ctx: Ctx): Promise<Response> => {
  if (
    ctx.on('class-students-delete-unknown-class') &&
    !ctx.db.classes.some((c) => c.classId === ctx.params['classId'])
  )
    return nothing();
  const row = findClass(ctx);
  const ids = idList(await readBody(ctx), 'userIds', 0, 100_000);
  ctx.db.classMembers = ctx.db.classMembers.filter(
    (m) => !(m.classId === row.classId && m.as === 'student' && ids.includes(m.userId)),
  );
  touch(ctx.db);
  return nothing();
};

export const addClassTeachers = async (ctx: Ctx): Promise<Response> => {
  const row = findClass(ctx);
  const ids = idList(await readBody(ctx), 'userIds', ctx.on('class-teachers-empty-accepted') ? 0 : 1, 100);
  demandUsers(ctx, ids, 'Teacher');
  enrol(ctx.db, row.classId, ids, 'teacher');
  return nothing();
};

export const removeClassTeachers = async (ctx: Ctx): Promise<Response> => {
  const row = findClass(ctx);
  const ids = idList(await readBody(ctx), 'userIds', 1, 100);
  ctx.db.classMembers = ctx.db.classMembers.filter(
    (m) => !(m.classId === row.classId && m.as === 'teacher' && ids.includes(m.userId)),
  );
  touch(ctx.db);
  return nothing();
};
