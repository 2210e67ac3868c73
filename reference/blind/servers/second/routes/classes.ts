import type { Ctx } from '../ctx.ts';
import { bad, Fault, idList, text, tick, wrapped } from '../ctx.ts';
import { fold, uuid } from '../db.ts';
import { paginate, readPaging } from '../paging.ts';
import { classJson } from '../present.ts';
import type { ClassRow, Json, Reply } from '../types.ts';
import { groupAndBody, groupAt, membersOf, newId, visible, yearFilter, yearOfBody } from './members.ts';
import type { Route } from './route.ts';

const asciiLower = (s: string): string => s.replace(/[A-Z]/g, (c) => c.toLowerCase());

function named(ctx: Ctx, c: ClassRow, search: string): boolean {
  if (ctx.on('class-search-ascii')) return asciiLower(c.name) === asciiLower(search);
  if (ctx.on('class-search-like') && /[%_]/.test(search)) {
    const re = fold(search)
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/%/g, '.*')
      .replace(/_/g, '.');
    return new RegExp(`^${re}$`, 's').test(c.nameKey);
  }
  return c.nameKey === fold(search);
}

function list(ctx: Ctx): Reply {
  const { q, db } = ctx;
  const search = q.get('search');
  let year = yearFilter(ctx);
  if (ctx.on('class-search-year-dropped') && search && year) year = null;
  const p = readPaging(
    ctx,
    { limit: q.get('limit'), offset: q.get('offset'), cursor: q.get('cursor') },
    'query',
  );
  const slot = `classes/${search}/${year}/${q.get('limit')}/${q.get('cursor')}`;
  const cached = ctx.on('class-list-cache-offset')
    ? (ctx.state.get(slot) as { at: number; body: Json } | undefined)
    : undefined;
  if (cached && cached.at === db.classes.length) return { status: 200, body: cached.body };
  const none = `none/${search}`;
  if (ctx.on('class-search-negative-cache') && search && ctx.state.has(none))
    return { status: 200, body: ctx.state.get(none) as Json };
  let rows = db.classes.filter(
    (c) => visible(ctx, c) && (!search || named(ctx, c, search)) && (year === null || c.yearId === year),
  );
  if (ctx.on('manner.classes-by-name'))
    rows = [...rows].sort((a, b) => (a.nameKey < b.nameKey ? -1 : a.nameKey > b.nameKey ? 1 : a.seq - b.seq));
  const page = paginate(ctx, rows, p, [search, year]);
  const body = { data: page.rows.map((c) => classJson(ctx, c)), pagination: page.pagination };
  if (rows.length === 0 && search) ctx.state.set(none, body);
  if (ctx.on('class-list-cache-offset')) ctx.state.set(slot, { at: db.classes.length, body });
  return { status: 200, body };
}

function payload(ctx: Ctx): { name: string; description: string | null; yearId: string } {
  const c = wrapped(ctx, 'class', ['name', 'description', 'academicYearId']);
  return {
    name: text(c, 'name', 120, true) ?? '',
    description: text(c, 'description', 2000),
    yearId: yearOfBody(ctx, c['academicYearId']),
  };
}

async function create(ctx: Ctx): Promise<Reply> {
  const { db, state } = ctx;
  let v: ReturnType<typeof payload>;
  try {
    v = payload(ctx);
  } catch (e) {
    state.set('classErrors', true);
    throw e;
  }
  if (ctx.on('class-sticky-400') && state.get('classErrors') === true) {
    state.delete('classErrors');
    throw bad('The class is not valid.');
  }
  const clash = db.classes.some((c) => fold(c.name) === fold(v.name) && c.yearId === v.yearId);
  if (ctx.on('race-class-create')) await tick();
  const n = db.next();
  const row: ClassRow = {
    id: uuid('class', `n${n}`, newId(ctx)),
    seq: n,
    name: v.name,
    nameKey: ctx.on('class-new-not-folded') ? v.name : fold(v.name),
    description: v.description,
    yearId: v.yearId,
    yearKey: v.yearId,
    visibleAt: Date.now(),
  };
  if (clash) {
    if (ctx.on('class-conflict-inserts')) db.addClass(row);
    throw new Fault(409, 'A class of this name exists in this academic year.');
  }
  db.addClass(row);
  const o = classJson(ctx, row);
  if (ctx.on('class-name-mojibake')) row.name = Buffer.from(row.name, 'utf8').toString('latin1');
  if (v.description === null && ctx.on('class-create-null-description')) o['description'] = null;
  return { status: ctx.on('class-create-200') ? 200 : 201, body: { class: o } };
}

async function addStudents(ctx: Ctx): Promise<Reply> {
  const { db } = ctx;
  if (ctx.on('class-students-refused-written')) {
    const id = ctx.params[0] ?? '',
      all = idList(ctx, 'userIds', 0, Infinity);
    if (all.length > 100 && db.class(id))
      for (const u of membersOf(ctx, all.slice(0, 100), 'student')) db.classStudents.add(id, u.id);
  }
  const { group, value: ids } = groupAndBody(ctx, 'class', () =>
    idList(ctx, 'userIds', 1, ctx.on('class-students-hundred') ? 99 : 100),
  );
  for (const u of membersOf(ctx, ids, 'student')) {
    if (ctx.on('race-class-students')) {
      const before = db.classStudents.groupsOf(u.id);
      await tick();
      db.classStudents.replace(u.id, [...new Set([...before, group.id])]);
    } else if (ctx.on('class-readd-tombstone')) db.classStudents.addUnlessRow(group.id, u.id);
    else if (ctx.on('class-double-row')) db.classStudents.insert(group.id, u.id);
    else db.classStudents.add(group.id, u.id, Date.now());
  }
  return { status: 204 };
}

function removeStudents(ctx: Ctx): Reply {
  const { group, value: ids } = groupAndBody(ctx, 'class', () => idList(ctx, 'userIds', 0, Infinity));
  let users = membersOf(ctx, ids, 'student');
  if (ctx.on('class-students-delete-hundred')) users = users.slice(0, 100);
  for (const u of users) {
    if (ctx.on('class-double-row')) ctx.db.classStudents.removeOne(group.id, u.id);
    else ctx.db.classStudents.remove(group.id, u.id);
    if (ctx.on('class-last-leaves-cohorts') && ctx.db.classStudents.groupsOf(u.id).length === 0)
      for (const k of ctx.db.cohortStudents.groupsOf(u.id)) ctx.db.cohortStudents.remove(k, u.id);
  }
  return { status: 204 };
}

function addTeachers(ctx: Ctx): Reply {
  const links = ctx.db.classTeachers;
  const { group, value: ids } = groupAndBody(ctx, 'class', () =>
    idList(ctx, 'userIds', 1, ctx.on('class-teachers-max-missing') ? Infinity : 100),
  );
  for (const u of membersOf(ctx, ids, 'teacher')) {
    if (ctx.on('class-teacher-readd-toggle') && links.has(group.id, u.id)) links.remove(group.id, u.id);
    else links.add(group.id, u.id, Date.now());
  }
  return { status: 204 };
}

function removeTeachers(ctx: Ctx): Reply {
  const { db } = ctx;
  const { group, value: ids } = groupAndBody(ctx, 'class', () =>
    idList(ctx, 'userIds', ctx.on('class-teachers-remove-empty') ? 0 : 1, 100),
  );
  for (const u of membersOf(ctx, ids, 'teacher')) {
    db.classTeachers.remove(group.id, u.id);
    if (ctx.on('class-teacher-remove-year'))
      for (const c of db.classes) if (c.yearId === group.yearId) db.classTeachers.remove(c.id, u.id);
  }
  return { status: 204 };
}

function read(ctx: Ctx): Reply {
  const o = classJson(ctx, groupAt(ctx, 'class'));
  const d = o['description'];
  if (typeof d === 'string' && ctx.on('class-get-escaped'))
    o['description'] = d.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/'/g, '&#39;');
  return { status: 200, body: { class: o } };
}

export const classRoutes: Route[] = [
  {
    method: 'GET',
    path: '/classes',
    need: 'read',
    query: ['search', 'academicYearId', 'limit', 'offset', 'cursor'],
    run: list,
  },
  { method: 'POST', path: '/classes', need: 'write', body: true, run: create },
  { method: 'GET', path: '/classes/{classId}', need: 'read', run: read },
  { method: 'POST', path: '/classes/{classId}/students', need: 'write', body: true, run: addStudents },
  { method: 'DELETE', path: '/classes/{classId}/students', need: 'write', body: true, run: removeStudents },
  { method: 'POST', path: '/classes/{classId}/teachers', need: 'write', body: true, run: addTeachers },
  { method: 'DELETE', path: '/classes/{classId}/teachers', need: 'write', body: true, run: removeTeachers },
];
