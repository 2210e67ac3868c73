import { type Context, HttpError, type Reply, type Route } from '../app.ts';
import { type GroupRow, ROLE } from '../db/tables.ts';
import { idsOf } from '../http/input.ts';
import { paginate } from '../http/pages.ts';
import { toClass } from '../mappers.ts';
import {
  byId,
  byName,
  exists,
  fold,
  groupOf,
  groupQuery,
  insertGroup,
  newGroup,
  usersFor,
} from './groups.ts';

function sameName(context: Context, name: string, search: string): boolean {
  if (context.bugs.has('class-search-ascii')) {
    const lower = (text: string): string => text.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());
    return lower(name) === lower(search);
  }
  return fold(name) === fold(search);
}

function list(context: Context): Reply {
  const { app, db, bugs, query } = context;
  const { search, year, page } = groupQuery(context, 'classes');
  let rows: GroupRow[] = [...db.classes.values()];
  const cacheKey = `classes?${query.toString()}`;
  if (bugs.has('class-list-cache')) {
    const cached = app.memo.get(cacheKey) as GroupRow[] | undefined;
    rows = cached ?? rows;
    app.memo.set(cacheKey, rows);
  }
  if (search !== undefined) rows = rows.filter((row) => sameName(context, row.name, search));
  if (year !== undefined) rows = rows.filter((row) => row.academic_year_id === year);
  const { rows: cut, pagination } = paginate(
    rows,
    bugs.has('manner.order-by-id') ? byId : byName,
    page,
    bugs,
    'classes',
  );
  return { status: 200, body: { data: cut.map((row) => toClass(app, row, false)), pagination } };
}

function create(context: Context): Reply {
  const { app, db, bugs } = context;
  const group = newGroup(context, 'class');
  if (exists(db.classes, group)) throw new HttpError(409, 'A class of this name exists in the academic year');
  const row = insertGroup(app, db.classes, group);
  return { status: bugs.has('class-create-200') ? 200 : 201, body: { class: toClass(app, row, true) } };
}

function one(context: Context): Reply {
  const { app, db, bugs } = context;
  const body = toClass(app, groupOf(context, db.classes, 'classId', 'Class'), true);
  return { status: 200, body: bugs.has('class-unwrapped') ? body : { class: body } };
}

function addStudents(context: Context): Reply {
  const { db, bugs } = context;
  const row = groupOf(context, db.classes, 'classId', 'Class');
  const ids = idsOf(context.body, 'userIds', { min: 1, max: bugs.has('class-students-101') ? 1000 : 100 });
  for (const user of usersFor(context, ids, ROLE.student)) {
    if (bugs.has('class-students-no-revive') && db.classStudents.buried(row.id, user.id)) continue;
    db.classStudents.add(row.id, user.id);
  }
  return { status: 204 };
}

function removeStudents(context: Context): Reply {
  const { db, bugs } = context;
  const row = groupOf(context, db.classes, 'classId', 'Class');
  const all = idsOf(context.body, 'userIds');
  const ids = bugs.has('class-students-delete-chunk') ? all.slice(0, 100) : all;
  for (const id of ids) db.classStudents.remove(row.id, id);
  return { status: 204 };
}

function addTeachers(context: Context): Reply {
  const { db, bugs } = context;
  const row = groupOf(context, db.classes, 'classId', 'Class');
  const ids = idsOf(context.body, 'userIds', { min: 1, max: 100 });
  for (const user of usersFor(context, ids, ROLE.teacher)) db.classTeachers.add(row.id, user.id);
  return bugs.has('class-teachers-200') ? { status: 200, body: { success: true } } : { status: 204 };
}

function removeTeachers(context: Context): Reply {
  const { db, bugs } = context;
  const row = groupOf(context, db.classes, 'classId', 'Class');
  const ids = idsOf(context.body, 'userIds', { min: 1, max: 100 });
  for (const id of ids) {
    if (bugs.has('class-teachers-delete-everywhere') && ids.length > 1) {
      for (const other of db.classTeachers.groupsOf(id)) db.classTeachers.remove(other, id);
    }
    db.classTeachers.remove(row.id, id);
  }
  return { status: 204 };
}

const base = { style: 'basic', experimental: false } as const;
const read = { ...base, permission: 'read', hasBody: false } as const;
const write = { ...base, permission: 'write', hasBody: true } as const;

export const classRoutes: readonly Route[] = [
  { ...read, method: 'GET', path: '/classes', handle: list },
  { ...write, method: 'POST', path: '/classes', handle: create },
  { ...read, method: 'GET', path: '/classes/:classId', handle: one },
  { ...write, method: 'POST', path: '/classes/:classId/students', handle: addStudents },
  {
    ...write,
    method: 'DELETE',
    path: '/classes/:classId/students',
    experimental: true,
    handle: removeStudents,
  },
  { ...write, method: 'POST', path: '/classes/:classId/teachers', handle: addTeachers },
  {
    ...write,
    method: 'DELETE',
    path: '/classes/:classId/teachers',
    experimental: true,
    handle: removeTeachers,
  },
];
